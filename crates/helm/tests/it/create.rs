use std::path::Path;

use crate::world::{helm, helm_with, printed, refused, write};

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
            again.out.lines().nth(1),
            again.out.lines().count()
        ),
        (0, Some(first.as_str()), 13)
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

#[test]
fn a_starter_is_copied_under_the_new_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        &[
            (
                "data/starters/st/Chart.yaml",
                "apiVersion: v2\nname: st\nversion: 9.9.9\n",
            ),
            (
                "data/starters/st/values.yaml",
                "# kept\nname: <CHARTNAME>\n",
            ),
            (
                "data/starters/st/templates/a.yaml",
                "a: {{ include \"<CHARTNAME>.a\" . }}\n",
            ),
            ("data/starters/st/README.md", "<CHARTNAME>\n"),
            (
                "data/starters/st/charts/sub/Chart.yaml",
                "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
            ),
        ],
    );
    let data = folder.path().join("data");
    let env = [("HELM_DATA_HOME", data.to_str().expect("a path of text"))];
    let create =
        |args: &[&str]| helm_with(&env, folder.path(), &[&["create", "web"], args].concat());
    assert_eq!(create(&["-p", "st"]), printed("Creating web\n"));
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join("web").join(name)).expect("a file");
    assert_eq!(read("values.yaml"), "# kept\nname: web\n");
    assert_eq!(read("templates/a.yaml"), "a: {{ include \"web.a\" . }}\n");
    assert_eq!(read("README.md"), "<CHARTNAME>\n");
    assert_eq!(
        read("Chart.yaml"),
        "apiVersion: v2\nappVersion: 0.1.0\ndescription: A Helm chart for Kubernetes\nname: web\ntype: application\nversion: 0.1.0\n"
    );
    assert!(folder.path().join("web/charts/sub-1.0.0.tgz").exists());
    let missing = data.join("starters/no").display().to_string();
    let text =
        format!("Error: could not load {missing}: stat {missing}: no such file or directory\n");
    assert_eq!(create(&["-p", "no"]), refused("Creating web\n", &text));
}

#[test]
fn an_api_version_other_than_the_usual_one_is_an_experiment() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let create = |env: &[(&str, &str)], version| {
        helm_with(
            env,
            folder.path(),
            &["create", "c", "--chart-api-version", version],
        )
    };
    let experiment = "Error: this feature has been marked as experimental and is not enabled by default. Please set HELM_EXPERIMENTAL_CHART_V3=1 in your environment to use this feature\n";
    assert_eq!(create(&[], "v3"), refused("Creating c\n", experiment));
    assert_eq!(
        create(&[], "v9"),
        refused(
            "Creating c\n",
            "Error: unsupported chart API version: v9 (supported: v2, v3)\n"
        )
    );
    let enabled = [("HELM_EXPERIMENTAL_CHART_V3", "1")];
    assert_eq!(create(&enabled, "v3"), printed("Creating c\n"));
    let text = std::fs::read_to_string(folder.path().join("c/Chart.yaml")).expect("a file");
    assert!(text.starts_with("apiVersion: v3\n"));
}
