use crate::world::{helm, printed, refused, write};

#[test]
fn declared_charts_are_listed_with_their_state() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let dependencies = "dependencies:\n- {name: there, version: ^1, repository: 'file://../there'}\n- {name: gone, version: 1.0.0}\n- {name: old, version: '>2'}\n- {name: packed, version: 1.x}\n";
    let chart = |name: &str| format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n");
    write(
        folder.path(),
        &[
            ("c/Chart.yaml", &(chart("c") + dependencies)),
            ("c/charts/there/Chart.yaml", &chart("there")),
            ("c/charts/old/Chart.yaml", &chart("old")),
            ("c/charts/extra/Chart.yaml", &chart("extra")),
            ("packed/Chart.yaml", &chart("packed")),
        ],
    );
    helm(folder.path(), &["package", "packed", "-d", "c/charts"]);
    let listed = "NAME  \tVERSION\tREPOSITORY     \tSTATUS       \n\
                  there \t^1     \tfile://../there\tunpacked     \n\
                  gone  \t1.0.0  \t               \tmissing      \n\
                  old   \t>2     \t               \twrong version\n\
                  packed\t1.x    \t               \tok           \n\n\
                  WARNING: \"c/charts/extra\" is not in Chart.yaml.\n";
    assert_eq!(
        helm(folder.path(), &["dependency", "list", "c"]),
        printed(listed)
    );
    assert_eq!(
        helm(folder.path(), &["dep", "ls", "packed"]),
        printed("WARNING: no dependencies at packed/charts\n")
    );
}

/// The texts are those of the real one for the same directories.
#[test]
fn charts_from_directories_are_packed_and_locked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let declare = |range: &str, repository: &str| {
        let text = format!(
            "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies:\n- {{name: lib, version: {range:?}, repository: {repository:?}}}\n"
        );
        write(folder.path(), &[("c/Chart.yaml", &text)]);
    };
    write(
        folder.path(),
        &[(
            "lib/Chart.yaml",
            "apiVersion: v2\nname: lib\nversion: 1.2.3\n",
        )],
    );
    let archives = || {
        let entries = std::fs::read_dir(folder.path().join("c/charts")).expect("charts");
        entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect::<Vec<_>>()
    };
    let done = printed("Saving 1 charts\nDeleting outdated charts\n");
    declare(">=1", "file://../lib");
    assert_eq!(helm(folder.path(), &["dependency", "update", "c"]), done);
    assert_eq!(archives(), ["lib-1.2.3.tgz"]);
    let lock = std::fs::read_to_string(folder.path().join("c/Chart.lock")).expect("a lock");
    assert!(lock.starts_with("dependencies:\n- name: lib\n  repository: file://../lib\n  version: 1.2.3\ndigest: sha256:"), "{lock}");
    std::fs::remove_file(folder.path().join("c/charts/lib-1.2.3.tgz")).expect("an archive");
    assert_eq!(helm(folder.path(), &["dependency", "build", "c"]), done);
    assert_eq!(archives(), ["lib-1.2.3.tgz"]);
    write(
        folder.path(),
        &[(
            "lib/Chart.yaml",
            "apiVersion: v2\nname: lib\nversion: 1.3.0\n",
        )],
    );
    assert_eq!(helm(folder.path(), &["dependency", "update", "c"]), done);
    assert_eq!(archives(), ["lib-1.3.0.tgz"]);
    declare(">=2", "file://../lib");
    let out_of_sync = "Error: the lock file (Chart.lock) is out of sync with the dependencies file (Chart.yaml). Please update the dependencies with 'helm dependency update'\n";
    assert_eq!(
        helm(folder.path(), &["dependency", "build", "c"]),
        refused("", out_of_sync)
    );
    let unmet = "Error: can't get a valid version for 1 subchart(s): \"lib\" (repository \"file://../lib\", version \">=2\"). Make sure a matching chart version exists in the repo, or change the version constraint in Chart.yaml\n";
    assert_eq!(
        helm(folder.path(), &["dependency", "update", "c"]),
        refused("", unmet)
    );
    declare(">=1", "file://../gone");
    assert_eq!(
        helm(folder.path(), &["dependency", "update", "c"]),
        refused("", "Error: directory gone not found\n")
    );
    declare("a.b", "file://../lib");
    let invalid = "Error: dependency \"lib\" has an invalid version/constraint format: improper constraint: \"a.b\"\n";
    assert_eq!(
        helm(folder.path(), &["dependency", "update", "c"]),
        refused("", invalid)
    );
}
