use std::path::Path;

use crate::world::{helm, printed, refused};

/// The manifests of the scaffold are the real one's, for values that use every part of it.
#[test]
fn a_new_chart_renders_as_helm_s_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(
        helm(folder.path(), &["create", "demo"]),
        printed("Creating demo\n")
    );
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/create");
    for case in 0..4 {
        let values = cases.join(format!("values-{case}.yaml"));
        let expected = std::fs::read_to_string(cases.join(format!("expected-{case}.yaml")))
            .expect("a recorded answer");
        let values = values.to_str().expect("a path that is text");
        assert_eq!(
            helm(folder.path(), &["template", "rel", "demo", "-f", values]),
            printed(&expected),
            "case {case}"
        );
    }
}

#[test]
fn existing_files_are_overwritten_with_a_warning() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    helm(folder.path(), &["create", "demo"]);
    let again = helm(folder.path(), &["create", "demo"]);
    let first = format!(
        "WARNING: File \"{}/demo/Chart.yaml\" already exists. Overwriting.",
        folder.path().display()
    );
    assert_eq!(
        (
            again.code,
            again.err.lines().next(),
            again.err.lines().count()
        ),
        (0, Some(first.as_str()), 12)
    );
    assert!(folder.path().join("demo/charts").is_dir());
}

#[test]
fn names_are_checked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().display();
    let rule = "Error: chart name must match the regular expression \"^[a-zA-Z0-9._-]+$\"\n";
    assert_eq!(
        helm(folder.path(), &["create", "a b"]),
        refused("Creating a b\n", rule)
    );
    let missing = format!("Error: stat {path}/no: no such file or directory\n");
    assert_eq!(
        helm(folder.path(), &["create", "no/x"]),
        refused("Creating no/x\n", &missing)
    );
    std::fs::write(folder.path().join("file"), "").expect("a writable folder");
    let file = format!("Error: file {path}/file already exists and is not a directory\n");
    assert_eq!(
        helm(folder.path(), &["create", "file"]),
        refused("Creating file\n", &file)
    );
    assert_eq!(
        helm(folder.path(), &["create"]),
        refused(
            "",
            "Error: \"helm create\" requires 1 argument\n\nUsage:  helm create NAME [flags]\n"
        )
    );
}
