//! How many requests a second go through a Service on one core, beside the same number of connections directly to a pod.
//!
//! Client, proxy and pods share one thread. `cargo bench -p kaeru-cluster --bench services` prints one line a figure: requests a second
//! through the Service, directly, and their ratio.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use clientgo::{Api, Key, Object, resources};
use cluster::{Cluster, ClusterOptions};
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use node::Scenario;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

const CONNECTIONS: usize = 32;
const REQUESTS: usize = 64_000;
const ROUNDS: usize = 5;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made");
    runtime.block_on(measure());
}

async fn measure() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let options = ClusterOptions {
        data_dir: dir.path().join("data"),
        port: 0,
        kubeconfig: None,
        nodes: 1,
        scenario: Scenario::default(),
    };
    let cluster = Cluster::start(options).await.expect("it starts");
    let kubeconfig = Kubeconfig::read_from(cluster.kubeconfig()).expect("it is written");
    let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default())
        .await
        .expect("it is complete");
    let api = Api::new(kube::Client::try_from(config).expect("a client"), "bench");
    let (service, pod) = serve(&api).await;
    say("", "service/s", "pod/s", "ratio");
    for (name, kept) in [
        ("connections that are kept", true),
        ("a connection for each request", false),
    ] {
        let requests = if kept { REQUESTS } else { REQUESTS / 8 };
        let mut through = Vec::new();
        let mut directly = Vec::new();
        for _ in 0..ROUNDS {
            through.push(rate(service, requests, kept).await);
            directly.push(rate(pod, requests, kept).await);
        }
        let (through, directly) = (median(through), median(directly));
        say(
            name,
            &format!("{through:.0}"),
            &format!("{directly:.0}"),
            &format!("{:.2}", through / directly),
        );
    }
    cluster.stop().await.expect("it served to the end");
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn say(name: &str, through: &str, directly: &str, ratio: &str) {
    println!("{name:<34}{through:>12}{directly:>12}{ratio:>8}");
}

/// Starts four pods and a Service, and gives the addresses of the Service and of a pod.
async fn serve(api: &Api) -> (SocketAddr, SocketAddr) {
    let annotations = json!({"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"});
    for name in ["a", "b", "c", "d"] {
        let metadata = json!({"name": name, "labels": {"app": "web"}, "annotations": annotations});
        let containers =
            json!([{"name": "app", "image": "nginx:1", "ports": [{"containerPort": 8080}]}]);
        let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": containers}});
        create(api, &resources::PODS, &pod).await;
    }
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
        "spec": {"selector": {"app": "web"}, "ports": [{"port": 8080}]},
    });
    let service = create(api, &resources::SERVICES, &service).await;
    let address = |object: &Object, pointer: &str| -> Option<SocketAddr> {
        format!("{}:8080", object.pointer(pointer)?.as_str()?)
            .parse()
            .ok()
    };
    let service = address(&service, "/spec/clusterIP").expect("it has an address");
    loop {
        let key = Key::new("default", "a");
        let pod = api.get(&resources::PODS, &key).await.expect("it is there");
        if let Some(pod) = address(&pod, "/status/podIP")
            && answers(pod).await
            && answers(service).await
        {
            return (service, pod);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn create(api: &Api, resource: &clientgo::Resource, body: &serde_json::Value) -> Object {
    api.create(resource, "default", body)
        .await
        .expect("it is accepted")
}

async fn answers(address: SocketAddr) -> bool {
    let Ok(mut stream) = TcpStream::connect(address).await else {
        return false;
    };
    ask(&mut stream, &mut vec![0; 4096]).await.is_some()
}

/// One request; none if it was not answered.
async fn ask(stream: &mut TcpStream, buffer: &mut [u8]) -> Option<usize> {
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: web\r\n\r\n")
        .await
        .ok()?;
    // The answer is short and written at once.
    let read = stream.read(buffer).await.ok()?;
    buffer[..read].starts_with(b"HTTP/1.1 200").then_some(read)
}

async fn rate(address: SocketAddr, requests: usize, kept: bool) -> f64 {
    let begin = Instant::now();
    let mut clients = JoinSet::new();
    for _ in 0..CONNECTIONS {
        clients.spawn(async move {
            let mut buffer = vec![0; 4096];
            let mut stream = connect(address).await;
            for request in 0..requests / CONNECTIONS {
                if !kept && request > 0 {
                    stream = connect(address).await;
                }
                ask(&mut stream, &mut buffer).await.expect("it is answered");
            }
        });
    }
    clients.join_all().await;
    requests as f64 / begin.elapsed().as_secs_f64()
}

async fn connect(address: SocketAddr) -> TcpStream {
    TcpStream::connect(address).await.expect("it listens")
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
