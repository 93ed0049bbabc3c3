//! Requests to a Service while its pods change: what is lost, and what is not.

use std::cell::{Cell, RefCell};
use std::io;
use std::net::SocketAddrV4;
use std::time::Duration;

use clientgo::{Key, PatchType, resources};
use futures::future::{join, join_all};
use node::Connection;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

use crate::rehearsal::{Rehearsal, paused};

const PORT: u16 = 8080;
const CLIENTS: usize = 3;
const PAUSE: Duration = Duration::from_millis(7);

/// What clients have seen.
#[derive(Debug, Default)]
struct Traffic {
    answers: Cell<usize>,
    failures: RefCell<Vec<String>>,
    is_over: Cell<bool>,
}

/// How a client treats its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Connections {
    /// One for each request.
    Fresh,
    /// Kept until the server says that it is the last answer.
    Kept,
}

/// One request on a connection: the body, and whether it was the last answer.
async fn ask(connection: &mut BufReader<Box<dyn Connection>>) -> io::Result<(String, bool)> {
    connection
        .write_all(b"GET / HTTP/1.1\r\nHost: web\r\n\r\n")
        .await?;
    let (mut length, mut is_last) = (0, false);
    let mut line = String::new();
    connection.read_line(&mut line).await?;
    if line != "HTTP/1.1 200 OK\r\n" {
        return Err(io::Error::other(format!("answered {line:?}")));
    }
    while line != "\r\n" {
        line.clear();
        connection.read_line(&mut line).await?;
        let header = line.trim().to_lowercase();
        if let Some(number) = header.strip_prefix("content-length: ") {
            length = number.parse().map_err(io::Error::other)?;
        }
        is_last |= header == "connection: close";
    }
    let mut body = vec![0; length];
    connection.read_exact(&mut body).await?;
    Ok((String::from_utf8_lossy(&body).into_owned(), is_last))
}

impl Traffic {
    async fn client(&self, rehearsal: &Rehearsal, service: SocketAddrV4, kind: Connections) {
        let mut kept = None;
        while !self.is_over.get() {
            let asked = async {
                let mut connection = match kept.take() {
                    Some(connection) => connection,
                    None => BufReader::new(rehearsal.cluster.connect(service).await?),
                };
                let (body, is_last) = ask(&mut connection).await?;
                if kind == Connections::Kept && !is_last {
                    kept = Some(connection);
                }
                Ok::<String, io::Error>(body)
            };
            match asked.await {
                Ok(body) if body.starts_with("pod: web-") => {
                    self.answers.set(self.answers.get() + 1);
                }
                Ok(body) => self.failures.borrow_mut().push(body),
                Err(error) => self.failures.borrow_mut().push(error.to_string()),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

impl Rehearsal {
    async fn service(&self, name: &str) -> SocketAddrV4 {
        let service = self.get(&resources::SERVICES, name).await;
        let address = service["spec"]["clusterIP"].as_str().expect("it has one");
        SocketAddrV4::new(address.parse().expect("it is an address"), PORT)
    }

    /// Sends requests to the Service `web` for as long as something is done.
    async fn requests_during(&self, what: impl Future<Output = ()>) -> Traffic {
        let service = self.service("web").await;
        let traffic = Traffic::default();
        let clients = [Connections::Fresh, Connections::Kept]
            .iter()
            .flat_map(|kind| (0..CLIENTS).map(|_| traffic.client(self, service, *kind)));
        let done = async {
            what.await;
            // Connections that are kept notice the end of a pod a little later.
            tokio::time::sleep(Duration::from_secs(2)).await;
            traffic.is_over.set(true);
        };
        join(join_all(clients), done).await;
        traffic
    }

    async fn endpoints(&self, number: usize) {
        self.until("the endpoints of all", async || {
            let slices = self.list(&resources::ENDPOINT_SLICES).await;
            let ready = slices
                .iter()
                .filter(|slice| slice.label("kubernetes.io/service-name") == Some("web"))
                .flat_map(|slice| slice["endpoints"].as_array().into_iter().flatten())
                .filter(|endpoint| endpoint["conditions"]["ready"] == true);
            ready.count() == number
        })
        .await;
    }
}

/// A Deployment whose pods are called `web` and belong to one of two versions.
fn version(name: &str, replicas: u8, container: &Value, annotations: &Value) -> Value {
    let labels = json!({"app": "web", "version": name});
    let mut app = json!({"name": "app", "image": "nginx:1", "ports": [{"containerPort": PORT}]});
    if let (Some(app), Some(more)) = (app.as_object_mut(), container.as_object()) {
        app.extend(more.clone());
    }
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": format!("web-{name}")},
        "spec": {
            "replicas": replicas, "selector": {"matchLabels": labels},
            "strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}},
            "template": {"metadata": {"labels": labels, "annotations": annotations}, "spec": {"containers": [app]}},
        },
    })
}

fn probed() -> Value {
    json!({"readinessProbe": {"httpGet": {"path": "/", "port": PORT}, "periodSeconds": 1}})
}

/// The Service of the pods of one version.
fn selecting(version: &str) -> Value {
    let selector = json!({"app": "web", "version": version});
    json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"selector": selector, "ports": [{"port": PORT}]}})
}

