//! Server-side apply.

use http::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Api};

const DEPLOYMENT: &str = "/apis/apps/v1/namespaces/default/deployments/web";
const CONFIG_MAP: &str = "/api/v1/namespaces/default/configmaps/c";

async fn apply(api: &Api, path: &str, query: &str, object: &Value) -> Answer {
    let path = format!("{path}?{query}");
    api.call(
        Method::PATCH,
        &path,
        "application/apply-patch+yaml",
        object.to_string(),
    )
    .await
}

fn config_map(data: &Value) -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": data})
}

#[tokio::test]
async fn what_a_manager_no_longer_says_goes_away() {
    let api = Api::new().await;
    let created = apply(
        &api,
        CONFIG_MAP,
        "fieldManager=one",
        &config_map(&json!({"a": "1", "b": "2"})),
    )
    .await;
    assert_eq!(created.code, 201, "{}", created.text);
    assert_eq!(
        created.json["metadata"]["managedFields"],
        json!([{
            "manager": "one", "operation": "Apply", "apiVersion": "v1", "time": "2027-01-15T08:00:00Z",
            "fieldsType": "FieldsV1", "fieldsV1": {"f:data": {"f:a": {}, "f:b": {}}},
        }])
    );
    let shared = apply(
        &api,
        CONFIG_MAP,
        "fieldManager=two",
        &config_map(&json!({"b": "2", "c": "3"})),
    )
    .await;
    assert_eq!(
        (shared.code, &shared.json["data"]),
        (200, &json!({"a": "1", "b": "2", "c": "3"}))
    );
    let less = apply(
        &api,
        CONFIG_MAP,
        "fieldManager=one",
        &config_map(&json!({})),
    )
    .await;
    assert_eq!(less.json["data"], json!({"b": "2", "c": "3"}));
    let again = apply(
        &api,
        CONFIG_MAP,
        "fieldManager=two",
        &config_map(&json!({"b": "2", "c": "3"})),
    )
    .await;
    assert_eq!(
        again.json["metadata"]["resourceVersion"],
        less.json["metadata"]["resourceVersion"]
    );
}

#[tokio::test]
async fn conflicts_are_told_or_forced() {
    let api = Api::new().await;
    apply(
        &api,
        CONFIG_MAP,
        "fieldManager=one",
        &config_map(&json!({"a": "1"})),
    )
    .await;
    let refused = apply(
        &api,
        CONFIG_MAP,
        "fieldManager=two",
        &config_map(&json!({"a": "2"})),
    )
    .await;
    assert_eq!(
        (
            refused.code,
            &refused.json["message"],
            &refused.json["details"]["causes"]
        ),
        (
            409,
            &json!("Apply failed with 1 conflict: conflict with \"one\": .data.a"),
            &json!([{"reason": "FieldManagerConflict", "message": "conflict with \"one\"", "field": ".data.a"}])
        )
    );
    let forced = apply(
        &api,
        CONFIG_MAP,
        "fieldManager=two&force=true",
        &config_map(&json!({"a": "2"})),
    )
    .await;
    assert_eq!(forced.json["data"]["a"], "2");
    let managers = forced.json["metadata"]["managedFields"].as_array().unwrap();
    assert_eq!(
        (managers.len(), &managers[0]["manager"]),
        (1, &json!("two"))
    );
}

#[tokio::test]
async fn items_are_told_apart_by_their_keys() {
    let api = Api::new().await;
    let deployment = |containers: Value| {
        json!({
            "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
            "spec": {
                "selector": {"matchLabels": {"app": "web"}},
                "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": containers}},
            },
        })
    };
    let two = json!([
        {"name": "a", "image": "a:1", "ports": [{"containerPort": 80}]},
        {"name": "b", "image": "b:1"},
    ]);
    let created = apply(&api, DEPLOYMENT, "fieldManager=one", &deployment(two)).await;
    assert_eq!(created.code, 201, "{}", created.text);
    let one = json!([{"name": "a", "image": "a:2", "ports": [{"containerPort": 80}]}]);
    let less = apply(&api, DEPLOYMENT, "fieldManager=one", &deployment(one))
        .await
        .json;
    let containers = less["spec"]["template"]["spec"]["containers"]
        .as_array()
        .unwrap();
    assert_eq!(
        (containers.len(), &containers[0]["image"]),
        (1, &json!("a:2"))
    );
    assert_eq!(containers[0]["ports"].as_array().map(Vec::len), Some(1));
    let fields = &less["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]["f:template"]["f:spec"]
        ["f:containers"];
    assert_eq!(
        fields["k:{\"name\":\"a\"}"]["f:ports"]["k:{\"containerPort\":80,\"protocol\":\"TCP\"}"],
        json!({".": {}, "f:containerPort": {}})
    );
    let scaled = api
        .merge(
            &format!("{DEPLOYMENT}/scale"),
            &json!({"spec": {"replicas": 3}}),
        )
        .await;
    assert_eq!(scaled.code, 200);
    let mut wanted = deployment(json!([{"name": "a", "image": "a:2"}]));
    wanted["spec"]["replicas"] = json!(5);
    let refused = apply(&api, DEPLOYMENT, "fieldManager=one", &wanted).await;
    assert_eq!(
        refused.json["message"],
        "Apply failed with 1 conflict: conflict with \"tests\" with subresource \"scale\" using apps/v1: .spec.replicas"
    );
}

#[tokio::test]
async fn faults_of_applied_objects_have_their_words() {
    let api = Api::new().await;
    let refused = apply(&api, CONFIG_MAP, "", &config_map(&json!({}))).await;
    assert_eq!(
        (refused.code, &refused.json["message"]),
        (
            422,
            &json!(
                "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch"
            )
        )
    );
    let mut odd = config_map(&json!({}));
    odd["foo"] = json!(1);
    let refused = apply(&api, CONFIG_MAP, "fieldManager=x", &odd).await;
    assert_eq!(
        (refused.code, &refused.json["message"]),
        (
            500,
            &json!(
                "failed to create typed patch object (/c; /v1, Kind=ConfigMap): .foo: field not declared in schema"
            )
        )
    );
}
