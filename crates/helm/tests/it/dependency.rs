use crate::world::{helm, printed, write};

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
