//! Server-side apply to custom resources, scales and what client-side apply left behind.

use http::Method;
use serde_json::{Value, json};

use crate::custom::{define, definition, gadgets};
use crate::harness::{Answer, Api};

const LISTS: &str = "/apis/made.example/v1/namespaces/default/lists/l";

async fn apply(api: &Api, path: &str, query: &str, object: &Value) -> Answer {
    api.call(
        Method::PATCH,
        &format!("{path}?{query}"),
        "application/apply-patch+yaml",
        object.to_string(),
    )
    .await
}

async fn with_lists() -> Api {
    let api = Api::new().await;
    let item = json!({"type": "object", "required": ["n"], "properties": {
        "n": {"type": "string"}, "p": {"type": "string", "default": "x"}, "v": {"type": "string"},
    }});
    let properties = json!({
        "keyed": {"type": "array", "items": item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["n", "p"]},
        "set": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        "plain": {"type": "array", "items": {"type": "string"}},
        "whole": {"type": "object", "x-kubernetes-map-type": "atomic", "additionalProperties": {"type": "string"}},
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
        "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
    });
    let version =
        json!({"schema": {"openAPIV3Schema": {"type": "object", "properties": properties}}});
    define(
        &api,
        &definition("lists", "Lister", "made.example", version),
    )
    .await;
    api
}

fn lister(fields: &Value) -> Value {
    let mut object =
        json!({"apiVersion": "made.example/v1", "kind": "Lister", "metadata": {"name": "l"}});
    for (name, value) in fields.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

#[tokio::test]
async fn the_schema_says_what_is_taken_apart() {
    let api = with_lists().await;
    let one = lister(&json!({
        "keyed": [{"n": "a", "v": "1"}, {"n": "c", "v": "1"}], "set": ["b", "a"], "plain": ["x"],
        "whole": {"k": "1"}, "map": {"k": "1"}, "free": {"deep": {"k": [1]}},
    }));
    let created = apply(&api, LISTS, "fieldManager=one", &one).await;
    assert_eq!(created.code, 201, "{}", created.text);
    assert_eq!(
        created.json["metadata"]["managedFields"][0]["fieldsV1"],
        json!({
            "f:keyed": {
                "k:{\"n\":\"a\",\"p\":\"x\"}": {".": {}, "f:n": {}, "f:v": {}},
                "k:{\"n\":\"c\",\"p\":\"x\"}": {".": {}, "f:n": {}, "f:v": {}},
            },
            "f:set": {"v:\"a\"": {}, "v:\"b\"": {}},
            "f:plain": {}, "f:whole": {}, "f:map": {"f:k": {}},
            "f:free": {"f:deep": {".": {}, "f:k": {}}},
        })
    );
    let two = lister(
        &json!({"keyed": [{"n": "b"}, {"n": "c", "v": "1"}], "set": ["c", "a"], "map": {"l": "2"}}),
    );
    let merged = apply(&api, LISTS, "fieldManager=two", &two).await;
    assert_eq!(merged.code, 200, "{}", merged.text);
    let names: Vec<&Value> = merged.json["keyed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["n"])
        .collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(merged.json["set"], json!(["b", "c", "a"]));
    assert_eq!(merged.json["map"], json!({"k": "1", "l": "2"}));
    let conflict = apply(
        &api,
        LISTS,
        "fieldManager=two",
        &lister(&json!({"keyed": [{"n": "c", "v": "9"}], "plain": ["y"], "whole": {"k": "1", "l": "2"}})),
    )
    .await;
    assert_eq!(
        conflict.json["message"],
        "Apply failed with 3 conflicts: conflicts with \"one\":\n- .keyed[n=\"c\",p=\"x\"].v\n- .plain\n- .whole"
    );
    let released = apply(
        &api,
        LISTS,
        "fieldManager=one",
        &lister(&json!({"map": {"k": "1"}})),
    )
    .await;
    assert_eq!(
        (
            &released.json["keyed"],
            &released.json["set"],
            released.json.get("plain")
        ),
        (
            &json!([{"n": "b", "p": "x"}, {"n": "c", "p": "x", "v": "1"}]),
            &json!(["c", "a"]),
            None
        )
    );
}

#[tokio::test]
async fn what_is_not_of_the_kind_is_refused() {
    let api = with_lists().await;
    for (fields, expected) in [
        (json!({"odd": 1}), ".odd: field not declared in schema"),
        (
            json!({"keyed": [{"n": "a"}, {"n": "a"}]}),
            ".keyed: duplicate entries for key [n=\"a\",p=\"x\"]",
        ),
        (
            json!({"set": ["a", "a"]}),
            ".set: duplicate entries for key [=\"a\"]",
        ),
        (
            json!({"map": {"k": 1}}),
            ".map.k: expected string, got &value.valueUnstructured{Value:1}",
        ),
        (
            json!({"odd": 1, "keyed": [{"n": "a", "odd": 1}]}),
            "errors:\n  .keyed[n=\"a\",p=\"x\"].odd: field not declared in schema\n  .odd: field not declared in schema",
        ),
    ] {
        let refused = apply(&api, LISTS, "fieldManager=one", &lister(&fields)).await;
        assert_eq!(refused.code, 500);
        assert_eq!(
            refused.json["message"],
            format!(
                "failed to create typed patch object (/l; made.example/v1, Kind=Lister): {expected}"
            )
        );
    }
}

#[tokio::test]
async fn status_and_scale_have_managers_of_their_own() {
    let api = Api::new().await;
    define(&api, &gadgets()).await;
    let path = "/apis/made.example/v1/namespaces/default/gadgets/g";
    let object = |rest: &Value| {
        let mut object =
            json!({"apiVersion": "made.example/v1", "kind": "Gadget", "metadata": {"name": "g"}});
        for (name, value) in rest.as_object().unwrap() {
            object[name] = value.clone();
        }
        object
    };
    let both = object(&json!({"spec": {"note": "n"}, "status": {"replicas": 7}}));
    let created = apply(&api, path, "fieldManager=one", &both).await;
    assert_eq!(created.json.get("status"), None);
    let status = apply(&api, &format!("{path}/status"), "fieldManager=st", &both).await;
    assert_eq!(status.json["status"], json!({"replicas": 7}));
    let entries = &status.json["metadata"]["managedFields"];
    assert_eq!(entries[0]["fieldsV1"], json!({"f:spec": {"f:note": {}}}));
    assert_eq!(
        entries[1]["fieldsV1"],
        json!({"f:status": {"f:replicas": {}}})
    );
    assert_eq!(entries[1]["subresource"], "status");

    let template = json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "c:1"}]}});
    let deployment = json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"},
        "spec": {"replicas": 1, "selector": {"matchLabels": {"a": "b"}}, "template": template},
    });
    let path = "/apis/apps/v1/namespaces/default/deployments/d";
    apply(&api, path, "fieldManager=one", &deployment).await;
    let scale = json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "d"}, "spec": {"replicas": 3}});
    let place = format!("{path}/scale");
    let refused = apply(&api, &place, "fieldManager=hpa", &scale).await;
    assert_eq!(
        refused.json["message"],
        "Apply failed with 1 conflict: conflict with \"one\": .spec.replicas"
    );
    let forced = apply(&api, &place, "fieldManager=hpa&force=true", &scale).await;
    assert_eq!(forced.json["spec"]["replicas"], 3, "{}", forced.text);
    let entries = api.get(path).await.json["metadata"]["managedFields"].clone();
    assert_eq!(
        entries[0],
        json!({
            "manager": "hpa", "operation": "Apply", "apiVersion": "apps/v1", "subresource": "scale",
            "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:replicas": {}}},
        })
    );
    assert_eq!(entries[1]["fieldsV1"]["f:spec"].get("f:replicas"), None);
}

