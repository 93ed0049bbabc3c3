//! Helm and Kaeru take turns on one release.

use serde_json::{Value, json};

use crate::releases::{CONFIG_MAPS, Releases, SECRETS, Tool, packed};

const CONFIG_MAP: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-a\ndata:\n  v: {{ .Values.v | quote }}\n";
const SECOND: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-b\ndata:\n  html: \"<a href='x'>&</a>\"\n";
const HOOK: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-hook\n  annotations:\n    helm.sh/hook: pre-install,pre-upgrade\n    helm.sh/hook-weight: \"5\"\ndata: {}\n";
const NOTES: &str = "Hello {{ .Release.Name }}, revision {{ .Release.Revision }}\n\n";

fn web(releases: &Releases) -> String {
    releases.chart(
        "web",
        &[
            ("a.yaml", CONFIG_MAP),
            ("b.yaml", SECOND),
            ("hook.yaml", HOOK),
            ("NOTES.txt", NOTES),
        ],
    )
}

/// What shows a release, which has to be the same whoever shows it.
const READS: [&[&str]; 16] = [
    &["history", "r"],
    &["history", "r", "-o", "json"],
    &["history", "r", "-o", "yaml", "--max", "2"],
    &["history", "r", "--show-rollback-revision"],
    &["list"],
    &["list", "-o", "json"],
    &["list", "-q", "--superseded"],
    &["status", "r", "-o", "json"],
    &["status", "r", "--revision", "1"],
    &["get", "all", "r"],
    &["get", "values", "r"],
    &["get", "values", "r", "--all", "-o", "json"],
    &["get", "manifest", "r"],
    &["get", "hooks", "r"],
    &["get", "notes", "r", "--revision", "1"],
    &["get", "metadata", "r", "-o", "yaml"],
];

fn reads_alike(releases: &Releases, namespace: &str) {
    for read in READS {
        let mut ours = releases.run(Tool::Kaeru, namespace, read);
        let mut theirs = releases.run(Tool::Helm, namespace, read);
        ours.stdout = ageless(&ours.stdout);
        theirs.stdout = ageless(&theirs.stdout);
        assert_eq!(ours, theirs, "helm {read:?}");
    }
}

