//! Clients that others wrote make, list, watch, patch and delete built-in and custom objects.

use std::fmt::Debug;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use futures::TryStreamExt as _;
use k8s_openapi::api::apps::v1::Deployment;
use kube::api::{
    Api, ApiResource, DeleteParams, DynamicObject, GroupVersionKind, ListParams, Patch,
    PatchParams, PostParams, WatchEvent, WatchParams,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use testkit::{Peer, peer};

use crate::process::Up;

const WIDGETS: &str = r"apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.made.example}
spec:
  group: made.example
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {size: {type: integer, minimum: 1}}}}
";

/// A cluster that knows widgets.
struct Cluster {
    up: Up,
    data: tempfile::TempDir,
}

impl Cluster {
    async fn start() -> Cluster {
        let data = tempfile::tempdir().expect("there is a place for temporary files");
        let up = Up::start(data.path()).await;
        let cluster = Cluster { up, data };
        let definition = cluster.data.path().join("widgets.yaml");
        std::fs::write(&definition, WIDGETS).expect("it is written");
        let definition = definition.display().to_string();
        let ours = Path::new(env!("CARGO_BIN_EXE_kaeru"));
        cluster.run(ours, &["kubectl", "create", "-f", &definition]);
        cluster.run(
            ours,
            &[
                "kubectl",
                "wait",
                "--for=condition=established",
                "crd/widgets.made.example",
            ],
        );
        cluster
    }

    fn kubeconfig(&self) -> PathBuf {
        self.data.path().join("kubeconfig")
    }

    fn command(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(args)
            .env("KUBECONFIG", self.kubeconfig())
            .env("HOME", self.data.path());
        command
    }

    /// What a command prints that has to succeed.
    fn run(&self, program: &Path, args: &[&str]) -> String {
        let output = self
            .command(program, args)
            .output()
            .expect("the program runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?}: {complaint}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// One life of an object, then what a watch from before it tells of it.
async fn lives<K>(api: &Api<K>, name: &str, body: Value, patch: Value, patched: fn(&K) -> bool)
where
    K: kube::Resource + Clone + Debug + Serialize + DeserializeOwned,
{
    let before = api.list(&ListParams::default()).await.expect("a list");
    let before = before.metadata.resource_version.expect("it has a version");
    let object: K = serde_json::from_value(body).expect("it is one");
    api.create(&PostParams::default(), &object)
        .await
        .expect("it is created");
    let there = api.list(&ListParams::default()).await.expect("a list");
    assert!(
        there
            .items
            .iter()
            .any(|object| object.meta().name.as_deref() == Some(name))
    );
    let object = api
        .patch(name, &PatchParams::default(), &Patch::Merge(patch))
        .await
        .expect("it is patched");
    assert!(patched(&object), "{object:?}");
    api.delete(name, &DeleteParams::default())
        .await
        .expect("it is deleted");
    let mut events = std::pin::pin!(
        api.watch(&WatchParams::default(), &before)
            .await
            .expect("a watch")
    );
    let mut seen = Vec::new();
    while seen.last() != Some(&"DELETED") {
        let event = events.try_next().await.expect("it goes on");
        seen.push(match event.expect("there is more to tell") {
            WatchEvent::Added(_) => "ADDED",
            WatchEvent::Modified(_) => "MODIFIED",
            WatchEvent::Deleted(_) => "DELETED",
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(seen[..2], ["ADDED", "MODIFIED"]);
}

#[tokio::test]
async fn kube_rs() {
    let cluster = Cluster::start().await;
    let client = cluster.up.api.client().clone();
    let labels = json!({"app": "crab"});
    let body = json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "crab"},
        "spec": {
            "replicas": 1, "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "app", "image": "nginx:1.25"}]}},
        },
    });
    let patch = json!({"spec": {"replicas": 2}});
    let deployments: Api<Deployment> = Api::default_namespaced(client.clone());
    lives(&deployments, "crab", body, patch, |deployment| {
        deployment.spec.replicas == Some(2)
    })
    .await;

    let widgets = ApiResource::from_gvk(&GroupVersionKind::gvk("made.example", "v1", "Widget"));
    let dynamic: Api<DynamicObject> = Api::default_namespaced_with(client, &widgets);
    let widget = json!({"apiVersion": "made.example/v1", "kind": "Widget", "metadata": {"name": "crab"}, "spec": {"size": 1}});
    let patch = json!({"spec": {"size": 2}});
    lives(&dynamic, "crab", widget, patch, |object| {
        object.data["spec"]["size"] == 2
    })
    .await;
}

/// A Python that has the client, from `$KAERU_PYTHON` or the path.
fn python() -> Option<PathBuf> {
    let python = std::env::var_os("KAERU_PYTHON").map_or("python3".into(), PathBuf::from);
    let has_it = Command::new(&python)
        .args(["-c", "import kubernetes"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    has_it.then_some(python)
}

#[tokio::test]
async fn python_kubernetes() {
    let Some(python) = python() else {
        eprintln!("skipped: no Python with the package kubernetes ($KAERU_PYTHON)");
        return;
    };
    let cluster = Cluster::start().await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/lifecycle.py");
    let kubeconfig = cluster.kubeconfig();
    let told = cluster.run(
        &python,
        &[
            &script.display().to_string(),
            &kubeconfig.display().to_string(),
        ],
    );
    assert_eq!(
        told,
        "Deployment: ADDED MODIFIED DELETED\nWidget: ADDED MODIFIED DELETED\n"
    );
}

/// A widget's life by kubectl, with another kubectl that watches it.
fn watched_by_kubectl(cluster: &Cluster, program: &Path, words: &[&str]) {
    let kubectl = |args: &[&str]| cluster.run(program, &[words, args].concat());
    let manifest = cluster.data.path().join("widget.yaml");
    let widget =
        "apiVersion: made.example/v1\nkind: Widget\nmetadata: {name: cube}\nspec: {size: 1}\n";
    std::fs::write(&manifest, widget).expect("it is written");
    let created = kubectl(&["create", "-f", &manifest.display().to_string()]);
    assert_eq!(created, "widget.made.example/cube created\n");
    let watch = [
        "get",
        "widgets",
        "-w",
        "--output-watch-events",
        "-o",
        "jsonpath={.type} {.object.spec.size}{\"\\n\"}",
    ];
    let mut watching = cluster
        .command(program, &[words, &watch].concat())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut told = BufReader::new(watching.stdout.take().expect("it is piped")).lines();
    let mut next = || told.next().expect("it goes on").expect("it is text");
    assert_eq!(next(), "ADDED 1");
    kubectl(&[
        "patch",
        "widget",
        "cube",
        "--type=merge",
        "-p",
        r#"{"spec":{"size":2}}"#,
    ]);
    assert_eq!(next(), "MODIFIED 2");
    let listed = kubectl(&["get", "widgets", "-o", "name"]);
    assert_eq!(listed, "widget.made.example/cube\n");
    kubectl(&["delete", "widget", "cube"]);
    assert_eq!(next(), "DELETED 2");
    watching.kill().expect("it watches still");
    watching.wait().expect("it was killed");
}

#[tokio::test]
async fn kubectl() {
    let cluster = Cluster::start().await;
    watched_by_kubectl(
        &cluster,
        Path::new(env!("CARGO_BIN_EXE_kaeru")),
        &["kubectl"],
    );
    match peer(Peer::Kubectl) {
        Some(real) => watched_by_kubectl(&cluster, &real, &[]),
        None => eprintln!("skipped: the real kubectl is not installed"),
    }
}
