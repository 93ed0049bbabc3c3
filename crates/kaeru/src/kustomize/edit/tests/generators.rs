//! Entries of the two generator fields.

use super::{REWRITTEN, appends, edit, fails};

#[test]
fn generators_are_added_and_changed() {
    appends(
        &[
            "add",
            "configmap",
            "app",
            "--from-literal=k=v",
            "--from-literal=n=1",
            "--from-file=p.yaml",
            "--from-file=cfg=one.yaml",
        ],
        "configMapGenerator:\n- files:\n  - p.yaml\n  - cfg=one.yaml\n  literals:\n  - k=v\n  - n=1\n  name: app\n",
    );
    appends(
        &[
            "add",
            "configmap",
            "app",
            "--from-env-file=p.yaml",
            "--behavior=merge",
            "--namespace",
            "x",
            "--disableNameSuffixHash",
        ],
        "configMapGenerator:\n- behavior: merge\n  envs:\n  - p.yaml\n  name: app\n  namespace: x\n  options:\n    disableNameSuffixHash: true\n",
    );
    appends(
        &["add", "secret", "tok", "--from-literal=k=v"],
        "secretGenerator:\n- literals:\n  - k=v\n  name: tok\n  type: Opaque\n",
    );
    let generated =
        format!("{REWRITTEN}configMapGenerator:\n- literals:\n  - a=1\n  - b=2\n  name: app\n");
    assert_eq!(
        edit(
            &generated,
            &["set", "configmap", "app", "--from-literal=a=7"]
        )
        .file,
        generated.replace("a=1", "a=7")
    );
    assert_eq!(
        edit(
            &generated,
            &["add", "configmap", "app", "--from-literal=z=9"]
        )
        .file,
        generated.replace("b=2", "b=2\n  - z=9")
    );
    assert_eq!(
        edit(&generated, &["remove", "configmap", "app"]).file,
        REWRITTEN
    );
    let missing = edit(
        &generated,
        &["set", "configmap", "app", "--from-literal=zz=7"],
    );
    assert!(missing.err.starts_with("Error: failed to create configmap: failed to update literal sources: key 'zz' not found in resource\n"), "{}", missing.err);
    fails(
        &["remove", "configmap", "app"],
        "no specified configmap(s) were found in the kustomization.yaml file",
    );
    fails(
        &[
            "add",
            "configmap",
            "app",
            "--from-literal=a=b",
            "--behavior=x",
        ],
        "failed to validate flags: invalid behavior: must be one of \"create\", \"merge\", or \"replace\"",
    );
}

const GENERATED: &str = "resources:
- one.yaml
generatorOptions:
  disableNameSuffixHash: true
  labels:
    g: h
configMapGenerator:
- literals:
  - a=1
  name: app
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
";

#[test]
fn the_options_for_all_are_written_into_an_entry_that_changes() {
    let options =
        "  name: app\n  options:\n    disableNameSuffixHash: true\n    labels:\n      g: h\n";
    let set = edit(
        GENERATED,
        &["set", "configmap", "app", "--from-literal=a=7"],
    );
    let after = GENERATED.replace("  name: app\n", options);
    assert_eq!(set.file, after.replace("a=1", "a=7"));
    let words = ["--namespace", "default", "--from-literal=z=2"];
    let added = edit(
        GENERATED,
        &[&["add", "configmap", "app"], &words[..]].concat(),
    );
    assert_eq!(added.file, after.replace("a=1", "a=1\n  - z=2"));
}

#[test]
fn entries_that_make_no_object_are_refused() {
    let refused = |words: &[&str], message: &str| {
        let outcome = edit(GENERATED, words);
        assert_eq!((outcome.code, outcome.file.as_str()), (1, GENERATED));
        let message = format!("Error: {message}\n");
        assert!(outcome.err.contains(&message), "{words:?}: {}", outcome.err);
    };
    refused(
        &["add", "configmap", "new", "--from-literal=z"],
        "failed to create configmap: loading KV pairs: literal sources [z]: invalid literal source z, expected key=value",
    );
    refused(
        &["add", "secret", "new", "--from-file=k=t*.yaml"],
        "failed to expand file source: 'pattern 'k=t*.yaml' catches files [three.yaml two.yaml], should catch only one",
    );
    refused(
        &["add", "configmap", "new", "--from-file=nope"],
        "failed to validate flags: at least from-env-file, or from-file or from-literal must be set",
    );
    refused(
        &["set", "secret", "nope", "--from-literal=a=7"],
        "failed to create secret: could not set new Secret value: unable to find Secret with name \"nope\"",
    );
    refused(
        &["set", "configmap", "app"],
        "failed to validate flags: at least one of [--from-literal, --new-namespace] must be specified",
    );
    refused(
        &["remove", "configmap", "app", "b"],
        "too many arguments: [app b]; to provide multiple configmaps to remove, please separate configmap names by commas",
    );
}

#[test]
fn names_that_are_not_there_are_told() {
    let removed = edit(GENERATED, &["remove", "configmap", "app,nope"]);
    assert_eq!(
        (removed.code, removed.err.as_str()),
        (0, "configmap nope doesn't exist in kustomization file\n")
    );
    assert!(!removed.file.contains("configMapGenerator"));
}

#[test]
fn a_generator_moves_to_another_namespace() {
    let words = ["set", "configmap", "app", "--new-namespace", "other"];
    let moved = edit(GENERATED, &words).file;
    assert!(
        moved.contains("  name: app\n  namespace: other\n"),
        "{moved}"
    );
}
