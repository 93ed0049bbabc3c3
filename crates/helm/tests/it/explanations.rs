//! What stands under Helm's text of an error: the line, the way there, what is missing, what was rendered.

use crate::world::{helm, write};

const CHART: &str = "apiVersion: v2\nname: c\nversion: 0.1.0\n";

/// What `helm template` adds to the error of a chart with these files.
fn added(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), &[("c/Chart.yaml", CHART)]);
    write(folder.path(), files);
    let failed = helm(folder.path(), &["template", "x", "c"]);
    assert_eq!(failed.code, 1, "{}", failed.err);
    let (_, added) = failed
        .err
        .split_once("Use --debug flag to render out invalid YAML\n")
        .expect("Helm's text");
    added.to_owned()
}

fn of_template(template: &str, values: &str) -> String {
    added(&[("c/templates/a.yaml", template), ("c/values.yaml", values)])
}

#[test]
fn a_path_is_followed_as_far_as_it_goes() {
    assert_eq!(
        of_template(
            "kind: X\na: {{ .Values.image.tag.name }}\n",
            "image: {repository: nginx, tags: [a]}\n"
        ),
        "
  --> c/templates/a.yaml:2
2 | a: {{ .Values.image.tag.name }}
  |              ^
  looked up .Values.image.tag.name: .Values.image has no tag; it has tags, repository
"
    );
    assert_eq!(
        of_template("a: {{ .Values.name.first }}\n", "name: bob\n"),
        "
  --> c/templates/a.yaml:1
1 | a: {{ .Values.name.first }}
  |              ^
  looked up .Values.name.first: .Values.name has no keys, so there is no first in it
"
    );
}

#[test]
fn the_way_leads_through_includes_and_tpl() {
    let files = [
        (
            "c/templates/a.yaml",
            "{{ range .Values.items }}\n{{ include \"item\" (dict \"it\" . \"root\" $) }}\n{{ end }}\n",
        ),
        (
            "c/templates/_h.tpl",
            "{{ define \"item\" }}\n{{ tpl .it .root }}\n{{ end }}\n",
        ),
        (
            "c/values.yaml",
            "items: ['ok: 1', 'x: {{ .Values.item.deep }}']\n",
        ),
    ];
    assert_eq!(
        added(&files),
        "
  --> gotpl:1
1 | x: {{ .Values.item.deep }}
  |              ^
  reached from c/templates/_h.tpl:2: tpl .it .root
  reached from c/templates/a.yaml:2: include \"item\" (dict \"it\" . \"root\" $)
  looked up .Values.item.deep: .Values has no item; it has items
"
    );
}

#[test]
fn a_circle_is_not_walked_a_thousand_times() {
    let files = [
        ("c/templates/a.yaml", "{{ include \"r\" . }}\n"),
        (
            "c/templates/_h.tpl",
            "{{ define \"r\" }}{{ include \"r\" . }}{{ end }}\n",
        ),
    ];
    let added = added(&files);
    assert!(added.lines().count() < 20, "{added}");
    assert!(added.contains("\n  ... and so on, "), "{added}");
    assert!(
        added.ends_with("\n  reached from c/templates/a.yaml:1: include \"r\" .\n"),
        "{added}"
    );
}

#[test]
fn names_of_templates_are_compared_with_those_that_are_there() {
    for call in [
        "{{ include \"c.lables\" . }}",
        "{{ template \"c.lables\" . }}",
    ] {
        let files = [
            ("c/templates/a.yaml", call),
            (
                "c/templates/_h.tpl",
                "{{- define \"c.labels\" }}{{ end }}{{ define \"c.name\" -}}{{ end }}\n",
            ),
        ];
        let added = added(&files);
        assert!(
            added.ends_with("\n  no file defines \"c.lables\"; there are c.labels, c.name\n"),
            "{added}"
        );
    }
    let alone = of_template("{{ include \"x\" . }}", "");
    assert!(
        alone.ends_with("\n  no file defines \"x\", or any other template\n"),
        "{alone}"
    );
}

#[test]
fn an_unparsable_document_is_shown_with_where_it_came_from() {
    assert_eq!(
        of_template("kind: X\n---\nkind: Y\na: {{ .Values.v }}\n", "v: 'b: c'\n"),
        "
rendered from c/templates/a.yaml, line 2 of the document:
  1 | kind: Y
> 2 | a: b: c
which looks like line 4 of the template:
4 | a: {{ .Values.v }}
"
    );
    let files = [
        (
            "c/templates/a.yaml",
            "kind: X\nmetadata:\n  {{ include \"l\" . }}\n",
        ),
        (
            "c/templates/_h.tpl",
            "{{ define \"l\" }}labels:\n    a: b\n  some: d: e{{ end }}\n",
        ),
    ];
    assert_eq!(
        added(&files),
        "
rendered from c/templates/a.yaml, line 5 of the document:
  2 | metadata:
  3 |   labels:
  4 |     a: b
> 5 |   some: d: e
which looks like line 3 of c/templates/_h.tpl:
3 |   some: d: e{{ end }}
"
    );
}

#[test]
fn a_document_of_the_wrong_shape_is_shown_too() {
    assert_eq!(
        of_template("{{ .Values.text }}\n", "text: only words\n"),
        "
rendered from c/templates/a.yaml, line 1 of the document:
> 1 | only words
"
    );
    assert_eq!(
        of_template("kind: X\nmetadata: {{ .Values.meta }}\n", "meta: 3\n"),
        "
rendered from c/templates/a.yaml, line 2 of the document:
  1 | kind: X
> 2 | metadata: 3
which looks like line 2 of the template:
2 | metadata: {{ .Values.meta }}
"
    );
}

#[test]
fn what_the_template_raises_is_traced() {
    let files = [
        ("c/templates/a.yaml", "kind: X\na: {{ include \"h\" . }}\n"),
        (
            "c/templates/_h.tpl",
            "{{ define \"h\" }}{{ required \"need x\" .Values.x }}{{ end }}\n",
        ),
    ];
    assert_eq!(
        added(&files),
        "
  --> c/templates/_h.tpl:1
1 | {{ define \"h\" }}{{ required \"need x\" .Values.x }}{{ end }}
  |                    ^
  reached from c/templates/a.yaml:2: include \"h\" .
"
    );
}

#[test]
fn a_text_that_is_no_template_is_shown_at_its_fault() {
    assert_eq!(
        of_template("kind: X\na: {{ .Values.x | toYml }}\n", ""),
        "
  --> c/templates/a.yaml:2
2 | a: {{ .Values.x | toYml }}
  |                   ^
"
    );
}

#[test]
fn values_that_are_no_yaml_are_shown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        &[("c/Chart.yaml", CHART), ("v.yaml", "a:\n  b: 1\n c: 2\n")],
    );
    let failed = helm(folder.path(), &["template", "x", "c", "-f", "v.yaml"]);
    let (_, added) = failed.err.split_once("\n\n").expect("an explanation");
    assert_eq!(
        added,
        "v.yaml, line 3:\n  1 | a:\n  2 |   b: 1\n> 3 |  c: 2\n"
    );
}
