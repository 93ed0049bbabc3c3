//! The command line around builds: new files, versions, completion, and what is not there.

use std::fs;
use std::path::Path;

use cobra::Capture;

/// The exit code, stdout and stderr of a command line in a directory.
fn kustomize(directory: &Path, words: &[&str]) -> (u8, String, String) {
    let mut capture = Capture {
        cwd: directory.to_path_buf(),
        ..Capture::default()
    };
    let words: Vec<String> = words.iter().copied().map(str::to_owned).collect();
    let code = crate::kustomize::run(&words, &mut capture.io());
    (code, capture.out(), capture.err())
}

fn with_files(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (path, text) in files {
        let path = directory.path().join(path);
        fs::create_dir_all(path.parent().expect("inside")).expect("made");
        fs::write(path, text).expect("written");
    }
    directory
}

const MAP: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n";

/// What `create` writes with these words.
fn creates(words: &[&str], lines: &str) {
    let directory = with_files(&[
        ("one.yaml", MAP),
        ("two.txt", MAP),
        ("empty", ""),
        ("README.md", "Some words.\n"),
        ("binary", "\u{0}\u{1}"),
        ("sub/three.yaml", MAP),
        ("base/kustomization.yml", "resources: [four.yaml]\n"),
        ("base/four.yaml", MAP),
    ]);
    let (code, out, err) = kustomize(directory.path(), &[&["create"], words].concat());
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""), "{words:?}");
    let file = fs::read_to_string(directory.path().join("kustomization.yaml")).expect("written");
    let head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";
    assert_eq!(file, format!("{head}{lines}"), "{words:?}");
}

#[test]
fn new_kustomizations() {
    creates(&[], "");
    creates(
        &["--resources", "one.yaml,base"],
        "resources:\n- one.yaml\n- base\n",
    );
    creates(
        &[
            "--namespace",
            "team",
            "--nameprefix",
            "p-",
            "--namesuffix",
            "-s",
        ],
        "namePrefix: p-\nnameSuffix: -s\nnamespace: team\n",
    );
    creates(
        &["--labels", "a:b,c:d", "--annotations", "e:\"f:g\""],
        "commonLabels:\n  a: b\n  c: d\ncommonAnnotations:\n  e: f:g\n",
    );
    creates(
        &["--autodetect"],
        "resources:\n- empty\n- one.yaml\n- two.txt\n",
    );
    creates(
        &["--autodetect", "--recursive"],
        "resources:\n- base\n- empty\n- one.yaml\n- sub/three.yaml\n- two.txt\n",
    );
}

#[test]
fn refused_kustomizations() {
    let directory = with_files(&[("kustomization.yaml", "")]);
    let (code, _, err) = kustomize(directory.path(), &["create"]);
    assert_eq!(code, 1);
    assert!(
        err.starts_with("Error: kustomization file already exists\n"),
        "{err}"
    );
    let directory = with_files(&[]);
    for words in [["--resources", "nope"], ["--labels", ":x"]] {
        let (code, _, err) = kustomize(directory.path(), &[&["create"], &words[..]].concat());
        assert_eq!(code, 1, "{err}");
        assert!(!directory.path().join("kustomization.yaml").exists());
    }
}

#[test]
fn versions() {
    let directory = with_files(&[]);
    let out = |words: &[&str]| kustomize(directory.path(), &[&["version"], words].concat()).1;
    let version = format!("v5.8.1+kaeru.{}", env!("CARGO_PKG_VERSION"));
    assert_eq!(out(&[]), format!("{version}\n"));
    assert_eq!(out(&["--short"]), format!("{{{version}  }}\n"));
    assert_eq!(out(&["-o", "yaml"]), format!("version: {version}\n"));
    assert_eq!(
        out(&["-o", "json"]),
        format!("{{\n  \"version\": \"{version}\"\n}}\n")
    );
    let (code, _, err) = kustomize(directory.path(), &["version", "-o", "x"]);
    assert_eq!(code, 1);
    assert!(
        err.starts_with("Error: --output must be 'yaml' or 'json'\n"),
        "{err}"
    );
}

