//! What a change of a Service's type does to what it was given.

use serde_json::Value;

use super::addresses::{is_set, remove};
use crate::services::{needs_cluster_ip, needs_health_check_port, needs_node_ports};

/// Drops what the old type needed and the new one does not, as far as the client has left it as it was.
pub(super) fn drop_unneeded(spec: &mut Value, old: &Value) {
    if needs_cluster_ip(old)
        && spec["type"] == "ExternalName"
        && spec["clusterIPs"] == old["clusterIPs"]
    {
        remove(
            spec,
            &["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"],
        );
    }
    if needs_node_ports(old) && !needs_node_ports(spec) && node_ports(spec) == node_ports(old) {
        for port in spec["ports"].as_array_mut().into_iter().flatten() {
            remove(port, &["nodePort"]);
        }
    }
    let same = |spec: &Value, field: &str| spec[field] == old[field];
    if needs_health_check_port(old)
        && !needs_health_check_port(spec)
        && same(spec, "healthCheckNodePort")
    {
        remove(spec, &["healthCheckNodePort"]);
    }
    let external =
        |spec: &Value| matches!(spec["type"].as_str(), Some("NodePort" | "LoadBalancer"));
    if external(old) && !external(spec) && same(spec, "externalTrafficPolicy") {
        remove(spec, &["externalTrafficPolicy"]);
    }
    if old["type"] == "LoadBalancer" && spec["type"] != "LoadBalancer" {
        for field in ["allocateLoadBalancerNodePorts", "loadBalancerClass"] {
            if same(spec, field) {
                remove(spec, &[field]);
            }
        }
    }
    if old["type"] == "ExternalName" && spec["type"] != "ExternalName" && same(spec, "externalName")
    {
        remove(spec, &["externalName"]);
    }
}

/// Lets a Service keep what it was given and the client did not repeat.
pub(super) fn keep_allocated(spec: &mut Value, old: &Value) {
    if needs_cluster_ip(old) && needs_cluster_ip(spec) {
        if !is_set(&spec["clusterIP"]) && is_set(&old["clusterIP"]) {
            spec["clusterIP"] = old["clusterIP"].clone();
        }
        if !is_set(&spec["clusterIPs"][0]) && spec["clusterIP"] == old["clusterIP"] {
            spec["clusterIPs"] = old["clusterIPs"].clone();
        }
    }
    if needs_node_ports(old) && needs_node_ports(spec) {
        keep_node_ports(spec, old);
    }
    if needs_health_check_port(old)
        && needs_health_check_port(spec)
        && spec["healthCheckNodePort"].is_null()
    {
        spec["healthCheckNodePort"] = old["healthCheckNodePort"].clone();
    }
}

fn keep_node_ports(spec: &mut Value, old: &Value) {
    let mut used: Vec<Value> = node_ports(spec);
    used.retain(|port| !port.is_null());
    for port in spec["ports"].as_array_mut().into_iter().flatten() {
        let had = ports(old)
            .find(|had| had["protocol"] == port["protocol"] && had["port"] == port["port"]);
        if let Some(number) = had.map(|had| &had["nodePort"])
            && port["nodePort"].is_null()
            && !number.is_null()
            && !used.contains(number)
        {
            used.push(number.clone());
            port["nodePort"] = number.clone();
        }
    }
}

fn node_ports(spec: &Value) -> Vec<Value> {
    ports(spec).map(|port| port["nodePort"].clone()).collect()
}

fn ports(spec: &Value) -> impl Iterator<Item = &Value> {
    spec["ports"].as_array().into_iter().flatten()
}