#[tokio::test]
async fn kubectl_takes_over_what_it_applied_before() {
    let api = Api::new().await;
    let path = "/api/v1/namespaces/default/configmaps/c";
    let plain = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "1", "b": "1"}});
    let mut before = plain.clone();
    before["metadata"]["annotations"] =
        json!({"kubectl.kubernetes.io/last-applied-configuration": format!("{plain}\n")});
    api.post("/api/v1/namespaces/default/configmaps", &before)
        .await;
    api.merge(path, &json!({"data": {"b": "changed"}})).await;
    let mut now = plain.clone();
    now["data"] = json!({"a": "2", "b": "1"});
    let conflict = apply(&api, path, "fieldManager=kubectl", &now).await;
    assert_eq!(
        conflict.json["message"],
        "Apply failed with 1 conflict: conflict with \"tests\" using v1: .data.b"
    );
    now["data"]["b"] = "changed".into();
    let taken = apply(&api, path, "fieldManager=kubectl", &now).await;
    assert_eq!(taken.code, 200, "{}", taken.text);
    assert_eq!(taken.json["data"]["a"], "2");
    let said =
        taken.json["metadata"]["annotations"]["kubectl.kubernetes.io/last-applied-configuration"]
            .as_str()
            .unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(said).unwrap()["data"]["a"],
        "2"
    );
}

#[tokio::test]
async fn the_oldest_of_many_updaters_are_merged() {
    let api = Api::new().await;
    let path = "/api/v1/namespaces/default/configmaps";
    api.post(
        &format!("{path}?fieldManager=m00"),
        &json!({"metadata": {"name": "c"}, "data": {"k00": "v"}}),
    )
    .await;
    for index in 1..13 {
        api.clock.advance(std::time::Duration::from_secs(1));
        let patch = json!({"data": {format!("k{index:02}"): "v"}});
        api.merge(&format!("{path}/c?fieldManager=m{index:02}"), &patch)
            .await;
    }
    let object = api.get(&format!("{path}/c")).await.json;
    let entries = object["metadata"]["managedFields"].as_array().unwrap();
    assert_eq!(entries.len(), 10);
    assert_eq!(entries[0]["manager"], "ancient-changes");
    assert_eq!(
        entries[0]["fieldsV1"],
        json!({"f:data": {".": {}, "f:k00": {}, "f:k01": {}, "f:k02": {}, "f:k03": {}}})
    );
    assert_eq!(entries[1]["manager"], "m04");
}

#[tokio::test]
async fn applying_the_same_again_writes_nothing() {
    let api = with_lists().await;
    let object = lister(&json!({"keyed": [{"n": "a"}], "map": {"k": "1"}}));
    let first = apply(&api, LISTS, "fieldManager=one", &object).await;
    api.clock.advance(std::time::Duration::from_secs(5));
    let again = apply(&api, LISTS, "fieldManager=one", &object).await;
    assert_eq!(first.json, again.json);
}
