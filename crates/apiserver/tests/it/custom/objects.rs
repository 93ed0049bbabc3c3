//! What becomes of the objects of a definition.

use http::Method;
use serde_json::{Value, json};

use super::{define, definition, gadgets};
use crate::harness::Api;

const GADGETS: &str = "/apis/made.example/v1/namespaces/default/gadgets";

async fn with_gadget() -> Api {
    let api = Api::new().await;
    define(&api, &gadgets()).await;
    let object = json!({
        "apiVersion": "made.example/v1", "kind": "Gadget", "metadata": {"name": "one"},
        "spec": {"note": "n", "color": "red", "replicas": 2}, "status": {"replicas": 9},
    });
    let created = api.post(GADGETS, &object).await;
    assert_eq!(created.code, 201, "{}", created.text);
    assert_eq!(
        created.json["spec"],
        json!({"note": "n", "color": "red", "replicas": 2, "size": 3})
    );
    assert_eq!(created.json.get("status"), None);
    api
}

#[tokio::test]
async fn unknown_fields_are_told_and_dropped() {
    let api = with_gadget().await;
    let object = |name: &str| json!({"kind": "Gadget", "apiVersion": "made.example/v1", "metadata": {"name": name, "odd": 1}, "spec": {"extra": {"a": 1}}, "more": 1});
    let warned = api.post(GADGETS, &object("warned")).await;
    assert_eq!(warned.code, 201, "{}", warned.text);
    assert_eq!(
        warned.warnings,
        [
            "299 - \"unknown field \\\"metadata.odd\\\"\"",
            "299 - \"unknown field \\\"more\\\"\"",
            "299 - \"unknown field \\\"spec.extra\\\"\""
        ]
    );
    assert_eq!(warned.json["spec"], json!({"size": 3}));
    let refused = api
        .post(
            &format!("{GADGETS}?fieldValidation=Strict"),
            &object("strict"),
        )
        .await;
    assert_eq!(refused.code, 400);
    assert_eq!(
        refused.json["message"],
        "Gadget in version \"v1\" cannot be handled as a Gadget: strict decoding error: unknown field \"metadata.odd\", unknown field \"more\", unknown field \"spec.extra\""
    );
    let mistyped = api
        .post(GADGETS, &json!({"metadata": {"name": "m", "labels": 1}}))
        .await;
    assert_eq!(
        mistyped.json["message"],
        "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string"
    );
}

#[tokio::test]
async fn other_kinds_and_versions_are_refused() {
    let api = with_gadget().await;
    let wrong = api
        .post(
            GADGETS,
            &json!({"apiVersion": "made.example/v1", "kind": "Other", "metadata": {"name": "x"}}),
        )
        .await;
    assert_eq!(
        wrong.json["message"],
        "Other.made.example \"x\" is invalid: kind: Invalid value: \"Other\": must be Gadget"
    );
    let wrong = api
        .post(
            GADGETS,
            &json!({"apiVersion": "else.example/v1", "kind": "Gadget", "metadata": {"name": "x"}}),
        )
        .await;
    assert_eq!(
        wrong.json["message"],
        "the API version in the data (else.example/v1) does not match the expected API version (made.example/v1)"
    );
    let strategic = api
        .call(
            Method::PATCH,
            &format!("{GADGETS}/one"),
            "application/strategic-merge-patch+json",
            "{}",
        )
        .await;
    assert_eq!(strategic.code, 415);
}

#[tokio::test]
async fn updates_need_a_version_and_count_what_is_not_status() {
    let api = with_gadget().await;
    let path = format!("{GADGETS}/one");
    let blind = api
        .put(&path, &json!({"metadata": {"name": "one"}, "spec": {}}))
        .await;
    assert_eq!(
        blind.json["message"],
        "gadgets.made.example \"one\" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update"
    );
    let ignored = api.merge(&path, &json!({"status": {"replicas": 1}})).await;
    assert_eq!(ignored.json.get("status"), None);
    let status = api
        .merge(
            &format!("{path}/status"),
            &json!({"metadata": {"labels": {"a": "b"}}, "spec": {"size": 9}, "status": {"replicas": 1, "selector": "a=b"}}),
        )
        .await;
    assert_eq!(status.code, 200, "{}", status.text);
    assert_eq!(
        status.json["status"],
        json!({"replicas": 1, "selector": "a=b"})
    );
    assert_eq!(status.json["spec"]["size"], 3);
    assert_eq!(status.json["metadata"].get("labels"), None);
    assert_eq!(status.json["metadata"]["generation"], 1);
    let changed = api.merge(&path, &json!({"spec": {"size": 4}})).await;
    assert_eq!(changed.json["metadata"]["generation"], 2);
    assert_eq!(changed.json["status"]["replicas"], 1);
    let invalid = api.merge(&path, &json!({"spec": {"size": 10}})).await;
    assert_eq!(
        invalid.json["message"],
        "Gadget.made.example \"one\" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9"
    );
}

