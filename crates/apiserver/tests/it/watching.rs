//! Watches.

use http::{Method, Request};
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};

use crate::harness::Api;

const CONFIG_MAPS: &str = "/api/v1/namespaces/default/configmaps";

struct Stream {
    body: apiserver::Body,
    rest: String,
}

impl Stream {
    async fn open(api: &Api, query: &str) -> Self {
        let uri = format!("{CONFIG_MAPS}?watch=true&{query}");
        let request = Request::builder()
            .method(Method::GET)
            .uri(uri)
            .body(Full::default())
            .unwrap();
        Self {
            body: api.send(request).await.into_body(),
            rest: String::new(),
        }
    }

    /// Type and object of the next event; nothing at the end.
    async fn next(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((line, rest)) = self.rest.split_once('\n') {
                let event: Value = serde_json::from_str(line).unwrap();
                self.rest = rest.to_owned();
                return Some((
                    event["type"].as_str().unwrap().to_owned(),
                    event["object"].clone(),
                ));
            }
            let frame = self.body.frame().await?.unwrap().into_data().unwrap();
            self.rest.push_str(std::str::from_utf8(&frame).unwrap());
        }
    }

    async fn next_name(&mut self) -> (String, String) {
        let (kind, object) = self.next().await.unwrap();
        (
            kind,
            object["metadata"]["name"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
        )
    }
}

fn colored(name: &str, color: &str) -> Value {
    json!({"metadata": {"name": name, "labels": {"color": color}}})
}

fn event(kind: &str, name: &str) -> (String, String) {
    (kind.to_owned(), name.to_owned())
}

#[tokio::test(start_paused = true)]
async fn a_watch_begins_with_what_is_there() {
    let api = Api::new().await;
    api.post(CONFIG_MAPS, &colored("a", "red")).await;
    let mut stream = Stream::open(&api, "").await;
    assert_eq!(stream.next_name().await, event("ADDED", "a"));
    api.post(CONFIG_MAPS, &colored("b", "red")).await;
    assert_eq!(stream.next_name().await, event("ADDED", "b"));
    api.merge(&format!("{CONFIG_MAPS}/b"), &json!({"data": {"x": "y"}}))
        .await;
    assert_eq!(stream.next_name().await, event("MODIFIED", "b"));
    api.delete(&format!("{CONFIG_MAPS}/a"), "").await;
    let before = api.get(CONFIG_MAPS).await.json["metadata"]["resourceVersion"].clone();
    let (kind, object) = stream.next().await.unwrap();
    assert_eq!(
        (&*kind, &object["metadata"]["resourceVersion"]),
        ("DELETED", &before)
    );
}

#[tokio::test(start_paused = true)]
async fn objects_enter_and_leave_a_selection() {
    let api = Api::new().await;
    api.post(CONFIG_MAPS, &colored("a", "blue")).await;
    let version = api.get(CONFIG_MAPS).await.json["metadata"]["resourceVersion"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut stream = Stream::open(
        &api,
        &format!("labelSelector=color%3Dred&resourceVersion={version}"),
    )
    .await;
    api.merge(
        &format!("{CONFIG_MAPS}/a"),
        &json!({"metadata": {"labels": {"color": "red"}}}),
    )
    .await;
    assert_eq!(stream.next_name().await, event("ADDED", "a"));
    api.merge(
        &format!("{CONFIG_MAPS}/a"),
        &json!({"metadata": {"labels": {"color": "green"}}}),
    )
    .await;
    let (kind, object) = stream.next().await.unwrap();
    assert_eq!(
        (&*kind, &object["metadata"]["labels"]["color"]),
        ("DELETED", &json!("red"))
    );
}

#[tokio::test(start_paused = true)]
async fn a_streaming_list_ends_its_first_part_with_a_bookmark() {
    let api = Api::new().await;
    api.post(CONFIG_MAPS, &colored("a", "red")).await;
    let revision = api.store.revision();
    let query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=90";
    let mut stream = Stream::open(&api, query).await;
    assert_eq!(stream.next_name().await, event("ADDED", "a"));
    let (kind, object) = stream.next().await.unwrap();
    assert_eq!(
        (&*kind, object),
        (
            "BOOKMARK",
            json!({
                "kind": "ConfigMap", "apiVersion": "v1",
                "metadata": {"resourceVersion": revision.get().to_string(), "annotations": {"k8s.io/initial-events-end": "true"}},
            })
        )
    );
    api.post(
        "/api/v1/namespaces/default/secrets",
        &json!({"metadata": {"name": "s"}}),
    )
    .await;
    let (kind, object) = stream.next().await.unwrap();
    assert_eq!(
        (&*kind, &object["metadata"]["resourceVersion"]),
        ("BOOKMARK", &json!((revision.get() + 1).to_string()))
    );
    assert_eq!(
        stream.next().await.map(|(kind, _)| kind).as_deref(),
        Some("BOOKMARK")
    );
    assert_eq!(stream.next().await, None);
}

#[tokio::test(start_paused = true)]
async fn history_that_is_gone_ends_a_watch() {
    let api = Api::new().await;
    let begin = api.store.revision().get();
    for minute in 0..15_u64 {
        api.clock.advance(std::time::Duration::from_secs(60));
        api.post(CONFIG_MAPS, &colored(&format!("m{minute}"), "red"))
            .await;
    }
    let mut stream = Stream::open(&api, "resourceVersion=1").await;
    let (kind, status) = stream.next().await.unwrap();
    assert_eq!(
        (&*kind, &status["reason"], &status["code"]),
        ("ERROR", &json!("Expired"), &json!(410))
    );
    let compacted = begin + 10;
    let expected = format!("too old resource version: 1 ({compacted})");
    assert_eq!(status["message"], expected);
    assert_eq!(stream.next().await, None);
}
