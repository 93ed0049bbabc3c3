//! Kinds with a single thing to complete.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

use super::text;

/// `stringData` is for writing only: it goes into `data`.
pub(super) fn string_data(secret: &mut Map<String, Value>) {
    let Some(Value::Object(strings)) = secret.remove("stringData") else {
        return;
    };
    let data = secret.entry("data").or_insert(json!({}));
    if let Value::Object(data) = data {
        for (key, value) in strings {
            let bytes = value.as_str().unwrap_or_default();
            data.insert(key, BASE64_STANDARD.encode(bytes).into());
        }
    }
}

/// Defaults of containers follow from the maximum, and what they need from the default or the minimum.
pub(super) fn limits(item: &mut Map<String, Value>) {
    if text(item, "type") != "Container" {
        return;
    }
    fill(item, "max", "default");
    fill(item, "default", "defaultRequest");
    fill(item, "min", "defaultRequest");
}

fn fill(item: &mut Map<String, Value>, from: &str, to: &str) {
    let Some(Value::Object(source)) = item.get(from).cloned() else {
        return;
    };
    let target = item.entry(to).or_insert(json!({}));
    if let Value::Object(target) = target {
        for (name, quantity) in source {
            target.entry(name).or_insert(quantity);
        }
    }
}

/// What a node has is what pods may use, unless the node says otherwise.
pub(super) fn allocatable(status: &mut Map<String, Value>) {
    if let (Some(capacity), None) = (status.get("capacity").cloned(), status.get("allocatable")) {
        status.insert("allocatable".to_owned(), capacity);
    }
}

/// The names that follow from the kind.
pub(super) fn custom_resource_names(spec: &mut Map<String, Value>) {
    let Some(Value::Object(names)) = spec.get_mut("names") else {
        return;
    };
    let kind = text(names, "kind").to_owned();
    names
        .entry("singular")
        .or_insert_with(|| kind.to_lowercase().into());
    names
        .entry("listKind")
        .or_insert_with(|| format!("{kind}List").into());
}

/// Lists that Go writes as `null` when they are empty.
pub(super) fn endpoint_slice(slice: &mut Map<String, Value>) {
    for list in ["endpoints", "ports"] {
        let empty = slice
            .get(list)
            .is_none_or(|items| items.as_array().is_some_and(Vec::is_empty));
        if empty {
            slice.insert(list.to_owned(), Value::Null);
        }
    }
}

/// A policy is about what comes in, and about what goes out if it says something of it.
pub(super) fn policy_types(spec: &mut Map<String, Value>) {
    if spec.contains_key("policyTypes") {
        return;
    }
    let goes_out = spec
        .get("egress")
        .and_then(Value::as_array)
        .is_some_and(|rules| !rules.is_empty());
    let types = if goes_out {
        json!(["Ingress", "Egress"])
    } else {
        json!(["Ingress"])
    };
    spec.insert("policyTypes".to_owned(), types);
}

/// Users and groups are RBAC's own; accounts are of the core group.
pub(super) fn subject(subject: &mut Map<String, Value>) {
    if matches!(text(subject, "kind"), "User" | "Group") {
        subject
            .entry("apiGroup")
            .or_insert("rbac.authorization.k8s.io".into());
    }
}

/// Drivers are for persistent volumes.
pub(super) fn lifecycle_modes(spec: &mut Map<String, Value>) {
    spec.entry("volumeLifecycleModes")
        .or_insert(json!(["Persistent"]));
}

/// Without a metric, pods are scaled to use 80 % of their CPU.
pub(super) fn scaling_metrics(spec: &mut Map<String, Value>) {
    spec.entry("metrics").or_insert_with(|| {
        let target = json!({"type": "Utilization", "averageUtilization": 80});
        json!([{"type": "Resource", "resource": {"name": "cpu", "target": target}}])
    });
}

/// How fast pods are added and taken away.
pub(super) fn scaling_behavior(behavior: &mut Map<String, Value>) {
    let policies = json!([
        {"type": "Pods", "value": 4, "periodSeconds": 15},
        {"type": "Percent", "value": 100, "periodSeconds": 15},
    ]);
    let up = behavior.entry("scaleUp").or_insert(json!({}));
    if let Value::Object(up) = up {
        up.entry("stabilizationWindowSeconds").or_insert(0.into());
        up.entry("selectPolicy").or_insert("Max".into());
        up.entry("policies").or_insert(policies);
    }
    let down = behavior.entry("scaleDown").or_insert(json!({}));
    if let Value::Object(down) = down {
        down.entry("selectPolicy").or_insert("Max".into());
        down.entry("policies")
            .or_insert(json!([{"type": "Percent", "value": 100, "periodSeconds": 15}]));
    }
}
