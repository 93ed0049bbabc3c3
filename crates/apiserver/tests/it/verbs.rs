//! Reading and writing objects.

use http::Method;
use serde_json::{Value, json};

use crate::harness::Api;

const CONFIG_MAPS: &str = "/api/v1/namespaces/default/configmaps";

fn config_map(name: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {"a": "b"}})
}

#[tokio::test]
async fn an_object_is_created_read_changed_and_deleted() {
    let api = Api::new().await;
    let created = api.post(CONFIG_MAPS, &config_map("one")).await;
    assert_eq!(created.code, 201, "{}", created.text);
    assert_eq!(
        created.json["metadata"]["creationTimestamp"],
        "2027-01-15T08:00:00Z"
    );
    let path = format!("{CONFIG_MAPS}/one");
    assert_eq!(api.get(&path).await.json, created.json);
    assert_eq!(
        api.post(CONFIG_MAPS, &config_map("one")).await.json["message"],
        "configmaps \"one\" already exists"
    );

    let mut changed = created.json.clone();
    changed["data"]["a"] = "c".into();
    let updated = api.put(&path, &changed).await;
    assert_eq!(
        (updated.code, &updated.json["data"]["a"]),
        (200, &json!("c"))
    );
    let stale = api.put(&path, &changed).await;
    assert_eq!(stale.code, 409);
    assert_eq!(
        stale.json["message"],
        "Operation cannot be fulfilled on configmaps \"one\": the object has been modified; please apply your changes to the latest version and try again"
    );
    let same = api.put(&path, &updated.json).await;
    assert_eq!(
        same.json["metadata"]["resourceVersion"],
        updated.json["metadata"]["resourceVersion"]
    );

    let gone = api.delete(&path, "").await;
    assert_eq!(
        gone.json,
        json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success",
            "details": {"name": "one", "kind": "configmaps", "uid": created.json["metadata"]["uid"]},
        })
    );
    let missing = api.get(&path).await;
    assert_eq!(
        (missing.code, &missing.json["message"]),
        (404, &json!("configmaps \"one\" not found"))
    );
}

