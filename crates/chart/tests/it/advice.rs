use std::path::Path;

use chart::{Chart, ValuesFile};
use gostd::time::{Location, Time};

const CHART: &str = "apiVersion: v2\nname: c\nversion: 0.1.0\n";

fn write(directory: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
}

/// What is said of values beside these files of a chart.
fn advice(values: &str, files: &[(&str, &str)]) -> Vec<String> {
    let directory = tempfile::tempdir().expect("a temporary folder");
    write(directory.path(), &[("Chart.yaml", CHART)]);
    write(directory.path(), files);
    let chart = Chart::load(directory.path()).expect("a chart");
    let environment = sprig::Environment::new(Time::zero, |bytes| bytes.fill(4), Location::Utc);
    let file = ValuesFile {
        name: "values.yaml",
        text: values.as_bytes(),
    };
    let advice = chart.advise(&[file], &environment);
    advice.iter().map(ToString::to_string).collect()
}

fn unread(values: &str, template: &str) -> Vec<String> {
    let said = advice(values, &[("templates/a.yaml", template)]);
    let keys = said.iter().map(|line| {
        let key = line.split("no template reads .Values.").nth(1);
        key.unwrap_or(line).to_owned()
    });
    keys.collect()
}

#[test]
fn the_topmost_key_that_nothing_reads_is_named_with_its_line() {
    let values = "image:\n  tag: v1\nimgae:\n  tag: v2\n";
    assert_eq!(
        advice(
            values,
            &[("templates/a.yaml", "a: {{ .Values.image.tag }}")]
        ),
        ["values.yaml:3: no template reads .Values.imgae"]
    );
    let deeper = "image:\n  tag: v1\n  tga: v2\n";
    assert_eq!(unread(deeper, "a: {{ .Values.image.tag }}"), ["image.tga"]);
}

#[test]
fn what_goes_into_a_function_is_read_as_a_whole() {
    let values = "a: {b: 1}\n";
    for template in [
        "{{ toYaml .Values.a }}",
        "{{ include \"x\" .Values }}",
        "{{ range $k, $v := .Values.a }}{{ $v }}{{ end }}",
        "{{ with .Values.a }}{{ toYaml . }}{{ end }}",
        "{{ index .Values \"a\" \"b\" }}",
        "{{ $a := .Values.a }}{{ $a.b }}",
        "{{ (.Values.AsMap).a.b }}",
        "{{ define \"d\" }}{{ .root.Values.a.b }}{{ end }}",
    ] {
        assert_eq!(unread(values, template), Vec::<String>::new(), "{template}");
    }
    assert_eq!(unread(values, "{{ if .Values.a }}{{ end }}"), ["a.b"]);
    assert_eq!(
        unread(values, "{{ with .Values.a }}{{ .c }}{{ end }}"),
        ["a.b"]
    );
}

#[test]
fn elements_of_lists_are_looked_into() {
    let values = "hosts:\n- name: a\n  prot: 80\n";
    assert_eq!(
        unread(values, "{{ range .Values.hosts }}{{ .name }}{{ end }}"),
        ["hosts[].prot"]
    );
}

#[test]
fn texts_in_values_may_be_templates() {
    let values = "host: h\nurl: http://{{ .Values.host }}\n";
    assert_eq!(
        unread(values, "{{ tpl .Values.url . }}"),
        Vec::<String>::new()
    );
}

#[test]
fn contained_charts_read_what_is_theirs() {
    let said = advice(
        "s:\n  read: 1\n  not: 2\nglobal:\n  g: 1\n  h: 2\nother: 1\n",
        &[
            (
                "charts/s/Chart.yaml",
                "apiVersion: v2\nname: s\nversion: 0.1.0\n",
            ),
            (
                "charts/s/templates/b.yaml",
                "b: {{ .Values.read }}{{ .Values.global.g }}",
            ),
        ],
    );
    assert_eq!(
        said,
        [
            "values.yaml:3: no template reads .Values.s.not",
            "values.yaml:6: no template reads .Values.global.h",
            "values.yaml:7: no template reads .Values.other"
        ]
    );
}

#[test]
fn declarations_of_dependencies_read_values() {
    let chart = format!(
        "{CHART}dependencies:\n- {{name: s, version: '*', condition: s.on, tags: [t], alias: q}}\n"
    );
    let said = advice(
        "s: {on: true}\ntags: {t: true, u: true}\nq: {any: 1}\n",
        &[("Chart.yaml", &chart)],
    );
    assert_eq!(said, ["values.yaml:2: no template reads .Values.tags.u"]);
}

#[test]
fn an_integer_that_is_printed_as_it_is_is_pointed_out() {
    let values = "size: 1000000\nlimit: 123456789\nsmall: 999999\n";
    let template = "a: {{ .Values.size }}\nb: {{ .Values.limit | int64 }}{{ .Values.small }}";
    assert_eq!(
        advice(values, &[("templates/a.yaml", template)]),
        [
            "values.yaml:1: .Values.size prints as 1e+06 in templates/a.yaml:1; write it in quotes, or {{ int64 ... }} there"
        ]
    );
    let template = "{{ toYaml .Values }}{{ quote .Values.limit }}";
    let said = advice(values, &[("templates/a.yaml", template)]);
    assert_eq!(said.len(), 1);
    assert!(
        said[0].contains(".Values.limit prints as 1.23456789e+08"),
        "{said:?}"
    );
}

#[test]
fn a_key_that_is_there_twice_is_pointed_out() {
    let values = "a: 1\nb: {c: 1, c: 2}\na: 2\n";
    assert_eq!(
        advice(values, &[("templates/a.yaml", "{{ toYaml .Values }}")]),
        [
            "values.yaml:2: the key c is already in line 2; this one replaces it",
            "values.yaml:3: the key a is already in line 1; this one replaces it"
        ]
    );
}
