use std::path::Path;

use crate::world::{helm, printed, write};

/// Every folder is a chart with what the real helm found in it.
#[test]
fn findings_are_helm_s() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/lint");
    let mut names: Vec<_> = std::fs::read_dir(&cases)
        .expect("the cases are there")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    names.sort();
    assert_eq!(names.len(), 8);
    for case in names {
        let expected = |file: &str| {
            std::fs::read_to_string(case.join(file))
                .expect("a recorded answer")
                .replace("<DIR>", &case.to_string_lossy())
        };
        let found = helm(&case, &["lint", "chart"]);
        // What is said of values beyond Helm's findings stands in lines of its own.
        let ours =
            |line: &&str| line.starts_with("==> Values of ") || line.starts_with("[WARNING] ");
        let err: String = found
            .err
            .split_inclusive('\n')
            .filter(|line| !ours(line))
            .collect();
        assert_eq!(
            (found.out, err),
            (expected("expected.out"), expected("expected.err")),
            "{}",
            case.display()
        );
    }
}

#[test]
fn quiet_shows_no_information_and_strict_fails_on_warnings() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/lint");
    let quiet = helm(&cases, &["lint", "--quiet", "no-templates/chart"]);
    assert_eq!(
        quiet.out,
        "==> Linting no-templates/chart\n[WARNING] templates/: directory does not exist\n\n1 chart(s) linted, 0 chart(s) failed\n"
    );
    let strict = helm(&cases, &["lint", "--strict", "no-templates/chart"]);
    assert_eq!(
        (strict.code, strict.err.as_str()),
        (1, "Error: 1 chart(s) linted, 1 chart(s) failed\n")
    );
    let missing = helm(&cases, &["lint", "nowhere"]);
    assert_eq!(
        missing.out,
        "==> Linting nowhere\nError unable to check Chart.yaml file in chart: stat nowhere/Chart.yaml: no such file or directory\n\n"
    );
}

#[test]
fn values_are_looked_through_apart_from_what_helm_prints() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        &[
            (
                "c/Chart.yaml",
                "apiVersion: v2\nname: c\nversion: 0.1.0\nicon: http://i/i.png\n",
            ),
            ("c/values.yaml", "a: 1\n"),
            (
                "c/templates/a.yaml",
                "metadata: {name: a}\na: {{ .Values.a }}\n",
            ),
            ("mine.yaml", "a: 2\nb: 1\n"),
        ],
    );
    let linted = helm(folder.path(), &["lint", "--strict", "c", "-f", "mine.yaml"]);
    assert_eq!(
        (linted.code, linted.out.as_str(), linted.err.as_str()),
        (
            0,
            "==> Linting c\n\n1 chart(s) linted, 0 chart(s) failed\n",
            "==> Values of c\n[WARNING] mine.yaml:2: no template reads .Values.b\n"
        )
    );
}

#[test]
fn archives_are_unpacked_and_examined() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    helm(folder.path(), &["create", "c"]);
    helm(folder.path(), &["package", "c"]);
    assert_eq!(
        helm(folder.path(), &["lint", "c-0.1.0.tgz"]),
        printed(
            "==> Linting c-0.1.0.tgz\n[INFO] Chart.yaml: icon is recommended\n\n1 chart(s) linted, 0 chart(s) failed\n"
        )
    );
    write(folder.path(), &[("bad.tgz", "x\n")]);
    let bad = helm(folder.path(), &["lint", "bad.tgz"]);
    assert_eq!(
        (bad.code, bad.out.as_str()),
        (
            1,
            "==> Linting bad.tgz\nError unable to extract tarball: unexpected EOF\n\n"
        )
    );
}
