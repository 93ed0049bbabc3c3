//! Addresses and node ports of Services.

use serde_json::{Value, json};

use crate::harness::Api;

const SERVICES: &str = "/api/v1/namespaces/default/services";

fn service(name: &str, spec: &Value) -> Value {
    json!({"metadata": {"name": name}, "spec": spec})
}

fn path(name: &str) -> String {
    format!("{SERVICES}/{name}")
}

#[tokio::test]
async fn the_server_has_a_service_of_its_own() {
    let api = Api::new().await;
    let service = api.get(&path("kubernetes")).await.json;
    assert_eq!(service["spec"]["clusterIP"], "10.0.0.1");
    assert_eq!(service["spec"]["ports"][0]["port"], 443);
    assert_eq!(service["metadata"]["labels"]["component"], "apiserver");
}

#[tokio::test]
async fn an_address_belongs_to_one_service_until_it_is_gone() {
    let api = Api::new().await;
    let wanted = json!({"clusterIP": "10.0.3.3", "ports": [{"port": 80}]});
    assert_eq!(api.post(SERVICES, &service("a", &wanted)).await.code, 201);
    let refused = api.post(SERVICES, &service("b", &wanted)).await;
    assert_eq!(
        refused.json["message"],
        "Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"10.0.3.3\"]: failed to allocate IP 10.0.3.3: provided IP is already allocated"
    );
    api.delete(&path("a"), "").await;
    assert_eq!(api.post(SERVICES, &service("b", &wanted)).await.code, 201);
}

#[tokio::test]
async fn a_refused_or_dry_run_service_keeps_nothing() {
    let api = Api::new().await;
    let both = json!({"type": "NodePort", "clusterIP": "10.0.3.3", "ports": [{"port": 80, "nodePort": 80}]});
    assert_eq!(api.post(SERVICES, &service("a", &both)).await.code, 422);
    let fits = json!({"type": "NodePort", "clusterIP": "10.0.3.3", "ports": [{"port": 80, "nodePort": 30080}]});
    let dry = api
        .post(&format!("{SERVICES}?dryRun=All"), &service("a", &fits))
        .await;
    assert_eq!(dry.json["spec"]["clusterIP"], "10.0.3.3");
    assert_eq!(api.post(SERVICES, &service("a", &fits)).await.code, 201);
}

#[tokio::test]
async fn what_was_given_out_stays_when_an_update_leaves_it_out() {
    let api = Api::new().await;
    let spec = json!({"type": "NodePort", "ports": [{"port": 80}]});
    let created = api.post(SERVICES, &service("a", &spec)).await.json;
    let (address, port) = (
        &created["spec"]["clusterIP"],
        &created["spec"]["ports"][0]["nodePort"],
    );
    assert!(
        port.as_u64()
            .is_some_and(|port| (30000..=32767).contains(&port)),
        "{port}"
    );
    let put = api.put(&path("a"), &service("a", &spec)).await.json;
    assert_eq!(put["spec"]["clusterIP"], *address);
    assert_eq!(put["spec"]["clusterIPs"], json!([address]));
    assert_eq!(put["spec"]["ports"][0]["nodePort"], *port);
    let more = json!({"spec": {"ports": [{"name": "a", "port": 80}, {"name": "b", "port": 81}]}});
    let patched = api.merge(&path("a"), &more).await.json;
    assert_eq!(patched["spec"]["ports"][0]["nodePort"], *port);
    assert_ne!(patched["spec"]["ports"][1]["nodePort"], Value::Null);
    assert_ne!(patched["spec"]["ports"][1]["nodePort"], *port);
}

#[tokio::test]
async fn a_change_of_type_gives_and_takes() {
    let api = Api::new().await;
    let spec = json!({"type": "NodePort", "ports": [{"port": 80, "nodePort": 30080}]});
    api.post(SERVICES, &service("a", &spec)).await;
    let inner = api
        .merge(&path("a"), &json!({"spec": {"type": "ClusterIP"}}))
        .await
        .json;
    assert_eq!(inner["spec"]["ports"][0]["nodePort"], Value::Null);
    assert_eq!(inner["spec"]["externalTrafficPolicy"], Value::Null);
    let other = api.post(SERVICES, &service("b", &spec)).await;
    assert_eq!(other.code, 201, "its port is free again: {}", other.text);
    let name = json!({"spec": {"type": "ExternalName", "externalName": "db.example.com"}});
    let name = api.merge(&path("a"), &name).await.json;
    for field in ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"] {
        assert_eq!(name["spec"][field], Value::Null, "{field}");
    }
    let back = api
        .merge(&path("a"), &json!({"spec": {"type": "ClusterIP"}}))
        .await
        .json;
    assert!(back["spec"]["clusterIP"].is_string());
    assert_eq!(back["spec"]["ipFamilies"], json!(["IPv4"]));
    assert_eq!(back["spec"]["externalName"], Value::Null);
}

#[tokio::test]
async fn an_address_may_not_change() {
    let api = Api::new().await;
    api.post(SERVICES, &service("a", &json!({"ports": [{"port": 80}]})))
        .await;
    let changed = api
        .merge(&path("a"), &json!({"spec": {"clusterIP": "10.0.4.4"}}))
        .await;
    assert_eq!(
        changed.json["message"],
        "Service \"a\" is invalid: spec.clusterIPs[0]: Invalid value: [\"10.0.4.4\"]: may not change once set"
    );
}

#[tokio::test]
async fn what_a_type_rules_out_is_refused() {
    let api = Api::new().await;
    for (spec, message) in [
        (
            json!({"type": "NodePort", "clusterIP": "None", "ports": [{"port": 80}]}),
            "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services",
        ),
        (
            json!({"ports": [{"port": 80, "nodePort": 30080}]}),
            "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
        ),
        (
            json!({"type": "ExternalName", "externalName": "a.example.com", "clusterIP": "10.0.4.4"}),
            "spec.clusterIPs: Forbidden: may not be set for ExternalName services",
        ),
    ] {
        let refused = api.post(SERVICES, &service("a", &spec)).await;
        let expected = format!("Service \"a\" is invalid: {message}");
        assert_eq!(refused.json["message"], expected);
    }
}

#[tokio::test]
async fn a_service_of_two_protocols_has_one_node_port() {
    let api = Api::new().await;
    let spec = json!({"type": "NodePort", "ports": [
        {"name": "t", "port": 53, "protocol": "TCP", "nodePort": 30053},
        {"name": "u", "port": 53, "protocol": "UDP", "nodePort": 30053},
    ]});
    let created = api.post(SERVICES, &service("dns", &spec)).await;
    assert_eq!(created.code, 201, "{}", created.text);
}

#[tokio::test]
async fn services_come_along_to_another_range() {
    let first = Api::new().await;
    let spec = json!({"type": "NodePort", "ports": [{"port": 80, "nodePort": 30080}]});
    first.post(SERVICES, &service("a", &spec)).await;
    let second = first.started_again("10.9.0.0/16").await;
    let moved = second.get(&path("a")).await.json;
    let address = moved["spec"]["clusterIP"].as_str().unwrap_or_default();
    assert!(address.starts_with("10.9."), "{address}");
    assert_eq!(moved["spec"]["clusterIPs"], json!([address]));
    assert_eq!(moved["spec"]["ports"][0]["nodePort"], 30080);
    let own = second.get(&path("kubernetes")).await.json;
    assert_eq!(own["spec"]["clusterIP"], "10.9.0.1");
    let taken = second.post(SERVICES, &service("b", &spec)).await;
    assert_eq!(taken.code, 422, "what was given out before is remembered");
}
