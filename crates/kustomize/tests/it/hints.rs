//! What stands under the first line of an error, and what `strict` refuses.

use std::path::Path;

use filesys::Memory;
use kustomize::{Error, ErrorKind, Options};

const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: frontend\n";

/// What is said of a kustomization beside other files, below the directory of the kustomization.
fn refusal_of(kustomization: &str, others: &[(&str, &str)], strict: bool) -> Error {
    let files: Memory = [("/app/kustomization.yaml", kustomization)]
        .iter()
        .chain(others)
        .copied()
        .collect();
    let options = Options {
        strict,
        ..Options::default()
    };
    kustomize::build(&files, Path::new("/app"), &options)
        .and_then(|resources| resources.to_yaml())
        .expect_err("refused")
}

fn refusal(kustomization: &str, strict: bool) -> Error {
    refusal_of(kustomization, &[("/app/d.yaml", DEPLOYMENT)], strict)
}

/// Checks all that stands under the text of an error.
#[track_caller]
fn explains(kustomization: &str, others: &[(&str, &str)], expected: &str) {
    let error = refusal_of(kustomization, others, false);
    assert_eq!(error.explanation(), expected, "{error}");
}

#[test]
fn a_patch_without_a_match_names_the_nearest() {
    let error = refusal(
        "resources: [d.yaml]\npatches:\n- patch: |-\n    {apiVersion: apps/v1, kind: Deployment, metadata: {name: fronted}}\n",
        false,
    );
    let expected = " --> /app/kustomization.yaml:3\n3 | - patch: |-\nhint: the nearest here: Deployment.v1.apps/frontend.[noNs]\n";
    assert_eq!(error.explanation(), expected);
}

#[test]
fn a_missing_resource_names_its_line_and_what_is_there() {
    let error = refusal("resources:\n- d.yaml\n- e.yaml\n", false);
    let expected = " --> /app/kustomization.yaml:3\n3 | - e.yaml\nhint: there is no 'e.yaml' in '/app'; the nearest there: d.yaml, kustomization.yaml\n";
    assert_eq!(error.explanation(), expected);
}

#[test]
fn an_unknown_field_names_the_one_that_was_meant() {
    let error = refusal("namePrefix: a\nresource: [d.yaml]\n", false);
    assert_eq!(
        error.explanation(),
        " --> /app/kustomization.yaml:2\n2 | resource: [d.yaml]\nhint: did you mean \"resources\"?\n"
    );
}

#[test]
fn a_directory_without_a_kustomization_is_told_from_a_missing_one() {
    explains(
        "resources: [base]\n",
        &[("/app/base/x.yaml", DEPLOYMENT)],
        " --> /app/kustomization.yaml:1\n1 | resources: [base]\nhint: there is no 'kustomization.yaml' in '/app/base'; the nearest there: x.yaml\n",
    );
    explains(
        "resources: [../base]\n",
        &[],
        " --> /app/kustomization.yaml:1\n1 | resources: [../base]\nhint: there is no 'base' in '/'; the nearest there: app\n",
    );
}

#[test]
fn a_fault_in_a_resource_is_shown_in_its_file() {
    let map = "# first\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\n";
    let read = |second: &str| format!("{map}{second}");
    let hint = "hint: this is a file and was read as one: the first part of the message says what is wrong with it\n";
    explains(
        "resources: [r.yaml]\n",
        &[("/app/r.yaml", &read("\nkind: ConfigMap\n"))],
        &format!(" --> /app/r.yaml:7\n7 | kind: ConfigMap\n{hint}"),
    );
    explains(
        "resources: [r.yaml]\n",
        &[("/app/r.yaml", &read("a: b\nc: d: e\n"))],
        " --> /app/r.yaml:7\n7 | c: d: e\n",
    );
    explains(
        "resources: [r.yaml]\n",
        &[(
            "/app/r.yaml",
            &read("kind: X\nmetadata:\n  name: x\ndata:\n  a: b\n  a: c\n"),
        )],
        "  --> /app/r.yaml:11\n11 | a: c\nhint: these lines count in the object alone; as it was read: line 6: mapping key \"a\" already defined at line 5\n",
    );
    explains(
        "resources: [r.yaml, s.yaml]\n",
        &[
            ("/app/r.yaml", DEPLOYMENT),
            ("/app/s.yaml", &format!("---\n{DEPLOYMENT}")),
        ],
        &format!(
            " --> /app/kustomization.yaml:1\n1 | resources: [r.yaml, s.yaml]\nhint: one comes from /app/r.yaml:1, the other from /app/s.yaml:2\n{hint}"
        ),
    );
}

