use crate::world::{helm, helm_with, printed, refused, write};

const CHART: &[(&str, &str)] = &[
    (
        "c/Chart.yaml",
        "version: 1.0.0\nname: c # the name\nkubeVersion: '>=1.20'\napiVersion: v2\nmaintainers: [{email: x, name: jo}]\n",
    ),
    ("c/values.yaml", "# the values\na: 1\n"),
    ("c/Readme.md", "words"),
    ("c/crds/b.yaml", "kind: B\n"),
    ("c/crds/a.yaml", "kind: A"),
];

#[test]
fn parts_of_a_chart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), CHART);
    let chart = "apiVersion: v2\nkubeVersion: '>=1.20'\nmaintainers:\n- email: x\n  name: jo\nname: c\nversion: 1.0.0\n\n";
    let show = |part| helm(folder.path(), &["show", part, "c"]);
    assert_eq!(show("chart"), printed(chart));
    assert_eq!(show("values"), printed("# the values\na: 1\n\n"));
    assert_eq!(show("readme"), printed("words\n"));
    assert_eq!(show("crds"), printed("---\nkind: A\n---\nkind: B\n\n"));
    assert_eq!(
        show("all"),
        printed(&format!(
            "{chart}---\n# the values\na: 1\n\n---\nwords\n---\nkind: A\n---\nkind: B\n\n"
        ))
    );
}

#[test]
fn the_environment_is_shown_sorted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let env = [
        ("HOME", "/home/a"),
        ("HELM_NAMESPACE", "n"),
        ("HELM_DEBUG", "1"),
    ];
    let all = helm_with(&env, folder.path(), &["env", "--kube-context", "k"]).out;
    let names: Vec<_> = all
        .lines()
        .filter_map(|line| line.split_once('='))
        .map(|(name, _)| name)
        .collect();
    assert!(names.is_sorted() && names.len() == 22);
    for line in [
        "HELM_CACHE_HOME=\"/home/a/.cache/helm\"",
        "HELM_DEBUG=\"true\"",
        "HELM_KUBECONTEXT=\"k\"",
        "HELM_NAMESPACE=\"n\"",
        "HELM_QPS=\"0.00\"",
        "HELM_PLUGINS=\"/home/a/.local/share/helm/plugins\"",
    ] {
        assert!(all.lines().any(|own| own == line), "{line} in\n{all}");
    }
    assert_eq!(helm(folder.path(), &["env", "NOPE"]), printed("\n"));
}

#[test]
fn the_version_says_what_it_stands_in_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let short = helm(folder.path(), &["version", "--short"]);
    assert_eq!(
        short,
        printed(concat!("v4.3.1+kaeru.", env!("CARGO_PKG_VERSION"), "\n"))
    );
    let template = helm(
        folder.path(),
        &["version", "--template", "{{ .KubeClientVersion }}"],
    );
    assert_eq!(template, printed("v1.37"));
}

#[test]
fn completion_scripts_ask_for_helm() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for shell in ["bash", "fish", "powershell", "zsh"] {
        let script =
            |args: &[&str]| helm(folder.path(), &[&["completion", shell], args].concat()).out;
        assert!(
            script(&[]).contains("__complete ") && !script(&[]).contains("__completeNoDesc"),
            "{shell}"
        );
        assert!(
            script(&["--no-descriptions"]).contains("__completeNoDesc"),
            "{shell}"
        );
    }
}

#[test]
fn values_are_shown_by_a_json_path() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(
        folder.path(),
        &[
            ("c/Chart.yaml", "apiVersion: v2\nname: c\nversion: 0.1.0\n"),
            ("c/values.yaml", "big: 1234567\nl: [1, {a: x}]\ns: t\n"),
        ],
    );
    let show = |path: &str| helm(folder.path(), &["show", "values", "c", "--jsonpath", path]);
    assert_eq!(show("{.big}"), printed("1.234567e+06"));
    assert_eq!(show("{.l}"), printed("[1,{\"a\":\"x\"}]"));
    assert_eq!(show("{.s}{.nope}"), printed("t"));
    assert_eq!(
        show("{"),
        refused("", "Error: error parsing jsonpath {: unclosed action\n")
    );
}

#[test]
fn a_refused_archive_says_why_under_helm_s_text() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = std::fs::File::create(folder.path().join("c.tgz")).expect("a file");
    let encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    let mut builder = tar::Builder::new(encoder);
    let mut header = tar::Header::new_ustar();
    header.as_old_mut().name[..6].copy_from_slice(b"c/../x");
    header.set_size(0);
    header.set_cksum();
    builder.append(&header, std::io::empty()).expect("an entry");
    builder
        .into_inner()
        .and_then(flate2::write::GzEncoder::finish)
        .expect("an archive");
    let why = "Error: unable to load chart archive\n\nthe archive is refused: chart illegally references parent directory (entry \"c/../x\")\n";
    assert_eq!(
        helm(folder.path(), &["show", "chart", "c.tgz"]),
        refused("", why)
    );
}