#[tokio::test]
async fn a_scale_stands_for_the_fields_that_the_definition_names() {
    let api = with_gadget().await;
    let path = format!("{GADGETS}/one");
    api.merge(
        &format!("{path}/status"),
        &json!({"status": {"replicas": 1, "selector": "a=b"}}),
    )
    .await;
    let scale = api.get(&format!("{path}/scale")).await;
    assert_eq!(scale.json["kind"], "Scale");
    assert_eq!(scale.json["spec"], json!({"replicas": 2}));
    assert_eq!(
        scale.json["status"],
        json!({"replicas": 1, "selector": "a=b"})
    );
    let scaled = api
        .merge(&format!("{path}/scale"), &json!({"spec": {"replicas": 5}}))
        .await;
    assert_eq!(scaled.json["spec"]["replicas"], 5);
    assert_eq!(api.get(&path).await.json["spec"]["replicas"], 5);
    let negative = api
        .merge(&format!("{path}/scale"), &json!({"spec": {"replicas": -1}}))
        .await;
    assert_eq!(
        negative.json["message"],
        "Gadget.made.example \"one\" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer"
    );
    api.merge(&path, &json!({"spec": {"replicas": null}})).await;
    let missing = api.get(&format!("{path}/scale")).await;
    assert_eq!(missing.code, 500);
    assert_eq!(
        missing.json["message"],
        "Internal error occurred: the spec replicas field \".spec.replicas\" does not exist"
    );
}

#[tokio::test]
async fn tables_have_the_columns_of_the_definition() {
    let api = with_gadget().await;
    let request = http::Request::builder()
        .uri(GADGETS)
        .header("accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
        .body(http_body_util::Full::default())
        .unwrap();
    let table = crate::harness::answer(api.send(request).await).await.json;
    let headings: Vec<&Value> = table["columnDefinitions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| &column["name"])
        .collect();
    assert_eq!(headings, ["Name", "Size", "Born", "Note"]);
    assert_eq!(
        table["columnDefinitions"][1]["description"],
        "Custom resource definition column (in JSONPath format): .spec.size"
    );
    assert_eq!(table["rows"][0]["cells"], json!(["one", 3, "0s", "n"]));
}

#[tokio::test]
async fn fields_that_the_definition_names_select() {
    let api = with_gadget().await;
    let count = |answer: crate::harness::Answer| answer.json["items"].as_array().map(Vec::len);
    let red = format!("{GADGETS}?fieldSelector=spec.color%3Dred");
    assert_eq!(count(api.get(&red).await), Some(1));
    let blue = format!("{GADGETS}?fieldSelector=spec.color%3Dblue");
    assert_eq!(count(api.get(&blue).await), Some(0));
    let unknown = api
        .get(&format!("{GADGETS}?fieldSelector=spec.size%3D1"))
        .await;
    assert_eq!(
        unknown.json["message"],
        "field label not supported: spec.size"
    );
    let all = api.delete(&format!("{GADGETS}?labelSelector=!x"), "").await;
    assert_eq!(all.code, 200);
    assert_eq!(count(api.get(GADGETS).await), Some(0));
}

#[tokio::test]
async fn lists_in_which_nothing_may_occur_twice() {
    let api = Api::new().await;
    let keyed = json!({
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["n"],
        "items": {"type": "object", "required": ["n"], "properties": {"n": {"type": "string"}}},
    });
    let set =
        json!({"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}});
    let schema = json!({"type": "object", "properties": {"keyed": keyed, "set": set}});
    let version = json!({"schema": {"openAPIV3Schema": schema}});
    define(
        &api,
        &definition("lists", "Lister", "made.example", version),
    )
    .await;
    let refused = api
        .post(
            "/apis/made.example/v1/namespaces/default/lists",
            &json!({"metadata": {"name": "l"}, "keyed": [{"n": "a"}, {"n": "a"}], "set": ["x", "x"]}),
        )
        .await;
    assert_eq!(
        refused.json["message"],
        "Lister.made.example \"l\" is invalid: [keyed[1]: Duplicate value: {\"n\":\"a\"}, set[1]: Duplicate value: \"x\"]"
    );
}