/// The text without the ages at the ends of lines, which go on between two runs.
fn ageless(text: &str) -> String {
    let is_age = |word: &str| {
        let number = word.strip_suffix('s').unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let lines = text.split('\n').map(|line| match line.rsplit_once(' ') {
        Some((before, last)) if is_age(last) => format!("{before} AGE"),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn each_goes_on_where_the_other_stopped() {
    let releases = Releases::start().await;
    let tools = releases.tools();
    let web = web(&releases);
    for (turn, first) in tools.iter().enumerate() {
        let second = tools[(turn + 1) % tools.len()];
        for method in ["true", "false"] {
            let namespace = &format!("turns-{turn}-{method}");
            releases.namespace(namespace).await;
            let server_side = format!("--server-side={method}");
            let install = ["install", "r", &web, &server_side, "--labels", "team=x"];
            releases.must(*first, namespace, &install);
            releases.must(second, namespace, &["upgrade", "r", &web, "--set", "v=2"]);
            reads_alike(&releases, namespace);
            releases.must(*first, namespace, &["rollback", "r", "1"]);
            reads_alike(&releases, namespace);
            let map = releases.object(&CONFIG_MAPS, namespace, "r-a");
            assert_eq!(map.await.expect("it is there")["data"]["v"], "1");
            releases.must(second, namespace, &["upgrade", "r", &web, "--reuse-values"]);
            releases.must(*first, namespace, &["uninstall", "r", "--keep-history"]);
            reads_alike(&releases, namespace);
            assert_eq!(releases.owned(namespace).await, Vec::<String>::new());
            releases.must(second, namespace, &["uninstall", "r"]);
            assert_eq!(releases.must(*first, namespace, &["list", "-q"]), "");
        }
    }
}

/// The text of a record without its times, which is all that may differ.
fn timeless(json: &str) -> String {
    let mut value: Value = serde_json::from_str(json).expect("it is JSON");
    let mut times = Vec::new();
    collect_times(&mut value, &mut times);
    let mut text = json.to_owned();
    for time in times {
        text = text.replace(&time, "TIME");
    }
    text
}

fn collect_times(value: &mut Value, times: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let is_time =
                    name.ends_with("_at") || name.ends_with("_deployed") || name == "deleted";
                match value.as_str() {
                    Some(time) if is_time => times.push(time.to_owned()),
                    _ => collect_times(value, times),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| collect_times(item, times)),
        _ => {}
    }
}

#[tokio::test]
async fn records_are_the_same_to_the_byte() {
    let releases = Releases::start().await;
    let tools = releases.tools();
    let web = web(&releases);
    let mut records: Vec<Vec<String>> = Vec::new();
    for (position, tool) in tools.iter().enumerate() {
        let namespace = &format!("records-{position}");
        releases.namespace(namespace).await;
        let set = ["--set", "n=3,f=1.5,list={a,b},s=<&>"];
        releases.must(
            *tool,
            namespace,
            &[&["install", "r", &web][..], &set].concat(),
        );
        releases.must(*tool, namespace, &["upgrade", "r", &web, "--set", "v=2"]);
        releases.must(
            *tool,
            namespace,
            &["rollback", "r", "1", "--description", "back"],
        );
        let csa = [
            "upgrade",
            "r",
            &web,
            "--server-side=false",
            "--reset-values",
        ];
        releases.must(*tool, namespace, &csa);
        let mut texts = Vec::new();
        for revision in 1..=4 {
            let record = releases.record(namespace, "r", revision).await;
            texts.push(timeless(&record).replace(namespace, "NS"));
        }
        records.push(texts);
    }
    let first: Value = serde_json::from_str(&records[0][0]).expect("it is JSON");
    assert_eq!(
        first["config"],
        json!({"f": "1.5", "list": ["a", "b"], "n": 3, "s": "<&>"})
    );
    assert_eq!(first["apply_method"], "ssa");
    if let [ours, theirs] = records.as_slice() {
        for (ours, theirs) in ours.iter().zip(theirs) {
            assert_eq!(ours, theirs);
        }
    }
}

/// A record as Helm 3 writes it: empty texts for times that there are none of, and nothing about how objects are applied.
fn helm_3_record(namespace: &str) -> Value {
    let manifest = "---\n# Source: web/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: r-a\ndata:\n  v: \"1\"\n";
    let hook = json!({
        "name": "r-hook", "kind": "ConfigMap", "path": "web/templates/hook.yaml", "manifest": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: r-hook\n",
        "events": ["pre-install"], "last_run": {"started_at": "", "completed_at": "", "phase": ""},
    });
    let record = json!({
        "name": "r", "version": 1, "namespace": namespace, "manifest": manifest, "hooks": [hook],
        "info": {
            "first_deployed": "2024-05-01T10:00:00.123456789+02:00", "last_deployed": "2024-05-01T10:00:00.123456789+02:00",
            "deleted": "", "description": "Install complete", "status": "deployed", "notes": "Hello\n",
        },
        "chart": {
            "metadata": {"name": "web", "version": "0.0.9", "apiVersion": "v2", "appVersion": "2"},
            "lock": null, "templates": [{"name": "templates/a.yaml", "data": "YQo="}], "values": {"v": "1"}, "schema": null, "files": null,
        },
        "config": {"keep": true},
    });
    json!({
        "apiVersion": "v1", "kind": "Secret", "type": "helm.sh/release.v1",
        "metadata": {
            "name": "sh.helm.release.v1.r.v1", "namespace": namespace,
            "labels": {"name": "r", "owner": "helm", "status": "deployed", "version": "1", "createdAt": "1714550400"},
        },
        "data": {"release": packed::pack(&record.to_string())},
    })
}

#[tokio::test]
async fn a_release_of_helm_3_is_continued() {
    let releases = Releases::start().await;
    let web = web(&releases);
    for (position, tool) in releases.tools().into_iter().enumerate() {
        let namespace = &format!("three-{position}");
        releases.namespace(namespace).await;
        let secret = helm_3_record(namespace);
        let stored = releases.api().create(&SECRETS, namespace, &secret);
        stored.await.expect("it is accepted");
        let map = json!({
            "apiVersion": "v1", "kind": "ConfigMap", "data": {"v": "1"},
            "metadata": {
                "name": "r-a", "labels": {"app.kubernetes.io/managed-by": "Helm"},
                "annotations": {"meta.helm.sh/release-name": "r", "meta.helm.sh/release-namespace": namespace},
            },
        });
        let made = releases.api().create(&CONFIG_MAPS, namespace, &map);
        made.await.expect("it is accepted");
        reads_alike(&releases, namespace);
        releases.must(tool, namespace, &["upgrade", "r", &web, "--set", "v=2"]);
        let record: Value =
            serde_json::from_str(&releases.record(namespace, "r", 2).await).expect("it is JSON");
        assert_eq!(record["apply_method"], "csa", "{tool:?}");
        releases.must(
            tool,
            namespace,
            &["upgrade", "r", &web, "--server-side=true"],
        );
        reads_alike(&releases, namespace);
        releases.must(tool, namespace, &["rollback", "r", "1"]);
        reads_alike(&releases, namespace);
        let map = releases.object(&CONFIG_MAPS, namespace, "r-a");
        assert_eq!(
            map.await.expect("it is there")["data"],
            json!({"v": "1"}),
            "{tool:?}"
        );
        assert_eq!(releases.owned(namespace).await, ["r-a"], "{tool:?}");
    }
}

#[tokio::test]
async fn shells_are_told_the_same_of_releases() {
    let releases = Releases::start().await;
    releases.namespace("shell").await;
    let chart = releases.chart(
        "web",
        &[(
            "a.yaml",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
        )],
    );
    for step in [
        ["install", "r", &chart, "--take-ownership"],
        ["upgrade", "r", &chart, "--take-ownership"],
        ["install", "s", &chart, "--take-ownership"],
    ] {
        releases.must(Tool::Kaeru, "shell", &step);
    }
    let questions: [(&[&str], &[&str]); 5] = [
        (&["upgrade", ""], &["r\tweb-", "s\tweb-"]),
        (&["uninstall", "r", ""], &["s\tweb-"]),
        (&["rollback", "r", ""], &["1\tApp: ", "2\tApp: "]),
        (
            &["status", "r", "--revision", ""],
            &["1\tApp: ", "2\tApp: "],
        ),
        (&["list", "--namespace", ""], &["default", "kube-"]),
    ];
    for (question, wanted) in questions {
        let answers: Vec<String> = releases
            .tools()
            .into_iter()
            .map(|tool| releases.completed(tool, "shell", question))
            .collect();
        for (line, beginning) in answers[0].lines().zip(wanted) {
            assert!(line.starts_with(beginning), "{question:?}: {}", answers[0]);
        }
        assert!(answers[0].ends_with(":4\n"), "{question:?}: {}", answers[0]);
        assert!(
            answers.iter().all(|answer| *answer == answers[0]),
            "{answers:?}"
        );
    }
}