#[test]
fn commands_that_are_not_there_say_so() {
    let directory = with_files(&[]);
    for name in ["localize", "cfg", "fn", "openapi"] {
        let (code, out, err) = kustomize(directory.path(), &[name, "--any", "thing"]);
        assert_eq!((code, out.as_str()), (1, ""));
        let message = format!("Error: \"kustomize {name}\" is not available in Kaeru");
        assert!(err.starts_with(&message), "{err}");
    }
    let (code, out, err) = kustomize(directory.path(), &["biuld"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(
        err,
        "Error: unknown command \"biuld\" for \"kustomize\"\n\nDid you mean this?\n\tbuild\n\nRun 'kustomize --help' for usage.\n"
    );
}

/// The candidates for the last word, and the number of what the shell is to do.
fn completes(directory: &Path, words: &[&str], expected: &[&str], directive: u8) {
    let (code, out, _) = kustomize(directory, &[&["__completeNoDesc"], words].concat());
    let expected: String = expected.iter().map(|word| format!("{word}\n")).collect();
    assert_eq!(
        (code, out),
        (0, format!("{expected}:{directive}\n")),
        "{words:?}"
    );
}

const NOTHING_ELSE: u8 = 4;
const FILES: u8 = 0;
const DIRECTORIES: u8 = 16;

#[test]
fn commands_and_paths_are_completed() {
    let directory = with_files(&[]);
    let completes = |words: &[&str], expected: &[&str], directive| {
        completes(directory.path(), words, expected, directive);
    };
    completes(
        &[""],
        &["build", "completion", "create", "edit", "help", "version"],
        NOTHING_ELSE,
    );
    completes(
        &["edit", ""],
        &["add", "alpha-list-builtin-plugin", "fix", "remove", "set"],
        NOTHING_ELSE,
    );
    completes(
        &["edit", "set", "name"],
        &["nameprefix", "namespace", "namesuffix"],
        NOTHING_ELSE,
    );
    completes(&["build", ""], &[], DIRECTORIES);
    completes(&["build", "app", ""], &[], NOTHING_ELSE);
    completes(&["build", "-o", ""], &[], FILES);
    completes(
        &["build", "--load-restrictor", ""],
        &["LoadRestrictionsNone", "LoadRestrictionsRootOnly"],
        NOTHING_ELSE,
    );
    completes(&["edit", "add", "resource", ""], &[], FILES);
    completes(&["edit", "add", "base", ""], &[], DIRECTORIES);
    completes(
        &["edit", "add", "buildmetadata", "m"],
        &["managedByLabel"],
        NOTHING_ELSE,
    );
    completes(&["version", "--output", "y"], &["yaml"], NOTHING_ELSE);
}

#[test]
fn what_the_file_has_is_completed() {
    let file = "resources: [a.yaml, b.yaml]\nimages: [{name: nginx}]\ncommonLabels: {app: web}\nconfigMapGenerator: [{name: settings}]\n";
    let directory = with_files(&[("kustomization.yaml", file)]);
    let completes = |words: &[&str], expected: &[&str]| {
        completes(directory.path(), words, expected, NOTHING_ELSE);
    };
    completes(&["edit", "remove", "resource", ""], &["a.yaml", "b.yaml"]);
    completes(&["edit", "remove", "resource", "a.yaml", ""], &["b.yaml"]);
    completes(&["edit", "remove", "label", ""], &["app"]);
    completes(&["edit", "set", "image", "n"], &["nginx"]);
    completes(&["edit", "set", "configmap", ""], &["settings"]);
}

#[test]
fn shells_are_taught() {
    let directory = with_files(&[]);
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let (code, out, _) = kustomize(directory.path(), &["completion", shell]);
        assert_eq!(code, 0);
        assert!(
            out.contains("kustomize") && out.contains("__complete"),
            "{out}"
        );
    }
    let (code, _, err) = kustomize(directory.path(), &["completion", "csh"]);
    assert_eq!(code, 1);
    assert!(
        err.starts_with("Error: invalid argument \"csh\" for \"kustomize completion\"\n"),
        "{err}"
    );
}
