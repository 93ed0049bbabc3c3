//! What the server reaches behind itself: logs of containers, and ports of pods and Services.

use clientgo::{Object, resources};
use http::{Method, Request};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, paused};

const PODS: &str = "/api/v1/namespaces/default/pods";
const SERVICES: &str = "/api/v1/namespaces/default/services";

impl Rehearsal {
    async fn text(&self, method: Method, path: &str) -> Result<String, String> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .body(Vec::new())
            .expect("a request");
        let client = self.cluster.client();
        client
            .request_text(request)
            .await
            .map_err(|error| match error {
                kube::Error::Api(status) => status.message,
                other => other.to_string(),
            })
    }

    async fn read(&self, path: &str) -> Result<String, String> {
        self.text(Method::GET, path).await
    }

    async fn running(&self, name: &str) {
        self.until("ready", async || {
            let pod = self.get(&resources::PODS, name).await;
            pod["status"]["containerStatuses"][0]["ready"] == true
        })
        .await;
        // It opens its ports a little later.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
}

fn pod(name: &str, container: &Value, annotations: &Value) -> Value {
    let mut app = json!({"name": "app", "image": "nginx:1", "ports": [{"name": "http", "containerPort": 8080}]});
    if let (Some(app), Some(more)) = (app.as_object_mut(), container.as_object()) {
        app.extend(more.clone());
    }
    let metadata = json!({"name": name, "labels": {"app": "web"}, "annotations": annotations});
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": [app]}})
}

#[test]
fn requests_are_passed_on_to_pods_and_services() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        let web = pod("web", &json!({}), &json!({}));
        rehearsal.create(&resources::PODS, &web).await;
        let ports = json!([{"name": "http", "port": 80, "targetPort": "http"}, {"name": "no", "port": 81, "targetPort": "no"}]);
        let service = json!({
            "apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
            "spec": {"selector": {"app": "web"}, "ports": ports},
        });
        rehearsal.create(&resources::SERVICES, &service).await;
        rehearsal.running("web").await;
        for path in [
            format!("{PODS}/web/proxy/some/path?with=query"),
            format!("{PODS}/web:8080/proxy/"),
            format!("{SERVICES}/web:http/proxy/"),
            format!("{SERVICES}/http:web:80/proxy/"),
        ] {
            let body = rehearsal.read(&path).await.expect("it is there");
            assert!(body.starts_with("pod: web\nnamespace: default\n"), "{body}");
        }
        let refusals = [
            (
                format!("{PODS}/web:9/proxy/"),
                "error trying to reach service: dial tcp 127.64.1.0:9: connect: connection refused",
            ),
            (format!("{PODS}/none/proxy/"), "pods \"none\" not found"),
            (
                format!("{SERVICES}/web:82/proxy/"),
                "no service port \"82\" found for service \"web\"",
            ),
            (
                format!("{SERVICES}/web:no/proxy/"),
                "no endpoints available for service \"web\"",
            ),
        ];
        for (path, message) in refusals {
            assert_eq!(rehearsal.read(&path).await, Err(message.to_owned()));
        }
        let log = rehearsal.read(&format!("{PODS}/web/log")).await;
        let log = log.expect("it has one");
        assert!(
            log.contains("GET /some/path?with=query HTTP/1.1 200"),
            "{log}"
        );
        let healthz = rehearsal.read("/api/v1/nodes/kaeru-0/proxy/healthz").await;
        assert_eq!(healthz, Ok("ok".to_owned()));
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_log_tells_of_one_run_and_is_cut_as_wanted() {
    paused(async {
        let rehearsal = Rehearsal::start(2).await;
        let log = format!("{PODS}/web/log");
        let web = pod("web", &json!({}), &json!({"kaeru.dev/fail": "exit=3"}));
        rehearsal.create(&resources::PODS, &web).await;
        rehearsal
            .until("restarted", async || {
                let pod = rehearsal.get(&resources::PODS, "web").await;
                pod["status"]["containerStatuses"][0]["restartCount"] == 2
            })
            .await;
        let previous = rehearsal.read(&format!("{log}?previous=true")).await;
        let started = "nginx:1 started in default/web on kaeru-0\n";
        assert_eq!(
            previous,
            Ok(format!(
                "{started}listening on 127.64.1.0:8080\nexited with code 3\n"
            ))
        );
        let followed = rehearsal
            .read(&format!("{log}?follow=true&tailLines=1"))
            .await;
        let followed = followed.expect("it ends with the container");
        assert!(followed.ends_with("exited with code 3\n"), "{followed}");
        let first = rehearsal.read(&format!("{log}?limitBytes=9")).await;
        assert_eq!(first, Ok("nginx:1 s".to_owned()));
        let stamped = rehearsal
            .read(&format!("{log}?timestamps=true&tailLines=1"))
            .await;
        let stamped = stamped.expect("it has one");
        assert!(
            stamped.starts_with("2026-01-01T00:00:") && stamped.contains("000Z exited"),
            "{stamped}"
        );
        let nothing = rehearsal
            .read(&format!("{log}?sinceTime=2026-01-02T00:00:00Z"))
            .await;
        assert_eq!(nothing, Ok(String::new()));
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_log_that_is_not_there_says_why() {
    paused(async {
        let rehearsal = Rehearsal::start(3).await;
        let failing = json!({"kaeru.dev/fail": "image-pull"});
        rehearsal
            .create(&resources::PODS, &pod("web", &json!({}), &failing))
            .await;
        let mut two = pod("two", &json!({}), &json!({}));
        let second = json!({"name": "b", "image": "b:1"});
        two["spec"]["containers"]
            .as_array_mut()
            .expect("it is a list")
            .push(second);
        rehearsal.create(&resources::PODS, &two).await;
        let mut nowhere = pod("nowhere", &json!({}), &json!({}));
        nowhere["spec"]["nodeSelector"] = json!({"example.com/no": "such"});
        rehearsal.create(&resources::PODS, &nowhere).await;
        let log = rehearsal.read(&format!("{PODS}/nowhere/log")).await;
        assert_eq!(log, Ok(String::new()), "it is on no node");
        let waits =
            |pod: &Object| pod["status"]["containerStatuses"][0]["state"]["waiting"].is_object();
        rehearsal
            .until("waiting", async || {
                waits(&rehearsal.get(&resources::PODS, "web").await)
            })
            .await;
        for (path, message) in [
            (
                "web/log",
                "container \"app\" in pod \"web\" is waiting to start: trying and failing to pull image",
            ),
            (
                "two/log",
                "a container name must be specified for pod two, choose one of: [app b]",
            ),
            (
                "two/log?container=c",
                "container c is not valid for pod two",
            ),
            (
                "web/log?tailLines=-1",
                "PodLogOptions \"\" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0",
            ),
            (
                "web/exec?container=app",
                "container app of pod web runs no process: the pods of this cluster are simulated",
            ),
        ] {
            let answer = rehearsal.read(&format!("{PODS}/{path}")).await;
            assert_eq!(answer, Err(message.to_owned()), "{path}");
        }
        rehearsal.cluster.stop().await;
    });
}
