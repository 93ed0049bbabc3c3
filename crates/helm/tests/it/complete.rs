//! What shells get to complete, beside what Helm gives them. Descriptions are our own words.

use std::path::Path;

use crate::world::{Outcome, helm_with, write};

const HINT: &str =
    "_activeHelp_ This command does not take any more arguments (but may accept flags).";

const CONFIG: &str = "apiVersion: \"\"
repositories:
- {name: loc, url: 'http://127.0.0.1:9'}
- {name: zeta, url: 'http://127.0.0.1:8'}
";

const INDEX: &str = "apiVersion: v1
entries:
  demo:
  - {name: demo, version: 0.1.0, appVersion: '1.16', created: '2026-12-01T02:03:04Z'}
  - {name: demo, version: 1.0.0, deprecated: true}
  lib:
  - {name: lib, version: 0.2.0}
";

const KUBECONFIG: &str = "current-context: b
contexts:
- {name: b, context: {cluster: k2, user: u}}
- {name: a, context: {cluster: k1, user: u}}
";

fn ask(directory: &Path, words: &[&str]) -> Outcome {
    let home = directory.join("home").display().to_string();
    let words = [&["__complete"], words].concat();
    helm_with(&[("HOME", &home)], directory, &words)
}

fn world() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = "home/.cache/helm/repository";
    write(
        folder.path(),
        &[
            ("home/.config/helm/repositories.yaml", CONFIG),
            (&format!("{cache}/loc-index.yaml"), INDEX),
            (&format!("{cache}/loc-charts.txt"), "demo\nlib\n"),
            ("home/.kube/config", KUBECONFIG),
            ("lib/Chart.yaml", ""),
            ("other/Chart.yaml", ""),
        ],
    );
    folder
}

/// The candidates without their descriptions, and the directive.
fn answer(directory: &Path, words: &[&str]) -> Vec<String> {
    let out = ask(directory, words).out;
    out.lines()
        .map(|line| line.split('\t').next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn charts_are_those_of_repositories_urls_and_paths() {
    let folder = world();
    let given = |words: &[&str]| answer(folder.path(), words).join(" ");
    let all = "loc/ zeta/ oci:// https:// http:// file://";
    assert_eq!(given(&["template", "x", ""]), format!("{all} ./ / :2"));
    assert_eq!(given(&["template", "-g", ""]), format!("{all} ./ / :2"));
    assert_eq!(given(&["show", "all", ""]), format!("{all} ./ / :2"));
    assert_eq!(given(&["upgrade", "x", ""]), format!("{all} ./ / :2"));
    assert_eq!(given(&["pull", ""]), format!("{all} :6"));
    assert_eq!(given(&["template", "x", "l"]), "loc/ lib :2");
    assert_eq!(given(&["template", "x", "http"]), "https:// http:// :2");
    assert_eq!(given(&["template", "x", "o"]), "oci:// other :2");
    assert_eq!(given(&["template", "x", "./"]), ":0");
    assert_eq!(given(&["template", "x", "loc/d"]), "loc/demo loc/lib :0");
    assert_eq!(given(&["pull", "loc/"]), "loc/demo loc/lib :4");
    assert_eq!(given(&["template", ""]), ":4");
    assert_eq!(given(&["install", "x", "y", ""]), ":4");
    assert_eq!(given(&["pull", "x", ""]), ":4");
}

#[test]
fn versions_are_those_of_the_index() {
    let folder = world();
    let given = |words: &[&str]| ask(folder.path(), words).out;
    let versions = "1.0.0\tdeprecated\n0.1.0\tapp 1.16, of 2026-12-01\n:4\n";
    assert_eq!(given(&["pull", "loc/demo", "--version", ""]), versions);
    assert_eq!(
        given(&["template", "x", "loc/demo", "--version", "9"]),
        versions
    );
    assert_eq!(
        given(&["install", "-g", "loc/demo", "--version", ""]),
        versions
    );
    assert_eq!(
        given(&["upgrade", "x", "loc/demo", "--version", ""]),
        versions
    );
    assert_eq!(given(&["template", "loc/demo", "--version", ""]), ":4\n");
    assert_eq!(given(&["pull", "loc/nope", "--version", ""]), ":4\n");
    assert_eq!(given(&["package", "--version", ""]), ":0\n");
}

#[test]
fn repositories_complete_once() {
    let folder = world();
    let given = |words: &[&str]| ask(folder.path(), words).out;
    assert_eq!(
        given(&["repo", "remove", "q"]),
        "loc\thttp://127.0.0.1:9\nzeta\thttp://127.0.0.1:8\n:4\n"
    );
    assert_eq!(
        given(&["repo", "update", "loc", ""]),
        "zeta\thttp://127.0.0.1:8\n:4\n"
    );
    assert_eq!(given(&["repo", "add", "x", ""]), ":4\n");
}

#[test]
fn commands_say_when_they_take_no_more() {
    let folder = world();
    for words in [
        &["create", "x", ""][..],
        &["version", ""],
        &["list", ""],
        &["completion", "bash", ""],
        &["env", "x", ""],
        &["show", "chart", "x", ""],
        &["repo", "list", ""],
        &["repo", "index", "x", ""],
        &["repo", "add", "x", "y", ""],
        &["upgrade", "x", "y", ""],
        &["status", "x", ""],
        &["get", "values", "x", ""],
    ] {
        assert_eq!(ask(folder.path(), words).out, format!("{HINT}\n:4\n"));
    }
    assert_eq!(ask(folder.path(), &["create", ""]).out, ":0\n");
}

#[test]
fn values_of_flags_and_names_of_variables_complete() {
    let folder = world();
    let given = |words: &[&str]| answer(folder.path(), words).join(" ");
    assert_eq!(given(&["list", "-o", "j"]), "json table yaml :4");
    assert_eq!(
        ask(folder.path(), &["--kube-context", ""]).out,
        "a\tk1\nb\tk2\n:4\n"
    );
    let variables = given(&["env", ""]);
    assert!(
        variables.starts_with("HELM_BIN HELM_BURST_LIMIT "),
        "{variables}"
    );
    assert!(
        variables.ends_with(" HELM_REPOSITORY_CONFIG :4"),
        "{variables}"
    );
}
