//! Services.

use serde_json::{Map, Value, json};

use super::text;

/// The protocol, and the port to go to.
pub(super) fn port(port: &mut Map<String, Value>) {
    port.entry("protocol").or_insert("TCP".into());
    let unset = |target: &Value| target == 0 || target == "";
    if port.get("targetPort").is_none_or(unset)
        && let Some(number) = port.get("port").cloned()
    {
        port.insert("targetPort".to_owned(), number);
    }
}

/// Type, affinity and policies.
pub(super) fn spec(spec: &mut Map<String, Value>) {
    spec.entry("sessionAffinity").or_insert("None".into());
    match text(spec, "sessionAffinity") {
        "None" => {
            spec.remove("sessionAffinityConfig");
        }
        "ClientIP" => client_ip(spec),
        _ => {}
    }
    spec.entry("type").or_insert("ClusterIP".into());
    let has_addresses = spec
        .get("externalIPs")
        .and_then(Value::as_array)
        .is_some_and(|ips| !ips.is_empty());
    let external = match text(spec, "type") {
        "NodePort" | "LoadBalancer" => true,
        "ClusterIP" => has_addresses,
        _ => false,
    };
    if external {
        spec.entry("externalTrafficPolicy")
            .or_insert("Cluster".into());
    }
    if text(spec, "type") == "LoadBalancer" {
        spec.entry("allocateLoadBalancerNodePorts")
            .or_insert(true.into());
    }
    if text(spec, "type") != "ExternalName" {
        spec.entry("internalTrafficPolicy")
            .or_insert("Cluster".into());
    }
}

/// Affinity by client holds for three hours.
fn client_ip(spec: &mut Map<String, Value>) {
    let config = spec.entry("sessionAffinityConfig").or_insert(json!({}));
    if config["clientIP"].is_null() {
        config["clientIP"] = json!({});
    }
    if config["clientIP"]["timeoutSeconds"].is_null() {
        config["clientIP"]["timeoutSeconds"] = 10800.into();
    }
}
