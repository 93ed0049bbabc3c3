//! What becomes of comments, of order and of texts that are written in another way.

use super::edit;

#[test]
fn a_comment_in_a_block_scalar_is_taken_for_one() {
    let before = "resources:
- one.yaml
patches:
- patch: |-
    # shown twice
    - op: add
      path: /data
      value: {}
  target: {kind: ConfigMap}
";
    let after = "resources:
- one.yaml
    # shown twice
patches:
- patch: |-
    # shown twice
    - op: add
      path: /data
      value: {}
  target:
    kind: ConfigMap
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: x
";
    assert_eq!(edit(before, &["set", "namespace", "x"]).file, after);
}

/// What `set namespace x` makes of a text.
fn with_namespace(before: &str, after: &str) {
    let outcome = edit(before, &["set", "namespace", "x"]);
    assert_eq!(outcome.file, after, "{before}");
}

const TYPE: &str = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";

#[test]
fn comments_stay_when_their_field_goes() {
    let before = "resources:\n- one.yaml\n# note of prefix\nnamePrefix: a-\n";
    let after = format!("resources:\n- one.yaml\n# note of prefix\n{TYPE}");
    assert_eq!(edit(before, &["set", "nameprefix", ""]).file, after);
    with_namespace(
        "# v\nvars: []\nresources: []\n",
        &format!("# v\n{TYPE}namespace: x\n"),
    );
}

#[test]
fn what_stands_behind_the_last_field_is_lost() {
    with_namespace("# only\n# comments\n", &format!("{TYPE}namespace: x\n"));
    with_namespace("", &format!("{TYPE}namespace: x\n"));
}

#[test]
fn order_and_names_of_fields() {
    with_namespace(
        "---\nresources:\n- one.yaml\n",
        &format!("resources:\n- one.yaml\n{TYPE}namespace: x\n"),
    );
    // A repeated key is written twice with its last value.
    with_namespace(
        "resources:\n- one.yaml\nresources:\n- two.yaml\n",
        &format!("resources:\n- two.yaml\nresources:\n- two.yaml\n{TYPE}namespace: x\n"),
    );
    // A last line without its end loses its place.
    with_namespace(
        "Resources:\n- one.yaml\nnameprefix: a",
        &format!("resources:\n- one.yaml\n{TYPE}namePrefix: a\nnamespace: x\n"),
    );
    with_namespace(
        "{\"resources\": [\"one.yaml\"]}",
        &format!("{TYPE}resources:\n- one.yaml\nnamespace: x\n"),
    );
}

#[test]
fn carriage_returns_stay_in_comments_alone() {
    with_namespace(
        "resources:\r\n# c\r\n- one.yaml\r\n\r\nnamespace: a\r\n",
        &format!("# c\r\nresources:\n- one.yaml\nnamespace: x\n{TYPE}"),
    );
}

#[test]
fn values_are_those_of_yaml_1_1() {
    with_namespace(
        "commonAnnotations: {n: \"1\"}\nhelmCharts:\n- valuesInline: {a: y, c: 0777, d: 1.50}\n",
        &format!(
            "commonAnnotations:\n  \"false\": \"1\"\nhelmCharts:\n- valuesInline:\n    a: true\n    c: 511\n    d: 1.5\n{TYPE}namespace: x\n"
        ),
    );
}