async fn start(seed: u64, replicas: u8, container: &Value, annotations: &Value) -> Rehearsal {
    let rehearsal = Rehearsal::start(seed).await;
    let blue = version("blue", replicas, container, annotations);
    rehearsal.create(&resources::DEPLOYMENTS, &blue).await;
    rehearsal
        .create(&resources::SERVICES, &selecting("blue"))
        .await;
    rehearsal.rolled_out("web-blue").await;
    rehearsal.endpoints(replicas.into()).await;
    // The ports are open, probe or not.
    tokio::time::sleep(Duration::from_secs(1)).await;
    rehearsal
}

async fn update(rehearsal: &Rehearsal) {
    let image = json!([{"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "nginx:2"}]);
    let key = Key::new("default", "web-blue");
    rehearsal
        .api
        .patch(&resources::DEPLOYMENTS, &key, "", PatchType::Json, &image)
        .await
        .expect("it is accepted");
    rehearsal.rolled_out("web-blue").await;
}

#[test]
fn with_a_probe_nothing_is_lost_whatever_is_done() {
    for seed in 0..3 {
        paused(async {
            let rehearsal = start(seed, 4, &probed(), &json!({})).await;
            let green = version("green", 2, &probed(), &json!({}));
            rehearsal.create(&resources::DEPLOYMENTS, &green).await;
            rehearsal.rolled_out("web-green").await;
            let traffic = rehearsal
                .requests_during(async {
                    update(&rehearsal).await;
                    let first = rehearsal
                        .list(&resources::REPLICA_SETS)
                        .await
                        .into_iter()
                        .find(|set| {
                            set.name().starts_with("web-blue")
                                && set.annotation("deployment.kubernetes.io/revision") == Some("1")
                        })
                        .expect("the first revision is there");
                    rehearsal.undo("web-blue", &first).await;
                    rehearsal.rolled_out("web-blue").await;
                    let fewer = json!({"spec": {"replicas": 1}});
                    rehearsal
                        .patch(&resources::DEPLOYMENTS, "web-blue", &fewer)
                        .await;
                    rehearsal.rolled_out("web-blue").await;
                    for version in ["green", "blue"] {
                        let selector = json!({"spec": {"selector": {"version": version}}});
                        rehearsal
                            .patch(&resources::SERVICES, "web", &selector)
                            .await;
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                })
                .await;
            assert_eq!(*traffic.failures.borrow(), [""; 0], "seed {seed}");
            assert!(traffic.answers.get() > 1000, "{traffic:?}");
            rehearsal.cluster.stop().await;
        });
    }
}

#[test]
fn without_a_probe_requests_are_lost() {
    paused(async {
        let rehearsal = start(7, 1, &json!({}), &json!({})).await;
        let before = rehearsal.requests_during(async {}).await;
        assert_eq!(*before.failures.borrow(), [""; 0]);
        let traffic = rehearsal.requests_during(update(&rehearsal)).await;
        assert_ne!(*traffic.failures.borrow(), [""; 0]);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_server_that_does_not_drain_loses_requests() {
    paused(async {
        let annotations = json!({"kaeru.dev/drain": "0s"});
        let rehearsal = start(8, 2, &probed(), &annotations).await;
        let traffic = rehearsal.requests_during(update(&rehearsal)).await;
        assert_ne!(*traffic.failures.borrow(), [""; 0]);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_service_without_endpoints_refuses_and_its_clients_are_shared_out() {
    paused(async {
        let rehearsal = start(9, 4, &probed(), &json!({})).await;
        let service = rehearsal.service("web").await;
        let mut pods: Vec<String> = Vec::new();
        for _ in 0..60 {
            let connection = rehearsal
                .cluster
                .connect(service)
                .await
                .expect("it is there");
            let (body, _) = ask(&mut BufReader::new(connection))
                .await
                .expect("it answers");
            pods.push(body.lines().next().unwrap_or_default().to_owned());
        }
        pods.sort();
        pods.dedup();
        assert_eq!(pods.len(), 4, "a connection goes to any of them: {pods:?}");
        let affinity = json!({"spec": {"sessionAffinity": "ClientIP"}});
        rehearsal
            .patch(&resources::SERVICES, "web", &affinity)
            .await;
        let mut pods: Vec<String> = Vec::new();
        for _ in 0..20 {
            let connection = rehearsal
                .cluster
                .connect(service)
                .await
                .expect("it is there");
            let (body, _) = ask(&mut BufReader::new(connection))
                .await
                .expect("it answers");
            pods.push(body.lines().next().unwrap_or_default().to_owned());
        }
        pods.dedup();
        assert_eq!(pods.len(), 1, "one client stays with one pod: {pods:?}");
        let nobody = json!({"spec": {"selector": {"version": "red"}}});
        rehearsal.patch(&resources::SERVICES, "web", &nobody).await;
        rehearsal.endpoints(0).await;
        let connection = rehearsal
            .cluster
            .connect(service)
            .await
            .expect("it is there");
        ask(&mut BufReader::new(connection))
            .await
            .expect_err("nobody answers");
        rehearsal.cluster.stop().await;
    });
}
