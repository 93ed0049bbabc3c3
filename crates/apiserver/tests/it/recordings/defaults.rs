//! What a real server makes of new objects.

use std::fs;
use std::path::{Path, PathBuf};

use http::{Method, Request};
use http_body_util::Full;
use serde_json::{Map, Value, json};

use super::recordings;
use crate::harness::{Answer, Api, answer};

/// The cases that are not answered alike, with the reason.
const DIFFERENT: &[(&str, &str)] = &[(
    "certificate-signing-request/csr",
    "the user who asks is not put into the request",
)];

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

/// What the server answers to the recorded request.
async fn created(case: &Path) -> Option<Answer> {
    let head = fs::read_to_string(case.join("created.request.txt")).ok()?;
    let uri = head.split_whitespace().nth(1)?.to_owned();
    let body = fs::read(case.join("request.json")).ok()?;
    let api = Api::new().await;
    if let Some((_, rest)) = uri.split_once("/namespaces/") {
        let namespace = rest.split('/').next().unwrap_or_default();
        api.post(
            "/api/v1/namespaces",
            &json!({"metadata": {"name": namespace}}),
        )
        .await;
        // One of the recorded pods runs as this account.
        if uri.ends_with("/pods") {
            let accounts = format!("/api/v1/namespaces/{namespace}/serviceaccounts");
            api.post(&accounts, &json!({"metadata": {"name": "plain"}}))
                .await;
        }
    }
    let request = Request::builder()
        .method(Method::POST)
        .uri(&uri)
        .header("content-type", "application/json")
        .body(Full::new(body.into()))
        .ok()?;
    Some(answer(api.send(request).await).await)
}

/// Without what differs between two runs, and without what the generic code looks after.
fn normalised(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object["metadata"].as_object_mut() {
        if metadata.contains_key("generateName") {
            metadata.remove("name");
        }
        metadata.retain(|key, value| {
            !matches!(
                &**key,
                "uid" | "resourceVersion" | "creationTimestamp" | "managedFields"
            ) && !value.is_null()
                && value.as_object().is_none_or(|map| !map.is_empty())
        });
    }
    varying(&mut object);
    object
}

fn varying(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // Addresses and ports are given out by the server as a whole.
            fields.retain(|key, value| {
                !matches!(&**key, "nodePort" | "healthCheckNodePort")
                    && (!key.starts_with("clusterIP")
                        || *value == "None"
                        || *value == json!(["None"]))
            });
            for (key, value) in fields.iter_mut() {
                if matches!(&**key, "lastTransitionTime" | "lastPhaseTransitionTime") {
                    *value = json!("TIME");
                }
                varying(value);
            }
        }
        Value::Array(items) => {
            // The recorded server is a vendor's: it projects one more config map.
            items.retain(|item| item["configMap"]["name"] != "openshift-service-ca.crt");
            items.iter_mut().for_each(varying);
        }
        Value::String(text) if text.len() == 36 && text.matches('-').count() == 4 => {
            *text = "UID".to_owned();
        }
        Value::String(text) if text.starts_with("kube-api-access-") => {
            *text = "kube-api-access".to_owned();
        }
        _ => {}
    }
}

/// The places where two values differ.
fn differences(path: &str, ours: &Value, theirs: &Value, out: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            let none = Map::new();
            let (a, b) = (if a.is_empty() { &none } else { a }, b);
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                match (a.get(key), b.get(key)) {
                    (Some(a), Some(b)) => differences(&format!("{path}.{key}"), a, b, out),
                    (a, b) => out.push(format!("{path}.{key}: {} not {}", shown(a), shown(b))),
                }
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{path}[{index}]"), a, b, out);
            }
        }
        (a, b) if a != b => out.push(format!("{path}: {a} not {b}")),
        _ => {}
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or("nothing".to_owned(), Value::to_string)
}

#[tokio::test]
async fn new_objects_are_completed_as_recorded() {
    let Some(root) = recordings() else { return };
    let root = root.join("defaults");
    let (mut compared, mut different) = (0, Vec::new());
    for case in subfolders(&root).iter().flat_map(|kind| subfolders(kind)) {
        let name = case.strip_prefix(&root).unwrap().display().to_string();
        let Some(theirs) = read(&case.join("created.response.json")) else {
            continue;
        };
        let Some(ours) = created(&case).await else {
            continue;
        };
        let mut found = Vec::new();
        differences(
            "",
            &normalised(&ours.json),
            &normalised(&theirs),
            &mut found,
        );
        if !found.is_empty() && !DIFFERENT.iter().any(|(known, _)| name == *known) {
            different.push(format!("{name}\n    {}", found.join("\n    ")));
        }
        compared += 1;
    }
    println!("{compared} recorded objects compared");
    assert!(
        different.is_empty(),
        "{} of {compared} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}
