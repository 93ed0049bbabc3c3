//! Charts in a kustomization, rendered in the process of the build.

use std::path::Path;
use std::process::{Command, Output};

fn build(args: &[&str]) -> Output {
    kaeru(&["kustomize", "build"], args)
}

fn kaeru(command: &[&str], args: &[&str]) -> Output {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/helm-charts");
    let output = Command::new(env!("CARGO_BIN_EXE_kaeru"))
        .args(command)
        .args(args)
        .current_dir(case)
        .env("PATH", "")
        .output();
    output.expect("the binary runs")
}

#[test]
fn a_chart_is_rendered_as_the_real_tools_do_and_without_a_helm_binary() {
    let output = build(&["--enable-helm", "."]);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaint, "");
    let expected = include_str!("../cases/helm-charts/expected.yaml");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn kubectl_renders_charts_too() {
    let output = kaeru(&["kubectl", "kustomize"], &[".", "--enable-helm"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let expected = include_str!("../cases/helm-charts/expected.yaml");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn charts_have_to_be_asked_for() {
    for command in [["kustomize", "build"], ["kubectl", "kustomize"]] {
        let output = kaeru(&command, &["."]);
        assert_eq!(output.status.code(), Some(1));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            complaint.contains("must specify --enable-helm"),
            "{complaint}"
        );
    }
}
