//! Nodes.

use apimachinery::Timestamp;
use serde_json::{Value, json};

use super::Strategy;

/// Nodes come with their status and are not to be used before they are ready.
pub(super) struct Node;

impl Strategy for Node {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        let taint = json!({"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule"});
        let spec = &mut object["spec"];
        if spec["podCIDRs"].is_null() && spec["podCIDR"].is_string() {
            spec["podCIDRs"] = json!([spec["podCIDR"]]);
        }
        match spec["taints"].as_array_mut() {
            Some(taints) if taints.iter().any(|present| present["key"] == taint["key"]) => {}
            Some(taints) => taints.push(taint),
            None => spec["taints"] = json!([taint]),
        }
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        new["status"] = old["status"].clone();
    }
}