#[tokio::test]
async fn names_are_generated_from_the_seed() {
    let mut names = Vec::new();
    for reads in 0..2 {
        let api = Api::new().await;
        for _ in 0..reads {
            api.get(CONFIG_MAPS).await;
        }
        let mut object = config_map("x");
        object["metadata"] = json!({"generateName": "gen-"});
        let created = api.post(CONFIG_MAPS, &object).await;
        names.push(
            created.json["metadata"]["name"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    assert_eq!(names[0], names[1], "reads in between change nothing");
    assert_eq!(names[0].len(), "gen-".len() + 5);
}

#[tokio::test]
async fn a_namespace_has_to_be_there() {
    let api = Api::new().await;
    let missing = api
        .post("/api/v1/namespaces/gone/configmaps", &config_map("a"))
        .await;
    assert_eq!(
        (missing.code, &missing.json["message"]),
        (404, &json!("namespaces \"gone\" not found"))
    );
    let mut elsewhere = config_map("a");
    elsewhere["metadata"]["namespace"] = "other".into();
    assert_eq!(
        api.post(CONFIG_MAPS, &elsewhere).await.json["message"],
        "the namespace of the provided object does not match the namespace sent on the request"
    );
    let immortal = api.delete("/api/v1/namespaces/default", "").await;
    assert_eq!(
        (immortal.code, &immortal.json["message"]),
        (
            403,
            &json!("namespaces \"default\" is forbidden: this namespace may not be deleted")
        )
    );
}

#[tokio::test]
async fn pages_show_the_first_page_s_revision() {
    let api = Api::new().await;
    for name in ["a", "b", "c", "d", "e"] {
        api.post(CONFIG_MAPS, &config_map(name)).await;
    }
    let first = api.get(&format!("{CONFIG_MAPS}?limit=2")).await.json;
    assert_eq!(first["metadata"]["remainingItemCount"], 3);
    api.delete(&format!("{CONFIG_MAPS}/c"), "").await;
    api.post(CONFIG_MAPS, &config_map("bb")).await;
    let token = first["metadata"]["continue"].as_str().unwrap();
    let second = api
        .get(&format!("{CONFIG_MAPS}?limit=3&continue={token}"))
        .await
        .json;
    let names: Vec<&str> = second["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["metadata"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["c", "d", "e"]);
    assert_eq!(
        second["metadata"]["resourceVersion"],
        first["metadata"]["resourceVersion"]
    );
    assert_eq!(second["metadata"].get("continue"), None);
    assert_eq!(second["items"][0].get("kind"), None);
}

#[tokio::test]
async fn selectors_choose_objects() {
    let api = Api::new().await;
    for (name, color) in [("a", "red"), ("b", "blue"), ("c", "red")] {
        let mut object = config_map(name);
        object["metadata"]["labels"] = json!({"color": color});
        api.post(CONFIG_MAPS, &object).await;
    }
    let names = |list: &Value| -> Vec<String> {
        list["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["metadata"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let red = api
        .get(&format!("{CONFIG_MAPS}?labelSelector=color%3Dred&limit=1"))
        .await
        .json;
    assert_eq!(names(&red), ["a"]);
    let token = red["metadata"]["continue"].as_str().unwrap();
    let rest = api
        .get(&format!(
            "{CONFIG_MAPS}?labelSelector=color%3Dred&continue={token}"
        ))
        .await
        .json;
    assert_eq!(names(&rest), ["c"]);
    assert_eq!(
        names(
            &api.get("/api/v1/configmaps?fieldSelector=metadata.name%3Db")
                .await
                .json
        ),
        ["b"]
    );
    let unknown = api
        .get(&format!("{CONFIG_MAPS}?fieldSelector=data.a%3Db"))
        .await;
    assert_eq!(
        (unknown.code, &unknown.json["message"]),
        (
            400,
            &json!(
                "\"data.a\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
            )
        )
    );
}

#[tokio::test]
async fn patches_change_parts() {
    let api = Api::new().await;
    api.post(CONFIG_MAPS, &config_map("p")).await;
    let path = format!("{CONFIG_MAPS}/p");
    let merged = api
        .merge(&path, &json!({"data": {"c": "d", "a": null}}))
        .await;
    assert_eq!(merged.json["data"], json!({"c": "d"}));
    let operations = json!([{"op": "add", "path": "/data/e", "value": "f"}]).to_string();
    let patched = api
        .call(
            Method::PATCH,
            &path,
            "application/json-patch+json",
            operations,
        )
        .await;
    assert_eq!(patched.json["data"], json!({"c": "d", "e": "f"}));
    let failing = json!([{"op": "test", "path": "/data/e", "value": "x"}]).to_string();
    let refused = api
        .call(Method::PATCH, &path, "application/json-patch+json", failing)
        .await;
    assert_eq!(
        (refused.code, &refused.json["message"]),
        (
            422,
            &json!("the server rejected our request due to an error in our request")
        )
    );
    let stale = api
        .merge(&path, &json!({"metadata": {"resourceVersion": "1"}}))
        .await;
    assert_eq!(stale.code, 409);
    let unknown = api
        .call(Method::PATCH, &path, "application/json", "{}")
        .await;
    assert_eq!(
        (unknown.code, &unknown.json["message"]),
        (415, &json!("415: Unsupported Media Type"))
    );
}

#[tokio::test]
async fn finalizers_hold_a_deleted_object() {
    let api = Api::new().await;
    let mut object = config_map("held");
    object["metadata"]["finalizers"] = json!(["example.com/hold"]);
    api.post(CONFIG_MAPS, &object).await;
    let path = format!("{CONFIG_MAPS}/held");
    let marked = api.delete(&path, "").await.json;
    assert_eq!(
        marked["metadata"]["deletionTimestamp"],
        "2027-01-15T08:00:00Z"
    );
    assert_eq!(marked["metadata"]["deletionGracePeriodSeconds"], 0);
    let more = api
        .merge(
            &path,
            &json!({"metadata": {"finalizers": ["example.com/hold", "example.com/more"]}}),
        )
        .await;
    assert_eq!(
        more.json["message"],
        "ConfigMap \"held\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"example.com/more\"}"
    );
    let last = api
        .merge(&path, &json!({"metadata": {"finalizers": null}}))
        .await;
    assert_eq!(
        (last.code, &last.json["metadata"]["resourceVersion"]),
        (200, &marked["metadata"]["resourceVersion"])
    );
    assert_eq!(api.get(&path).await.code, 404);
}

#[tokio::test]
async fn odd_fields_are_told_or_refused() {
    let api = Api::new().await;
    let text = r#"{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","nope":1},"data":{"a":"1","a":"2"},"extra":true}"#;
    let path = format!("{CONFIG_MAPS}?dryRun=All");
    let warned = api
        .call(Method::POST, &path, "application/json", text)
        .await;
    assert_eq!(warned.code, 201, "{}", warned.text);
    assert_eq!(
        warned.warnings,
        [
            r#"299 - "unknown field \"metadata.nope\"""#,
            r#"299 - "duplicate field \"data.a\"""#,
            r#"299 - "unknown field \"extra\"""#,
        ]
    );
    let refused = api
        .call(
            Method::POST,
            &format!("{path}&fieldValidation=Strict"),
            "application/json",
            text,
        )
        .await;
    assert_eq!(
        refused.json["message"],
        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: unknown field \"metadata.nope\", duplicate field \"data.a\", unknown field \"extra\""
    );
    let mistyped = r#"{"metadata":{"name":"x"},"data":{"a":true}}"#;
    assert_eq!(
        api.call(Method::POST, &path, "application/json", mistyped)
            .await
            .json["message"],
        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal bool into Go struct field ConfigMap.data of type string"
    );
}

#[tokio::test]
async fn bodies_have_limits() {
    let api = Api::new().await;
    let large = format!(
        r#"{{"metadata":{{"name":"x"}},"data":{{"a":"{}"}}}}"#,
        "x".repeat(3 << 20)
    );
    let refused = api
        .call(Method::POST, CONFIG_MAPS, "application/json", large)
        .await;
    assert_eq!(
        (refused.code, &refused.json["message"]),
        (413, &json!("Request entity too large: limit is 3145728"))
    );
    let deep = "[".repeat(200_000);
    let refused = api
        .call(Method::POST, CONFIG_MAPS, "application/json", deep)
        .await;
    assert_eq!(refused.code, 400);
    let deep = format!(
        r#"{{"metadata":{{"name":"x"}},"data":{}1{}}}"#,
        "{\"a\":".repeat(5000),
        "}".repeat(5000)
    );
    assert_eq!(
        api.call(Method::POST, CONFIG_MAPS, "application/json", deep)
            .await
            .code,
        400
    );
}

#[tokio::test]
async fn nesting_and_size_have_limits_in_every_language() {
    let api = Api::new().await;
    api.post(CONFIG_MAPS, &config_map("x")).await;
    let object = format!("{CONFIG_MAPS}/x");
    let deep = |open: &str, close: &str| {
        format!(
            "{{\"data\":{}1{}}}",
            open.repeat(20_000),
            close.repeat(20_000)
        )
    };
    let merge = "application/merge-patch+json";
    let cases = [
        (
            Method::POST,
            CONFIG_MAPS,
            "application/yaml",
            deep("[", "]"),
        ),
        (
            Method::POST,
            CONFIG_MAPS,
            "application/yaml",
            "a: &a [*a]\n".to_owned(),
        ),
        (
            Method::PUT,
            &object,
            "application/json",
            deep("{\"a\":", "}"),
        ),
        (Method::PATCH, &object, merge, deep("{\"a\":", "}")),
        (
            Method::PATCH,
            &object,
            "application/strategic-merge-patch+json",
            deep("[", "]"),
        ),
        (
            Method::PATCH,
            &object,
            "application/json-patch+json",
            deep("[", "]"),
        ),
        (
            Method::PATCH,
            &object,
            "application/apply-patch+yaml",
            deep("[", "]"),
        ),
    ];
    for (method, path, content_type, body) in cases {
        let path = format!("{path}?fieldManager=m");
        let refused = api.call(method.clone(), &path, content_type, body).await;
        assert_eq!(
            refused.code, 400,
            "{method} {content_type}: {}",
            refused.text
        );
    }
    let value = "x".repeat(1_700_000);
    let container = json!({"name": "c", "image": "i", "env": [{"name": "A", "value": value}]});
    let pod = json!({"metadata": {"name": "large"}, "spec": {"containers": [container]}});
    let refused = api.post("/api/v1/namespaces/default/pods", &pod).await;
    assert_eq!(
        (
            refused.code,
            &refused.json["message"],
            refused.json.get("reason")
        ),
        (500, &json!("etcdserver: request is too large"), None)
    );
}
