//! Kustomizations that do not build: an error, exit code 1, and nothing written where the output was to go.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A directory of files by their paths.
fn tree(files: &[(&str, &[u8])]) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (path, content) in files {
        let path = directory.path().join(path);
        fs::create_dir_all(path.parent().expect("inside")).expect("made");
        fs::write(path, content).expect("written");
    }
    directory
}

fn build(root: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kaeru"))
        .args(["kustomize", "build", "app"])
        .args(args)
        .current_dir(root)
        .output()
        .expect("the binary runs")
}

/// Builds `app` into a new file, over a file and into a directory; all must stay as they were.
#[track_caller]
fn refused(directory: &TempDir, complaint: &str) {
    refused_into(directory, &["new.yaml", "old.yaml", "out"], complaint);
}

#[track_caller]
fn refused_into(directory: &TempDir, targets: &[&str], complaint: &str) {
    let root = directory.path();
    fs::write(root.join("old.yaml"), "old\n").expect("written");
    fs::create_dir_all(root.join("out")).expect("made");
    for target in targets {
        let output = build(root, &["-o", target]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(complaint), "{error}");
        assert!(output.stdout.is_empty());
    }
    assert!(!root.join("new.yaml").exists());
    assert_eq!(fs::read(root.join("old.yaml")).expect("there"), b"old\n");
    assert_eq!(fs::read_dir(root.join("out")).expect("there").count(), 0);
}

const MAP: &[u8] = b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n";

fn with_resource(content: &[u8]) -> TempDir {
    tree(&[
        ("app/kustomization.yaml", b"resources: [r.yaml]\n"),
        ("app/r.yaml", content),
    ])
}

fn with_map(kustomization: &str) -> TempDir {
    let text = format!("resources: [r.yaml]\n{kustomization}");
    tree(&[
        ("app/kustomization.yaml", text.as_bytes()),
        ("app/r.yaml", MAP),
    ])
}

#[test]
fn missing_files_and_cycles() {
    refused(&tree(&[]), "lstat");
    let missing = tree(&[("app/kustomization.yaml", b"resources: [r.yaml]\n")]);
    refused(&missing, "no such file or directory");
    let cycle = tree(&[
        ("app/kustomization.yaml", b"resources: [../base]\n"),
        ("base/kustomization.yaml", b"resources: [../app]\n"),
    ]);
    refused(&cycle, "cycle detected");
}

#[test]
fn wrong_types_and_invalid_patches() {
    refused(&with_map("images: 5\n"), "cannot unmarshal number");
    refused(&with_map("nonsense: []\n"), "unknown field");
    refused(
        &with_map("patches: [{patch: 'foo'}]\n"),
        "unable to parse SM or JSON patch",
    );
    let patch = "patches: [{patch: '[{\"op\": \"remove\", \"path\": \"/x\"}]', target: {kind: ConfigMap}}]\n";
    refused(&with_map(patch), "Unable to remove nonexistent key");
    // The fault shows only when the output is written.
    refused(&with_map("commonLabels: {\"5\": x}\n"), "unsupported type");
}

#[test]
fn text_that_is_none() {
    refused(
        &with_resource(b"\x7fELF\x02\x01\x01\x00\x00\xff\xfe"),
        "r.yaml",
    );
    refused(&with_resource(b"kind: \xff\xfe\n"), "r.yaml");
    refused(
        &tree(&[("app/kustomization.yaml", b"namePrefix: \xff\n")]),
        "invalid Kustomization",
    );
}

#[test]
fn shapes_that_no_field_has() {
    let object = |text: &str| with_resource(text.as_bytes());
    refused(&object("kind: X\nmetadata: [x]\n"), "missing metadata.name");
    refused(&object("- a\n"), "missing Resource metadata");
    refused(
        &object("kind: X\nmetadata: {name: x, annotations: [a]}\n"),
        "wrong node kind: expected MappingNode but got SequenceNode",
    );
    refused(&object("a: &a [*b]\n"), "unknown anchor");
    refused(
        &object("kind: X\nmetadata: {name: x}\na: &a {b: *a}\n"),
        "contains itself",
    );
    let twice = "kind: X\nmetadata: {name: x}\na: 1\na: 2\n";
    refused(&object(twice), "already defined");
    let nested = format!("a: {}\n", "[".repeat(20_000));
    refused(&object(&nested), "exceeded max depth");
    refused(
        &tree(&[("app/kustomization.yaml", "{".repeat(20_000).as_bytes())]),
        "exceeded max depth",
    );
    refused(
        &tree(&[("app/kustomization.yaml", b"")]),
        "kustomization.yaml is empty",
    );
}

