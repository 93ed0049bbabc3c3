//! What a large cluster costs: memory, many Deployments at once, a namespace that goes, and many watchers.
//!
//! `cargo bench -p kaeru-cluster --bench scale` prints one line a figure, with its goal; `-- memory`, `deployments`, `namespace` or
//! `watchers` takes only that part. Each runs against a cluster of its own with
//! durable storage, through TLS on loopback; pods start at once.

use std::time::{Duration, Instant};

use clientgo::{Api, Key, PatchType, resources};
use cluster::{Cluster, ClusterOptions};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use http_body_util::BodyExt as _;
use kube::Client;
use kube::client::Body;
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use node::Scenario;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;

/// The binary's allocator: most of what is measured here is made of small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Requests that are on the way at once.
const CLIENTS: usize = 16;
const PATIENCE: Duration = Duration::from_secs(600);

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made");
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    let wants = |part: &str| asked.is_empty() || asked.iter().any(|asked| asked == part);
    runtime.block_on(async {
        if wants("memory") {
            memory().await;
        }
        if wants("deployments") {
            deployments().await;
        }
        if wants("namespace") {
            namespace().await;
        }
        if wants("watchers") {
            watchers().await;
        }
    });
}

#[expect(
    clippy::print_stdout,
    reason = "a benchmark prints what it has measured"
)]
fn say(what: &str, figure: &str, goal: &str) {
    println!("{what:<58}{figure:>12}   goal {goal}");
}

/// A cluster and where its files are.
struct Running {
    cluster: Cluster,
    _data: TempDir,
}

impl Running {
    async fn start(nodes: u8) -> Running {
        let data = tempfile::tempdir().expect("there is a place for temporary files");
        let options = ClusterOptions {
            data_dir: data.path().join("data"),
            port: 0,
            kubeconfig: None,
            nodes,
            scenario: Scenario::default(),
        };
        let cluster = Cluster::start(options).await.expect("it starts");
        Running {
            cluster,
            _data: data,
        }
    }

    /// A client with a connection of its own.
    async fn client(&self) -> Client {
        let kubeconfig = Kubeconfig::read_from(self.cluster.kubeconfig()).expect("it is written");
        let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default())
            .await
            .expect("it is complete");
        Client::try_from(config).expect("a client")
    }

    async fn api(&self) -> Api {
        Api::new(self.client().await, "bench")
    }

    async fn stop(self) {
        self.cluster.stop().await.expect("it served to the end");
    }
}

/// The memory that this process holds, in MB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .expect("it is among it");
    let kib: u64 = line
        .split_whitespace()
        .nth(1)
        .and_then(|number| number.parse().ok())
        .expect("a number of KiB");
    kib / 1024
}

async fn memory() {
    let running = Running::start(1).await;
    say("idle, memory", &format!("{} MB", resident()), "40 MB");
    running.stop().await;

    let running = Running::start(100).await;
    let api = running.api().await;
    let begin = Instant::now();
    create(&api, (0..5).map(|number| deployment(number, 1000))).await;
    complete(&api, 5, 1000).await;
    let took = begin.elapsed().as_secs_f64();
    say(
        "5,000 pods on 100 nodes, memory",
        &format!("{} MB", resident()),
        "300 MB",
    );
    say(
        "5,000 pods on 100 nodes, until all serve",
        &format!("{took:.1} s"),
        "-",
    );
    running.stop().await;
}

async fn deployments() {
    const COUNT: usize = 1000;
    const PODS: i64 = 10;
    let running = Running::start(100).await;
    let api = running.api().await;
    let begin = Instant::now();
    create(&api, (0..COUNT).map(|number| deployment(number, PODS))).await;
    complete(&api, COUNT, PODS).await;
    let created = begin.elapsed();
    let patch = json!({"spec": {"template": {"metadata": {"annotations": {"version": "2"}}}}});
    stream::iter(0..COUNT)
        .map(|number| {
            let key = Key::new("default", &format!("web-{number}"));
            let (api, patch) = (&api, &patch);
            async move {
                api.patch(&resources::DEPLOYMENTS, &key, "", PatchType::Merge, patch)
                    .await
            }
        })
        .buffer_unordered(CLIENTS)
        .try_collect::<Vec<_>>()
        .await
        .expect("they are accepted");
    complete(&api, COUNT, PODS).await;
    say(
        "1,000 Deployments of 10 created",
        &format!("{:.1} s", created.as_secs_f64()),
        "-",
    );
    say(
        "1,000 Deployments of 10 created and rolled once",
        &format!("{:.1} s", begin.elapsed().as_secs_f64()),
        "60 s",
    );
    say("10,000 pods, memory", &format!("{} MB", resident()), "-");
    running.stop().await;
}

