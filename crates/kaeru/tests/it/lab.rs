//! The story that `kaeru lab` tells comes true.

use std::process::Command;

#[test]
fn every_claim_of_the_story_comes_true() {
    let output = Command::new(env!("CARGO_BIN_EXE_kaeru"))
        .arg("lab")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    for line in [
        "  $ kubectl rollout undo deployment/web\n    deployment.apps/web rolled back\n",
        "    1         first: nginx 1.25\n    2         second: nginx 1.26\n",
        "  ok: and it runs on the old replica set: nothing new was made\n",
        "    error: deployment \"web\" exceeded its progress deadline\n",
        "  ok: one command, and everybody is on green\n",
        "  STRATEGY    BACK AFTER  PODS      REQUESTS  FAILED\n  rolling     ",
        "  ok: the way back is revision 3\n",
        "  ok: the second driver has cost the node its GPU\n",
        "\n36 claims came true, 0 did not, in ",
    ] {
        assert!(text.contains(line), "{line:?} is not in:\n{text}");
    }
    assert!(!text.contains('\x1b'), "output to a pipe is plain");
}
