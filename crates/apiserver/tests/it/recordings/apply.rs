//! Objects that were applied, one request after another.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{difference, recordings, request};
use crate::custom::{DEFINITIONS, define, definition};
use crate::harness::{Api, answer};

/// Steps that read differently, with the reason.
const DIFFERENT: &[(&str, &str)] = &[
    ("16-update-by-put-takes-fields", CONTROLLERS),
    ("43-node-taints-atomic", CONTROLLERS),
    ("44-node-taints-release", CONTROLLERS),
];

const CONTROLLERS: &str = "the object has what a controller or a node wrote to it";

/// The definition of the recorded `Gadget`.
fn gadgets() -> Value {
    let spec = json!({"type": "object", "properties": {
        "size": {"type": "integer", "default": 3, "minimum": 1, "maximum": 9},
        "replicas": {"type": "integer"}, "note": {"type": "string"},
        "color": {"type": "string", "enum": ["red", "blue"]}, "port": {"x-kubernetes-int-or-string": true},
    }});
    let status = json!({"type": "object", "properties": {"replicas": {"type": "integer"}, "selector": {"type": "string"}}});
    let mut gadgets = definition(
        "gadgets",
        "Gadget",
        "full.example",
        json!({
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec, "status": status}}},
            "subresources": {"status": {}, "scale": {
                "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
                "labelSelectorPath": ".status.selector",
            }},
        }),
    );
    let old = json!({
        "name": "v1alpha1", "served": true, "storage": false, "deprecated": true,
        "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    });
    gadgets["spec"]["versions"]
        .as_array_mut()
        .unwrap()
        .push(old);
    gadgets
}

/// What a manager has, without times: those of the recording are another day's.
fn managers(object: &Value) -> Vec<Value> {
    let entries = object["metadata"]["managedFields"].as_array();
    let mut entries: Vec<Value> = entries
        .into_iter()
        .flatten()
        // Controllers and nodes write where they run.
        .filter(|entry| {
            entry["manager"] != "kube-controller-manager" && entry["manager"] != "hollow-kubelet"
        })
        .cloned()
        .map(|mut entry| {
            entry.as_object_mut().unwrap().remove("time");
            without_times_of_defaults(&mut entry);
            entry
        })
        .collect();
    // Their order is that of their times, which are all the same here.
    entries.sort_by_key(ToString::to_string);
    entries
}

/// The rest of an object that requests are about, without the addresses that it was given.
fn content(object: &Value) -> Vec<Value> {
    let mut spec = object["spec"].clone();
    if let Some(fields) = spec.as_object_mut() {
        fields.remove("clusterIP");
        fields.remove("clusterIPs");
    }
    vec![spec, object["data"].clone()]
}

/// What the controllers added to an object is not here.
fn without_times_of_defaults(entry: &mut Value) {
    if entry["manager"] == "before-first-apply" {
        entry["fieldsV1"]["f:metadata"]
            .as_object_mut()
            .map(|metadata| metadata.remove("f:annotations"));
        entry["fieldsV1"]
            .as_object_mut()
            .map(|fields| fields.remove("f:status"));
    }
}

fn steps(root: &Path) -> Vec<PathBuf> {
    let mut steps: Vec<PathBuf> = fs::read_dir(root.join("apply/server-side"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|step| step.join("request.txt").exists())
        .collect();
    steps.sort();
    steps
}

/// How the answer to a step differs.
fn step_difference(expected: &Value, found: &crate::harness::Answer) -> Option<String> {
    if expected["kind"] == "Status" || found.code >= 300 {
        return difference(expected, found);
    }
    let pairs = [
        (managers(expected), managers(&found.json)),
        (content(expected), content(&found.json)),
    ];
    pairs
        .into_iter()
        .find(|(expected, found)| expected != found)
        .map(|(expected, found)| format!("{} but here {}", json!(expected), json!(found)))
}

#[tokio::test]
async fn applied_objects_are_as_recorded() {
    let Some(root) = recordings() else { return };
    let api = Api::new().await;
    api.post(
        "/api/v1/namespaces",
        &json!({"metadata": {"name": "apply"}}),
    )
    .await;
    define(&api, &gadgets()).await;
    define(&api, &super::custom::checks()).await;
    assert_eq!(
        api.get(DEFINITIONS).await.json["items"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    let (mut alike, mut different) = (0, Vec::new());
    for step in steps(&root) {
        let name = step.file_name().unwrap().to_string_lossy().into_owned();
        let (Some(request), Ok(text)) = (
            request(&step),
            fs::read_to_string(step.join("response.json")),
        ) else {
            continue;
        };
        let expected: Value = serde_json::from_str(&text).unwrap();
        let found = answer(api.send(request).await).await;
        match step_difference(&expected, &found) {
            None => alike += 1,
            Some(_) if DIFFERENT.iter().any(|(known, _)| *known == name) => {}
            Some(difference) => different.push((name, difference)),
        }
    }
    println!("{alike} alike, {} different", different.len());
    assert!(different.is_empty(), "{different:#?}");
}
