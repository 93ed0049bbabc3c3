//! Subresources, the life of a namespace, and reviews.

use serde_json::{Value, json};

use crate::harness::Api;

const DEPLOYMENTS: &str = "/apis/apps/v1/namespaces/default/deployments";
const PODS: &str = "/api/v1/namespaces/default/pods";

fn deployment() -> Value {
    json!({
        "metadata": {"name": "web"},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "c", "image": "registry.example/web:1"}]},
            },
        },
    })
}

fn pod(name: &str) -> Value {
    json!({
        "metadata": {"name": name, "labels": {"app": name}},
        "spec": {"containers": [{"name": "c", "image": "registry.example/web:1"}]},
    })
}

#[tokio::test]
async fn a_scale_is_the_workload_s_replicas() {
    let api = Api::new().await;
    let created = api.post(DEPLOYMENTS, &deployment()).await.json;
    let path = format!("{DEPLOYMENTS}/web/scale");
    let scale = api.get(&path).await.json;
    assert_eq!(
        (
            &scale["kind"],
            &scale["apiVersion"],
            &scale["spec"],
            &scale["status"]
        ),
        (
            &json!("Scale"),
            &json!("autoscaling/v1"),
            &json!({"replicas": 2}),
            &json!({"replicas": 0, "selector": "app=web"})
        )
    );
    assert_eq!(scale["metadata"]["uid"], created["metadata"]["uid"]);
    let patched = api.merge(&path, &json!({"spec": {"replicas": 5}})).await;
    assert_eq!(
        (patched.code, &patched.json["spec"]["replicas"]),
        (200, &json!(5))
    );
    let object = api.get(&format!("{DEPLOYMENTS}/web")).await.json;
    assert_eq!(
        (
            &object["spec"]["replicas"],
            &object["metadata"]["generation"]
        ),
        (&json!(5), &json!(2))
    );
    let entries = object["metadata"]["managedFields"].as_array().unwrap();
    let of_scale = entries
        .iter()
        .find(|entry| entry["subresource"] == "scale")
        .unwrap();
    assert_eq!(of_scale["fieldsV1"], json!({"f:spec": {"f:replicas": {}}}));

    let stale = api.put(&path, &scale).await;
    assert_eq!(stale.code, 409);
    let mut negative = patched.json.clone();
    negative["spec"]["replicas"] = json!(-1);
    assert_eq!(
        api.put(&path, &negative).await.json["message"],
        "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0"
    );
}

#[tokio::test]
async fn status_and_the_rest_are_written_apart() {
    let api = Api::new().await;
    let created = api.post(DEPLOYMENTS, &deployment()).await.json;
    let path = format!("{DEPLOYMENTS}/web");
    let mut object = created.clone();
    object["spec"]["replicas"] = json!(9);
    object["status"] = json!({"replicas": 3, "observedGeneration": 1});
    let written = api.put(&format!("{path}/status"), &object).await.json;
    assert_eq!(
        (&written["spec"]["replicas"], &written["status"]["replicas"]),
        (&json!(2), &json!(3))
    );
    assert_eq!(written["metadata"]["generation"], 1);
    let mut object = written.clone();
    object["spec"]["replicas"] = json!(4);
    object["status"] = json!({});
    let written = api.put(&path, &object).await.json;
    assert_eq!(
        (&written["spec"]["replicas"], &written["status"]["replicas"]),
        (&json!(4), &json!(3))
    );
    assert_eq!(written["metadata"]["generation"], 2);
}

