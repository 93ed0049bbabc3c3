//! A cluster behind sockets: Services, nodes and pods are reached at their loopback addresses.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use clientgo::{Api, Key, Object, resources};
use cluster::{Cluster, ClusterOptions};
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use node::Scenario;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Real time that anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

async fn client(cluster: &Cluster) -> Api {
    let kubeconfig = Kubeconfig::read_from(cluster.kubeconfig()).expect("it is written");
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default())
        .await
        .expect("it is complete");
    Api::new(kube::Client::try_from(config).expect("a client"), "tests")
}

async fn body(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n")
        .await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    Ok(text)
}

/// Waits until something is there; a test that waits for ever is ended by [`PATIENCE`].
async fn until<T>(what: impl AsyncFn() -> Option<T>) -> T {
    let wait = async {
        loop {
            if let Some(found) = what().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait)
        .await
        .expect("it comes about in time")
}

async fn ready_pod(api: &Api) -> Object {
    until(async || {
        let pod = api
            .get(&resources::PODS, &Key::new("default", "web"))
            .await
            .expect("it is there");
        let conditions = pod["status"]["conditions"].as_array()?;
        conditions
            .iter()
            .any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
            .then_some(pod.clone())
    })
    .await
}

#[tokio::test]
async fn pods_services_and_nodes_answer_at_their_addresses() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let options = ClusterOptions {
        data_dir: dir.path().join("data"),
        port: 0,
        kubeconfig: None,
        nodes: 2,
        scenario: Scenario::default(),
    };
    let cluster = Cluster::start(options).await.expect("it starts");
    let api = client(&cluster).await;
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "web", "labels": {"app": "web"}, "annotations": {"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"}},
        "spec": {"containers": [{"name": "app", "image": "nginx:1", "ports": [{"name": "http", "containerPort": 8080}]}]},
    });
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
        "spec": {"type": "NodePort", "selector": {"app": "web"}, "ports": [{"port": 8081, "targetPort": "http"}]},
    });
    api.create(&resources::PODS, "default", &pod)
        .await
        .expect("it is accepted");
    let service = api
        .create(&resources::SERVICES, "default", &service)
        .await
        .expect("it is accepted");
    let pod = ready_pod(&api).await;
    let text = |object: &Object, pointer: &str| {
        let value = object.pointer(pointer).expect("it is there");
        value.as_str().map_or(value.to_string(), str::to_owned)
    };
    let node_port = text(&service, "/spec/ports/0/nodePort");
    let nodes = api
        .list(&resources::NODES, "", "")
        .await
        .expect("it is served")
        .items;
    let mut addresses = vec![
        format!("{}:8080", text(&pod, "/status/podIP")),
        format!("{}:8081", text(&service, "/spec/clusterIP")),
    ];
    for node in &nodes {
        let address = text(node, "/status/addresses/0/address");
        addresses.push(format!("{address}:{node_port}"));
    }
    assert_eq!(addresses.len(), 4);
    for address in addresses {
        let address: SocketAddr = address.parse().expect("it is an address");
        let answer = until(async || body(address).await.ok().filter(|text| !text.is_empty())).await;
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(
            answer.contains("pod: web\nnamespace: default\n"),
            "{answer}"
        );
    }
    cluster.stop().await.expect("it served to the end");
}

#[tokio::test]
async fn a_client_of_numbered_channels_reaches_a_port() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let options = ClusterOptions {
        data_dir: dir.path().join("data"),
        port: 0,
        kubeconfig: None,
        nodes: 1,
        scenario: Scenario::default(),
    };
    let cluster = Cluster::start(options).await.expect("it starts");
    let api = client(&cluster).await;
    let annotations = json!({"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"});
    let containers = json!([{"name": "app", "image": "nginx:1", "ports": [{"containerPort": 80}]}]);
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "annotations": annotations},
        "spec": {"containers": containers},
    });
    api.create(&resources::PODS, "default", &pod)
        .await
        .expect("it is accepted");
    ready_pod(&api).await;
    let pods: kube::Api<k8s_openapi::api::core::v1::Pod> =
        kube::Api::namespaced(api.client().clone(), "default");
    let answer = until(async || {
        let mut forwarder = pods
            .portforward("web", &[80])
            .await
            .expect("it is upgraded");
        let mut stream = forwarder.take_stream(80).expect("it was asked for");
        stream
            .write_all(b"GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n")
            .await
            .ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await.ok()?;
        Some(text).filter(|text| !text.is_empty())
    })
    .await;
    assert!(
        answer.contains("pod: web\nnamespace: default\n"),
        "{answer}"
    );
    let mut forwarder = pods
        .portforward("web", &[81])
        .await
        .expect("it is upgraded");
    let refused = forwarder.take_error(81).expect("it was asked for").await;
    let refused = refused.expect("it is told");
    assert!(refused.contains("connection refused"), "{refused}");
    cluster.stop().await.expect("it served to the end");
}
