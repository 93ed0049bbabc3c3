use std::path::Path;

use crate::world::helm;

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
        assert_eq!(
            (found.out, found.err),
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
