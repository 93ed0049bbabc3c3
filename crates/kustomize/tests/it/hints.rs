//! What stands under the first line of an error, and what `strict` refuses.

use std::path::Path;

use filesys::Memory;
use kustomize::{Error, ErrorKind, Options};

const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: frontend\n";

fn refusal(kustomization: &str, strict: bool) -> Error {
    let files: Memory = [
        ("/app/kustomization.yaml", kustomization),
        ("/app/d.yaml", DEPLOYMENT),
    ]
    .into_iter()
    .collect();
    kustomize::build(
        &files,
        Path::new("/app"),
        &Options {
            strict,
            ..Options::default()
        },
    )
    .expect_err("refused")
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
    let error = refusal("resources: [d.yaml]\ncommonLabels: {a: b}\n", true);
    assert!(
        error
            .to_string()
            .starts_with("'commonLabels' is deprecated."),
        "{error}"
    );
}
