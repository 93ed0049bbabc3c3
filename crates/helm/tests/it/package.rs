use std::path::Path;

use crate::world::{helm, helm_with, printed, refused, write};

const CHART: &[(&str, &str)] = &[
    (
        "p/Chart.yaml",
        "version: 1.2.3\nname: p\napiVersion: v2\ndependencies:\n- {name: s, version: '>=1', alias: q}\n",
    ),
    (
        "p/Chart.lock",
        "generated: \"2026-01-01T00:00:00.5Z\"\ndigest: sha256:x\ndependencies: []\n",
    ),
    ("p/values.yaml", "a: 1 # kept\n"),
    ("p/README.md", "read\n"),
    ("p/.helmignore", "*.swp\n"),
    ("p/a.swp", "x"),
    ("p/templates/b.yaml", ""),
    ("p/templates/a.yaml", ""),
    (
        "p/charts/s/Chart.yaml",
        "apiVersion: v2\nname: s\nversion: 1.0.0\n",
    ),
];

/// Name, size and time of the entries of an archive.
fn entries(archive: &Path) -> Vec<(String, u64, u64)> {
    let bytes = std::fs::read(archive).expect("an archive");
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
    tar.entries()
        .expect("a tar archive")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let header = entry.header();
            (
                entry.path().expect("a path").display().to_string(),
                header.size().expect("a size"),
                header.mtime().expect("a time"),
            )
        })
        .collect()
}

#[test]
fn entries_come_in_helm_s_order_and_bytes_do_not_depend_on_times() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), CHART);
    let epoch = [("SOURCE_DATE_EPOCH", "1700000000")];
    let done = printed("Successfully packaged chart and saved it to: out/p-1.2.3.tgz\n");
    assert_eq!(
        helm_with(&epoch, folder.path(), &["package", "p", "-d", "out"]),
        done
    );
    let archive = folder.path().join("out/p-1.2.3.tgz");
    let first = std::fs::read(&archive).expect("an archive");
    let names: Vec<_> = entries(&archive)
        .into_iter()
        .map(|(name, ..)| name)
        .collect();
    let expected = [
        "p/Chart.yaml",
        "p/Chart.lock",
        "p/values.yaml",
        "p/templates/a.yaml",
        "p/templates/b.yaml",
        "p/.helmignore",
        "p/README.md",
        "p/charts/s/Chart.yaml",
    ];
    assert_eq!(names, expected);
    assert!(
        entries(&archive)
            .iter()
            .all(|(_, _, time)| *time == 1_700_000_000)
    );
    write(folder.path(), CHART);
    helm_with(&epoch, folder.path(), &["package", "p", "-d", "out"]);
    assert_eq!(std::fs::read(&archive).expect("an archive"), first);
    assert_eq!(first[..10], [0x1f, 0x8b, 8, 0x14, 0, 0, 0, 0, 0, 0xff]);
}

#[test]
fn the_lock_has_the_time_of_its_making() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), CHART);
    helm(
        folder.path(),
        &[
            "package",
            "p",
            "-d",
            "out",
            "--version",
            "2.0.0",
            "--app-version",
            "7",
        ],
    );
    let lock = entries(&folder.path().join("out/p-2.0.0.tgz"))
        .into_iter()
        .find(|(name, ..)| name == "p/Chart.lock");
    assert_eq!(lock.map(|(_, _, time)| time), Some(1_767_225_600));
    let shown = helm(folder.path(), &["show", "chart", "out/p-2.0.0.tgz"]);
    assert_eq!(
        shown,
        printed(
            "apiVersion: v2\nappVersion: \"7\"\ndependencies:\n- alias: q\n  name: s\n  repository: \"\"\n  version: '>=1'\nname: p\nversion: 2.0.0\n\n"
        )
    );
}

#[test]
fn refusals_are_helm_s() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), CHART);
    write(
        folder.path(),
        &[(
            "m/Chart.yaml",
            "apiVersion: v2\nname: m\nversion: 1.0.0\ndependencies:\n- {name: lib, version: 1.0.0}\n",
        )],
    );
    let refusal = |env: &[(&str, &str)], args: &[&str]| helm_with(env, folder.path(), args).err;
    assert_eq!(
        helm(folder.path(), &["package"]),
        refused(
            "",
            "Error: need at least one argument, the path to the chart\n"
        )
    );
    assert_eq!(
        refusal(&[], &["package", "no"]),
        "Error: stat no: no such file or directory\n"
    );
    assert_eq!(
        refusal(&[], &["package", "p", "--version", "x.y"]),
        "Error: invalid semantic version\n"
    );
    assert_eq!(
        refusal(&[], &["package", "m"]),
        "Error: found in Chart.yaml, but missing in charts/ directory: lib\n"
    );
    assert_eq!(
        refusal(&[("SOURCE_DATE_EPOCH", "abc")], &["package", "p"]),
        "Error: invalid SOURCE_DATE_EPOCH: strconv.ParseInt: parsing \"abc\": invalid syntax\n"
    );
    assert_eq!(
        refusal(&[("SOURCE_DATE_EPOCH", "-1")], &["package", "p"]),
        "Error: invalid SOURCE_DATE_EPOCH: must not be negative\n"
    );
}