async fn namespace() {
    let running = Running::start(1).await;
    let api = running.api().await;
    let namespace =
        json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "crowded"}});
    let namespace = api
        .create(&resources::NAMESPACES, "", &namespace)
        .await
        .expect("it is accepted");
    stream::iter(0..10_000)
        .map(|number| {
            let api = &api;
            async move {
                api.create(&resources::CONFIG_MAPS, "crowded", &config_map(number))
                    .await
            }
        })
        .buffer_unordered(CLIENTS)
        .try_collect::<Vec<_>>()
        .await
        .expect("they are accepted");
    let key = Key::new("", "crowded");
    let begin = Instant::now();
    api.delete(&resources::NAMESPACES, &namespace, None, None)
        .await
        .expect("it is accepted");
    while !matches!(api.get(&resources::NAMESPACES, &key).await, Err(error) if error.is_not_found())
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    say(
        "a namespace of 10,000 objects deleted",
        &format!("{:.2} s", begin.elapsed().as_secs_f64()),
        "5 s",
    );
    running.stop().await;
}

async fn watchers() {
    const WATCHERS: usize = 100;
    const EVENTS: usize = 1000;
    let running = Running::start(1).await;
    let api = running.api().await;
    let version = api
        .list(&resources::CONFIG_MAPS, "default", "")
        .await
        .expect("it is served")
        .resource_version;
    let mut arrivals = JoinSet::new();
    for _ in 0..WATCHERS {
        let body = watch(running.client().await, &version).await;
        arrivals.spawn(receive(body, EVENTS));
    }
    let mut sent = Vec::with_capacity(EVENTS);
    for number in 0..EVENTS {
        sent.push(Instant::now());
        api.create(&resources::CONFIG_MAPS, "default", &config_map(number))
            .await
            .expect("it is accepted");
    }
    let mut delays: Vec<Duration> = Vec::with_capacity(WATCHERS * EVENTS);
    while let Some(received) = arrivals.join_next().await {
        let received = received.expect("it reads to the end");
        delays.extend(
            received
                .into_iter()
                .map(|(number, at)| at.duration_since(sent[number])),
        );
    }
    delays.sort();
    let p99 = delays[delays.len() * 99 / 100].as_secs_f64() * 1000.0;
    say(
        "100 watchers of 1,000 objects created, 99 % within",
        &format!("{p99:.1} ms"),
        "10 ms",
    );
    running.stop().await;
}

async fn watch(client: Client, version: &str) -> Body {
    let uri = format!("/api/v1/namespaces/default/configmaps?watch=true&resourceVersion={version}");
    let request = http::Request::get(uri)
        .body(Body::empty())
        .expect("a request");
    client.send(request).await.expect("it answers").into_body()
}

/// When each object arrived.
async fn receive(mut body: Body, events: usize) -> Vec<(usize, Instant)> {
    let mut received = Vec::with_capacity(events);
    let mut pending = Vec::new();
    while received.len() < events {
        let frame = body
            .frame()
            .await
            .expect("it goes on")
            .expect("it is whole");
        let at = Instant::now();
        pending.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
        while let Some(end) = pending.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = pending.drain(..=end).collect();
            received.extend(number(&line).map(|number| (number, at)));
        }
    }
    received
}

/// The number in the name of the object of an event; none if it is not one of ours.
fn number(event: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(event).ok()?;
    let (_, rest) = text.split_once("\"name\":\"numbered-")?;
    rest.split_once('"')?.0.parse().ok()
}

async fn create(api: &Api, bodies: impl Iterator<Item = Value>) {
    stream::iter(bodies)
        .map(|body| async move { api.create(&resources::DEPLOYMENTS, "default", &body).await })
        .buffer_unordered(CLIENTS)
        .try_collect::<Vec<_>>()
        .await
        .expect("they are accepted");
}

fn config_map(number: usize) -> Value {
    json!({
        "apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": format!("numbered-{number}")},
        "data": {"key": "x".repeat(200)},
    })
}

/// A Deployment whose pods start at once.
fn deployment(number: usize, pods: i64) -> Value {
    let labels = json!({"app": format!("web-{number}")});
    let annotations =
        json!({"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s", "kaeru.dev/drain": "0s"});
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": format!("web-{number}")},
        "spec": {
            "replicas": pods, "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels, "annotations": annotations},
                "spec": {"containers": [{"name": "app", "image": "nginx:1"}]},
            },
        },
    })
}

/// Waits until all Deployments are rolled out.
async fn complete(api: &Api, count: usize, pods: i64) {
    let rolled_out = async {
        loop {
            let deployments = api
                .list(&resources::DEPLOYMENTS, "default", "")
                .await
                .expect("they are served")
                .items;
            let done = deployments.iter().filter(|deployment| {
                let status = &deployment["status"];
                let all = |field: &str| status[field].as_i64() == Some(pods);
                status["observedGeneration"].as_i64() == Some(deployment.generation())
                    && all("updatedReplicas")
                    && all("replicas")
                    && all("availableReplicas")
            });
            if done.count() == count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(PATIENCE, rolled_out)
        .await
        .expect("they are rolled out within ten minutes");
}
