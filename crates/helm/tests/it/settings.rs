//! Settings that concern every command.

use crate::world::helm_with;

#[test]
fn a_storage_that_is_not_there_is_refused_by_every_command() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let told = |driver: &str, args: &[&str]| {
        let outcome = helm_with(&[("HELM_DRIVER", driver)], folder.path(), args);
        (outcome.code, outcome.out, outcome.err)
    };
    let refused = (
        1,
        String::new(),
        "level=INFO msg=\"unknown driver \\\"bad\\\"\"\n".to_owned(),
    );
    assert_eq!(told("bad", &["env", "HELM_DEBUG"]), refused);
    assert_eq!(told("bad", &["create", "x"]), refused);
    assert_eq!(told("bad", &["template"]), refused);
    assert_eq!(told("bad", &["__complete", ""]), refused);
    assert!(!folder.path().join("x").exists());
    assert_eq!(
        told("bad", &["env", "--bogus"]).2,
        "Error: unknown flag: --bogus\n"
    );
    assert_eq!(told("bad", &["env", "--help"]).0, 0);
    for driver in ["", "secret", "secrets", "configmap", "configmaps", "memory"] {
        let value = (0, "false\n".to_owned(), String::new());
        assert_eq!(told(driver, &["env", "HELM_DEBUG"]), value);
    }
}

#[test]
fn variables_show_what_flags_and_environment_say() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let value = |env: &[(&str, &str)], args: &[&str]| {
        let outcome = helm_with(env, folder.path(), &[&["env"], args].concat());
        outcome.out.trim_end().to_owned()
    };
    // Helm reads its global flags twice.
    assert_eq!(
        value(
            &[],
            &[
                "HELM_KUBEASGROUPS",
                "--kube-as-group",
                "a",
                "--kube-as-group=b,c"
            ]
        ),
        "a,b,c,a,b,c"
    );
    assert_eq!(
        value(&[("HELM_KUBEASGROUPS", "a,b")], &["HELM_KUBEASGROUPS"]),
        "a,b"
    );
    assert_eq!(value(&[], &["HELM_CACHE_HOME"]), ".cache/helm");
    assert_eq!(
        value(&[("HOME", "/h")], &["HELM_CACHE_HOME"]),
        "/h/.cache/helm"
    );
}