#[test]
fn files_that_a_field_names_are_what_they_should_not_be() {
    let with = |field: &str, content: &[u8]| {
        let text = format!("resources: [r.yaml]\n{field}\n");
        tree(&[
            ("app/kustomization.yaml", text.as_bytes()),
            ("app/r.yaml", MAP),
            ("app/f", content),
        ])
    };
    let binary = b"\x00\x9f\x92\x96\xff";
    refused(
        &with("patches: [{path: f}]", binary),
        "unable to parse SM or JSON patch",
    );
    refused(
        &with("patches: [{path: f}]", b"kind: ConfigMap\n"),
        "unable to parse SM or JSON patch",
    );
    refused(
        &with("configMapGenerator: [{name: g, envs: [f]}]", binary),
        "has invalid utf8 bytes",
    );
    refused(&with("transformers: [f]", binary), "MalformedYAMLError");
    refused(&with("replacements: [{path: f}]", binary), "yaml: ");
    refused(&with("configurations: [f]", binary), "yaml: ");
    refused(
        &with("crds: [f]", binary),
        "unable to parse open API definition",
    );
    for field in [
        "patches: [{path: nope}]",
        "configMapGenerator: [{name: g, files: [nope]}]",
        "transformers: [nope]",
        "replacements: [{path: nope}]",
        "configurations: [nope]",
        "crds: [nope]",
        "openapi: {path: nope}",
        "components: [nope]",
    ] {
        refused(&with(field, b""), "no such file or directory");
    }
}

#[test]
fn files_and_directories_in_each_others_place() {
    let directory = tree(&[
        ("app/kustomization.yaml", b"resources: [r.yaml/x.yaml]\n"),
        ("app/r.yaml", MAP),
    ]);
    refused(&directory, "not a directory");
    let directory = tree(&[
        (
            "app/kustomization.yaml",
            b"configMapGenerator: [{name: g, files: [d]}]\n",
        ),
        ("app/d/x", b""),
    ]);
    refused(&directory, "must resolve to a file");
    refused(&tree(&[("app", MAP)]), "must build at directory");
    refused(
        &tree(&[("app/kustomization.yaml/x", b"")]),
        "unable to find one of 'kustomization.yaml'",
    );
    let directory = tree(&[("app/kustomization.yaml", b"resources: [r.yaml]\n")]);
    std::os::unix::fs::symlink("r.yaml", directory.path().join("app/r.yaml")).expect("linked");
    refused(&directory, "EvalSymlinks: too many links");
}

#[test]
fn fifty_megabytes() {
    for (byte, complaint) in [
        (0xC3, "r.yaml"),
        (b'[', "exceeded max depth"),
        (b'x', "r.yaml"),
    ] {
        let directory = with_resource(&vec![byte; 50 << 20]);
        refused_into(&directory, &["new.yaml"], complaint);
    }
}

#[test]
fn large_files_are_no_fault() {
    let directory = tree(&[
        (
            "app/kustomization.yaml",
            b"configMapGenerator: [{name: c, files: [big]}]\n",
        ),
        ("app/big", &vec![b'x'; 50 << 20]),
    ]);
    let output = build(directory.path(), &["-o", "new.yaml"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let written = fs::metadata(directory.path().join("new.yaml")).expect("written");
    assert!(written.len() > 50 << 20);
}

#[test]
fn directories_that_may_not_be_read() {
    let directory = tree(&[
        ("app/kustomization.yaml", b"resources: [../base]\n"),
        ("base/kustomization.yaml", b"resources: []\n"),
    ]);
    let base = directory.path().join("base");
    fs::set_permissions(&base, fs::Permissions::from_mode(0o000)).expect("set");
    let readable = fs::read_dir(&base).is_ok();
    if readable {
        println!("skipped: this user may read everything");
    } else {
        refused(&directory, "permission denied");
    }
    fs::set_permissions(&base, fs::Permissions::from_mode(0o755)).expect("set");
}

#[test]
fn output_that_cannot_be_written() {
    let directory = with_map("");
    let output = build(directory.path(), &["-o", "nowhere/x.yaml"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "Error: open nowhere/x.yaml: no such file or directory\n"
    );
}

/// The names of the files in a directory, as `kubectl kustomize -o` of kubectl 1.37.1 writes them.
#[test]
fn one_file_for_each_resource() {
    let resources = b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: one}\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: b}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: one}\n";
    let directory = with_resource(resources);
    fs::create_dir(directory.path().join("out")).expect("made");
    let output = build(directory.path(), &["-o", "out"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let mut names: Vec<_> = fs::read_dir(directory.path().join("out"))
        .expect("there")
        .map(|entry| {
            entry
                .expect("read")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "default_apps_v1_deployment_b.yaml",
            "one_v1_configmap_a.yaml",
            "v1_namespace_one.yaml"
        ]
    );
    let written = fs::read_to_string(directory.path().join("out/v1_namespace_one.yaml"));
    assert_eq!(
        written.expect("read"),
        "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: one\n"
    );
}
