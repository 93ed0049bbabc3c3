//! A full disk is an error to the client that writes, and nothing else.

use std::path::Path;
use std::process::Command;

use clientgo::{Key, resources};
use serde_json::{Value, json};

use crate::process::Up;

/// What the files of the cluster may grow to, in blocks of 512 or 1,024 bytes.
const BLOCKS: &str = "3000";
/// More objects than fit into that.
const OBJECTS: u32 = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_finds_no_room_is_refused_and_the_others_stay() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let up = Up::start_as(limited(), dir.path()).await;
    let mut kept = Vec::new();
    let refusal = loop {
        let name = format!("large-{}", kept.len());
        assert!(kept.len() < OBJECTS as usize, "all of them found room");
        match up
            .api
            .create(&resources::CONFIG_MAPS, "default", &large(&name))
            .await
        {
            Ok(_) => kept.push(name),
            Err(refusal) => break refusal,
        }
    };
    assert_eq!((refusal.code(), refusal.reason()), (500, "InternalError"));
    let message = refusal.message();
    assert!(
        message.starts_with("Internal error occurred: storage: "),
        "{message}"
    );
    assert!(!kept.is_empty(), "nothing found room");
    all_are_there(&up, &kept).await;
    assert!(up.interrupt(), "it ends well");

    let up = Up::start(dir.path()).await;
    all_are_there(&up, &kept).await;
    let written = up
        .api
        .create(&resources::CONFIG_MAPS, "default", &large("later"))
        .await;
    written.expect("there is room again");
}

/// `kaeru` as on a disk that is soon full: files that would grow too large cannot be written.
fn limited() -> Command {
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {BLOCKS}; exec \"$@\"");
    command
        .args(["-c", &script, "sh"])
        .arg(Path::new(env!("CARGO_BIN_EXE_kaeru")));
    command
}

fn large(name: &str) -> Value {
    let data = json!({"text": "x".repeat(100_000)});
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data})
}

async fn all_are_there(up: &Up, names: &[String]) {
    for name in names {
        let found = up
            .api
            .get(&resources::CONFIG_MAPS, &Key::new("default", name))
            .await;
        found.expect("it was acknowledged");
    }
}