#[test]
fn entries_of_lists_are_told_apart() {
    let files = [
        ("/app/d.yaml", DEPLOYMENT),
        (
            "/app/p.yaml",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: fronted}\n",
        ),
    ];
    let nearest = "hint: the nearest here: Deployment.v1.apps/frontend.[noNs]\n";
    explains(
        "resources: [d.yaml]\npatchesStrategicMerge:\n- d.yaml\n- p.yaml\n",
        &files,
        &format!(" --> /app/kustomization.yaml:4\n4 | - p.yaml\n{nearest}"),
    );
    explains(
        "resources: [d.yaml]\nreplicas:\n- name: frontend\n- name: fronted\n",
        &files,
        &format!(" --> /app/kustomization.yaml:4\n4 | - name: fronted\n{nearest}"),
    );
    explains(
        "resources: [d.yaml]\nreplacements:\n- sourceValue: x\n  targets: [{select: {kind: Deployment}, fieldPaths: [spec.x], options: {create: true}}]\n- source: {kind: Deployment, name: fronted}\n  targets: [{select: {kind: Deployment}}]\n",
        &files,
        &format!(
            " --> /app/kustomization.yaml:5\n5 | - source: {{kind: Deployment, name: fronted}}\n{nearest}"
        ),
    );
    explains(
        "resources: [d.yaml]\nreplacements:\n- sourceValue: x\n  targets: [{select: {kind: Deployment}, fieldPaths: [spec.x]}]\n",
        &files,
        " --> /app/kustomization.yaml:3\n3 | - sourceValue: x\nhint: in the target Deployment.v1.apps/frontend.[noNs]\n",
    );
    explains(
        "resources: [d.yaml]\nvars:\n- {name: A, objref: {apiVersion: apps/v1, kind: Deployment, name: frontend}}\n- {name: B, objref: {apiVersion: apps/v1, kind: Deployment, name: fronted}}\n",
        &files,
        &format!(
            " --> /app/kustomization.yaml:4\n4 | - {{name: B, objref: {{apiVersion: apps/v1, kind: Deployment, name: fronted}}}}\n{nearest}"
        ),
    );
}

#[test]
fn a_value_of_the_wrong_type_says_what_it_must_be() {
    for (field, hint) in [
        ("resources: d.yaml", "'resources' must be a list of strings"),
        (
            "namePrefix: 5",
            "'namePrefix' must be a string: put it in quotes",
        ),
        (
            "commonLabels: [a]",
            "'commonLabels' must be a map of strings to strings",
        ),
        ("images: {name: a}", "'images' must be a list"),
        ("replicas: [{count: x}]", "'count' must be a whole number"),
        (
            "labels: [{pairs: {a: b}, includeSelectors: x}]",
            "'includeSelectors' must be true or false",
        ),
    ] {
        let text = format!("# a comment\n{field}\n");
        explains(
            &text,
            &[],
            &format!(" --> /app/kustomization.yaml:2\n2 | {field}\nhint: {hint}\n"),
        );
    }
}

#[test]
fn a_kustomization_that_is_no_yaml_or_names_nothing() {
    explains(
        "namePrefix: a\nresources: [\n",
        &[],
        " --> /app/kustomization.yaml:2\n2 | resources: [\n",
    );
    explains(
        "",
        &[],
        " --> /app/kustomization.yaml:1\n1 | \nhint: '/app/kustomization.yaml' names nothing to build\n",
    );
}

#[test]
fn plugins_are_told_with_their_configuration() {
    explains(
        "namePrefix: a\ntransformers: [t.yaml]\n",
        &[(
            "/app/t.yaml",
            "apiVersion: x/v1\nkind: Foo\nmetadata: {name: a}\n",
        )],
        " --> /app/kustomization.yaml:2\n2 | transformers: [t.yaml]\nhint: its configuration is at /app/t.yaml:1\n",
    );
}

#[test]
fn keys_that_are_no_strings() {
    let error = refusal("resources: [d.yaml]\ncommonLabels: {5: b}\n", false);
    assert_eq!(
        error.explanation(),
        "hint: in Deployment.v1.apps/frontend.[noNs]\nhint: a key that reads as a number or a boolean must stand in quotes\n"
    );
}

#[test]
fn strict_refuses_what_is_silently_without_effect() {
    for (kustomization, text) in [
        (
            "resources: [d.yaml]\nimages: [{name: nope, newTag: x}]\n",
            "no image matches the name 'nope'",
        ),
        (
            "resources: [d.yaml]\npatches: [{target: {kind: X}, patch: '[{\"op\": \"remove\", \"path\": \"/a\"}]'}]\n",
            "the target of a patch matches nothing: [patch: \"[{\\\"op\\\": \\\"remove\\\", \\\"path\\\": \\\"/a\\\"}]\"]",
        ),
        (
            "resources: [d.yaml]\npatches: [{target: {name: x}, patch: '{kind: Deployment, metadata: {name: a}}'}]\n",
            "the target of a patch matches nothing: [patch: \"{kind: Deployment, metadata: {name: a}}\"]",
        ),
        (
            "resources: [d.yaml]\nimages: [{name: a, newTag: x, newTag: y}]\n",
            "the key \"newTag\" is set twice",
        ),
        (
            "resources: [d.yaml]\nresources: [d.yaml]\n",
            "the key \"resources\" is set twice",
        ),
    ] {
        let error = refusal(kustomization, true);
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (ErrorKind::Strict, text),
            "{kustomization}"
        );
    }
    for (field, value) in [
        ("bases", "[]"),
        ("commonLabels", "{a: b}"),
        ("imageTags", "[{name: a}]"),
        ("patchesJson6902", "[{target: {name: a}, patch: '[]'}]"),
        ("patchesStrategicMerge", "[d.yaml]"),
        (
            "vars",
            "[{name: A, objref: {kind: Deployment, name: frontend}}]",
        ),
    ] {
        let text = format!("resources: [d.yaml]\n{field}: {value}\n");
        let error = refusal(&text, true);
        assert_eq!(error.kind(), ErrorKind::Strict);
        assert!(
            error
                .to_string()
                .starts_with(&format!("'{field}' is deprecated.")),
            "{error}"
        );
        assert_eq!(error.place().map(|place| place.line), Some(2));
    }
}
