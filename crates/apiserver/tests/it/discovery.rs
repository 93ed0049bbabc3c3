//! What clients learn about the server.

use http::{Method, Request};
use http_body_util::Full;
use serde_json::{Value, json};

use crate::harness::{Api, answer};

const AGGREGATED: &str =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";

#[tokio::test]
async fn aggregated_discovery_is_told_once() {
    let api = Api::new().await;
    let request = |tag: &str| {
        let request = Request::builder().uri("/apis").header("accept", AGGREGATED);
        let request = if tag.is_empty() {
            request
        } else {
            request.header("if-none-match", tag)
        };
        request.body(Full::default()).unwrap()
    };
    let first = api.send(request("")).await;
    assert_eq!(
        first.headers()["content-type"],
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
    );
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    let groups = answer(first).await.json;
    let names: Vec<&str> = groups["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["metadata"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names[..3],
        ["apiregistration.k8s.io", "apps", "events.k8s.io"]
    );
    assert_eq!(api.send(request(&tag)).await.status(), 304);
}

#[tokio::test]
async fn a_group_version_lists_its_resources() {
    let api = Api::new().await;
    let list = api.get("/apis/apps/v1").await.json;
    let scale = list["resources"]
        .as_array()
        .unwrap()
        .iter()
        .find(|resource| resource["name"] == "deployments/scale");
    assert_eq!(
        scale,
        Some(&json!({
            "name": "deployments/scale", "singularName": "", "namespaced": true, "kind": "Scale",
            "group": "autoscaling", "version": "v1", "verbs": ["get", "patch", "update"],
        }))
    );
    assert_eq!(
        api.get("/apis/autoscaling").await.json["preferredVersion"]["version"],
        "v2"
    );
    let missing = api.get("/apis/apps/v9").await;
    assert_eq!(
        (missing.code, &*missing.text),
        (404, "404 page not found\n")
    );
    let gone = api.get("/apis/apps/v9/deployments").await;
    assert_eq!(
        gone.json["message"],
        "the server could not find the requested resource"
    );
}

#[tokio::test]
async fn every_patch_declares_field_validation_and_every_reference_leads_somewhere() {
    let api = Api::new().await;
    let index = api.get("/openapi/v3").await.json;
    let mut patches = 0;
    for (name, entry) in index["paths"].as_object().unwrap() {
        let url = entry["serverRelativeURL"].as_str().unwrap();
        let document = api.get(url).await.json;
        for (path, item) in document["paths"].as_object().unwrap() {
            let patch = item
                .get("patch")
                .filter(|patch| patch["x-kubernetes-action"] == "patch");
            if let Some(patch) = patch {
                let names = patch["parameters"].as_array().unwrap();
                assert!(
                    names
                        .iter()
                        .any(|parameter| parameter["name"] == "fieldValidation"),
                    "{path}"
                );
                patches += 1;
            }
        }
        let schemas = document["components"]["schemas"].as_object().unwrap();
        check_references(&document, &|reference| {
            let target = reference.strip_prefix("#/components/schemas/").unwrap();
            assert!(schemas.contains_key(target), "{name}: {reference}");
        });
    }
    assert!(patches > 60, "{patches} patches");
    let stale = api.get("/openapi/v3/apis/apps/v1?hash=0").await;
    assert_eq!(stale.code, 301);
}

#[tokio::test]
async fn the_old_document_has_merge_keys() {
    let api = Api::new().await;
    let document = api.get("/openapi/v2").await.json;
    let definitions = document["definitions"].as_object().unwrap();
    let containers = &definitions["io.k8s.api.core.v1.PodSpec"]["properties"]["containers"];
    assert_eq!(containers["x-kubernetes-patch-merge-key"], "name");
    assert_eq!(containers["x-kubernetes-patch-strategy"], "merge");
    assert_eq!(containers["x-kubernetes-list-map-keys"], json!(["name"]));
    check_references(&document, &|reference| {
        assert!(
            definitions.contains_key(reference.strip_prefix("#/definitions/").unwrap()),
            "{reference}"
        );
    });
}

fn check_references(value: &Value, check: &dyn Fn(&str)) {
    match value {
        Value::Object(map) => {
            if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
                check(reference);
            }
            map.values()
                .for_each(|inner| check_references(inner, check));
        }
        Value::Array(list) => list.iter().for_each(|inner| check_references(inner, check)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[tokio::test]
async fn health_and_version_have_their_forms() {
    let api = Api::new().await;
    assert_eq!(api.get("/readyz").await.text, "ok");
    assert!(
        api.get("/livez?verbose")
            .await
            .text
            .ends_with("livez check passed\n")
    );
    let version = api.get("/version").await.json;
    assert_eq!(
        (&version["major"], &version["minor"]),
        (&json!("1"), &json!("37"))
    );
    assert!(
        version["gitVersion"]
            .as_str()
            .unwrap()
            .starts_with("v1.37.1+kaeru.")
    );
    assert_eq!(
        api.call(
            Method::HEAD,
            "/api/v1/namespaces/default/configmaps",
            "",
            ""
        )
        .await
        .code,
        405
    );
}

#[tokio::test]
async fn the_old_document_is_there_in_protobuf() {
    let api = Api::new().await;
    let request = Request::builder()
        .uri("/openapi/v2")
        .header(
            "accept",
            "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
        )
        .body(Full::default())
        .unwrap();
    let response = api.send(request).await;
    assert_eq!(
        response.headers()["content-type"],
        "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"
    );
    let body = http_body_util::BodyExt::collect(response.into_body())
        .await
        .unwrap()
        .to_bytes();
    assert_eq!(body[..5], *b"\x0a\x032.0");
}