#[tokio::test]
async fn a_pod_is_bound_once_and_ends_gracefully() {
    let api = Api::new().await;
    api.post(PODS, &pod("p")).await;
    let path = format!("{PODS}/p");
    let binding = json!({"metadata": {"name": "p"}, "target": {"kind": "Node", "name": "n1"}});
    assert_eq!(
        api.post(&format!("{path}/binding"), &binding).await.code,
        201
    );
    let bound = api.get(&path).await.json;
    assert_eq!(bound["spec"]["nodeName"], "n1");
    let conditions = bound["status"]["conditions"].as_array().unwrap();
    assert!(
        conditions
            .iter()
            .any(|condition| condition["type"] == "PodScheduled" && condition["status"] == "True")
    );
    assert_eq!(
        api.post(&format!("{path}/binding"), &binding).await.json["message"],
        "Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node \"n1\""
    );

    let marked = api.delete(&path, "").await.json;
    assert_eq!(marked["metadata"]["deletionGracePeriodSeconds"], 30);
    assert_eq!(
        marked["metadata"]["deletionTimestamp"],
        "2027-01-15T08:00:30Z"
    );
    let shorter = api.delete(&path, r#"{"gracePeriodSeconds":5}"#).await.json;
    assert_eq!(
        shorter["metadata"]["deletionTimestamp"],
        "2027-01-15T08:00:05Z"
    );
    let longer = api.delete(&path, r#"{"gracePeriodSeconds":50}"#).await.json;
    assert_eq!(longer["metadata"], shorter["metadata"]);
    assert_eq!(
        api.delete(&path, r#"{"gracePeriodSeconds":0}"#).await.json["status"],
        "Success"
    );
    assert_eq!(api.get(&path).await.code, 404);
}

#[tokio::test]
async fn an_eviction_respects_the_budget() {
    let api = Api::new().await;
    api.post(PODS, &pod("p")).await;
    let path = format!("{PODS}/p");
    api.merge(
        &format!("{path}/status"),
        &json!({"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}),
    )
    .await;
    let budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    let budget = json!({
        "metadata": {"name": "b"},
        "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": "p"}}},
    });
    assert_eq!(api.post(budgets, &budget).await.code, 201);
    let eviction = json!({"metadata": {"name": "p"}});
    let refused = api.post(&format!("{path}/eviction"), &eviction).await;
    assert_eq!(
        (refused.code, &refused.json["message"]),
        (
            429,
            &json!("Cannot evict pod as it would violate the pod's disruption budget.")
        )
    );
    let why = |refused: &Value| refused["details"]["causes"][0]["message"].clone();
    assert_eq!(
        (
            &refused.json["details"]["retryAfterSeconds"],
            why(&refused.json)
        ),
        (
            &json!(10),
            json!("The disruption budget b is still being processed by the server.")
        )
    );
    let status = |allowed: u8| json!({"status": {"observedGeneration": 1, "disruptionsAllowed": allowed, "desiredHealthy": 1, "currentHealthy": 1}});
    api.merge(&format!("{budgets}/b/status"), &status(0)).await;
    let refused = api.post(&format!("{path}/eviction"), &eviction).await;
    assert_eq!(
        why(&refused.json),
        "The disruption budget b needs 1 healthy pods and has 1 currently"
    );
    api.merge(&format!("{budgets}/b/status"), &status(1)).await;
    assert_eq!(
        api.post(&format!("{path}/eviction"), &eviction).await.code,
        201
    );
    assert_eq!(api.get(&path).await.code, 404);
}

#[tokio::test]
async fn a_namespace_ends_when_it_is_finalized() {
    let api = Api::new().await;
    let created = api
        .post("/api/v1/namespaces", &json!({"metadata": {"name": "n"}}))
        .await
        .json;
    assert_eq!(created["spec"]["finalizers"], json!(["kubernetes"]));
    let marked = api.delete("/api/v1/namespaces/n", "").await.json;
    assert_eq!(marked["status"]["phase"], "Terminating");
    assert_eq!(marked["metadata"].get("deletionGracePeriodSeconds"), None);
    let refused = api
        .post(
            "/api/v1/namespaces/n/configmaps",
            &json!({"metadata": {"name": "x"}}),
        )
        .await;
    assert_eq!(
        (
            refused.code,
            &refused.json["message"],
            &refused.json["details"]["causes"][0]["reason"]
        ),
        (
            403,
            &json!(
                "configmaps \"x\" is forbidden: unable to create new content in namespace n because it is being terminated"
            ),
            &json!("NamespaceTerminating")
        )
    );
    let mut finalized = marked.clone();
    finalized["spec"]["finalizers"] = json!([]);
    assert_eq!(
        api.put("/api/v1/namespaces/n/finalize", &finalized)
            .await
            .code,
        200
    );
    assert_eq!(api.get("/api/v1/namespaces/n").await.code, 404);
}

#[tokio::test]
async fn reviews_are_answered_and_not_stored() {
    let api = Api::new().await;
    let who = api
        .post(
            "/apis/authentication.k8s.io/v1/selfsubjectreviews",
            &json!({}),
        )
        .await;
    assert_eq!(
        (who.code, &who.json["status"]["userInfo"]["username"]),
        (201, &json!("system:admin"))
    );
    let may = api
        .post(
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            &json!({"spec": {"resourceAttributes": {"verb": "get", "resource": "pods"}}}),
        )
        .await;
    assert_eq!(may.json["status"], json!({"allowed": true}));
    let token = json!({"spec": {"token": "unknown"}});
    let review = api
        .post("/apis/authentication.k8s.io/v1/tokenreviews", &token)
        .await;
    assert_eq!(review.json["status"]["error"], "invalid bearer token");
}

#[tokio::test]
async fn both_groups_show_the_same_events() {
    let api = Api::new().await;
    let event = json!({
        "metadata": {"name": "e"},
        "involvedObject": {"kind": "Pod", "namespace": "default", "name": "p"},
        "reason": "Started", "message": "hello", "type": "Normal", "count": 3,
    });
    assert_eq!(
        api.post("/api/v1/namespaces/default/events", &event)
            .await
            .code,
        201
    );
    let other = api
        .get("/apis/events.k8s.io/v1/namespaces/default/events/e")
        .await
        .json;
    assert_eq!(
        (
            &other["kind"],
            &other["apiVersion"],
            &other["note"],
            &other["deprecatedCount"],
            &other["regarding"]["name"]
        ),
        (
            &json!("Event"),
            &json!("events.k8s.io/v1"),
            &json!("hello"),
            &json!(3),
            &json!("p")
        )
    );
    assert_eq!(other.get("message"), None);
}

#[tokio::test]
async fn events_are_kept_for_an_hour() {
    let api = Api::new().await;
    let events = "/api/v1/namespaces/default/events";
    let event = |name: &str| json!({"metadata": {"name": name}, "involvedObject": {"namespace": "default"}});
    api.post(events, &event("old")).await;
    api.clock.advance(std::time::Duration::from_secs(1800));
    api.post(events, &event("middle")).await;
    api.clock.advance(std::time::Duration::from_secs(1801));
    api.post(events, &event("new")).await;
    let list = api.get(events).await.json;
    let names: Vec<&str> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["metadata"]["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["middle", "new"]);
}

#[tokio::test]
async fn a_binding_may_name_its_pod_itself() {
    let api = Api::new().await;
    api.post(PODS, &pod("p")).await;
    let binding = json!({"metadata": {"name": "p"}, "target": {"name": "n1"}});
    let bound = api
        .post("/api/v1/namespaces/default/bindings", &binding)
        .await;
    assert_eq!(bound.code, 201, "{}", bound.text);
    assert_eq!(
        api.get(&format!("{PODS}/p")).await.json["spec"]["nodeName"],
        "n1"
    );
}
