//! Several versions of a custom resource, and definitions that change.

use std::sync::Arc;

use apimachinery::{ManualClock, Timestamp};
use serde_json::json;
use store::Store;

use super::{DEFINITIONS, define, definition, gadgets};
use crate::harness::Api;

#[tokio::test]
async fn an_object_of_one_version_is_read_in_another() {
    let api = Api::new().await;
    let mut both = gadgets();
    let old = json!({
        "name": "v1alpha1", "served": true, "storage": false, "deprecated": true,
        "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
    });
    both["spec"]["versions"]
        .as_array_mut()
        .unwrap()
        .insert(0, old);
    define(&api, &both).await;
    let place = |version: &str| format!("/apis/made.example/{version}/namespaces/default/gadgets");
    let created = api
        .post(
            &place("v1alpha1"),
            &json!({"metadata": {"name": "g"}, "spec": {"color": "red", "own": true}}),
        )
        .await;
    assert_eq!(created.code, 201, "{}", created.text);
    assert_eq!(created.json["spec"], json!({"color": "red", "own": true}));
    assert_eq!(
        created.warnings,
        ["299 - \"made.example/v1alpha1 Gadget is deprecated; use made.example/v1 Gadget\""]
    );
    let read = api.get(&format!("{}/g", place("v1"))).await;
    assert_eq!(read.json["apiVersion"], "made.example/v1");
    assert_eq!(read.json["spec"], json!({"color": "red", "size": 3}));
    let group = api.get("/apis/made.example").await;
    assert_eq!(group.json["preferredVersion"]["version"], "v1");
}

#[tokio::test]
async fn defaults_that_come_later_are_seen_in_what_was_there_before() {
    let api = Api::new().await;
    define(&api, &gadgets()).await;
    let path = "/apis/made.example/v1/namespaces/default/gadgets";
    api.post(
        path,
        &json!({"metadata": {"name": "g"}, "spec": {"note": "n"}}),
    )
    .await;
    let definition = format!("{DEFINITIONS}/gadgets.made.example");
    let patch = json!([
        {"op": "add", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/mode",
            "value": {"type": "string", "default": "auto"}},
        {"op": "remove", "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/note"},
    ]);
    let changed = api
        .call(
            http::Method::PATCH,
            &definition,
            "application/json-patch+json",
            patch.to_string(),
        )
        .await;
    assert_eq!(changed.code, 200, "{}", changed.text);
    let read = api.get(&format!("{path}/g")).await;
    assert_eq!(read.json["spec"], json!({"size": 3, "mode": "auto"}));
    assert_eq!(api.get(path).await.json["items"][0]["spec"]["mode"], "auto");
}

#[tokio::test]
async fn definitions_are_served_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("store");
    let open = || {
        let store = Store::open(&file).unwrap();
        let clock = Arc::new(ManualClock::new(Timestamp::from_micros(
            1_800_000_000_000_000,
        )));
        Api::over(store, clock, "10.0.0.0/16")
    };
    let api = open().await;
    define(&api, &gadgets()).await;
    let path = "/apis/made.example/v1/namespaces/default/gadgets";
    api.post(path, &json!({"metadata": {"name": "g"}})).await;
    api.store.close();
    drop(api);
    let api = open().await;
    let read = api.get(&format!("{path}/g")).await;
    assert_eq!(read.code, 200, "{}", read.text);
    assert_eq!(read.json["kind"], "Gadget");
}

#[tokio::test]
async fn what_finds_the_objects_does_not_change() {
    let api = Api::new().await;
    define(&api, &gadgets()).await;
    let path = format!("{DEFINITIONS}/gadgets.made.example");
    let refused = api
        .merge(&path, &json!({"spec": {"scope": "Cluster"}}))
        .await;
    assert_eq!(
        refused.json["message"],
        "CustomResourceDefinition.apiextensions.k8s.io \"gadgets.made.example\" is invalid: spec.scope: Invalid value: \"Cluster\": field is immutable"
    );
    let odd = definition(
        "odds",
        "Odd",
        "x.k8s.io",
        json!({"schema": {"openAPIV3Schema": {"type": "object"}}}),
    );
    let refused = api.post(DEFINITIONS, &odd).await;
    assert_eq!(
        refused.json["message"],
        "CustomResourceDefinition.apiextensions.k8s.io \"odds.x.k8s.io\" is invalid: metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111"
    );
}
