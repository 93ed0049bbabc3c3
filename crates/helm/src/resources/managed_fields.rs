//! From client-side to server-side apply: what Helm wrote by updates becomes what it applied.

use serde_json::{Map, Value, json};

use crate::cluster::MANAGER;

/// The JSON patch that moves the fields which Helm owns by updates to its applied ones; none if it owns none so.
pub(super) fn migration(live: &Value) -> Option<Value> {
    let entries = live["metadata"]["managedFields"].as_array()?;
    let is_helm = |entry: &Value, operation: &str| {
        let subresource = entry["subresource"].as_str().unwrap_or_default();
        entry["manager"] == MANAGER && entry["operation"] == operation && subresource.is_empty()
    };
    let first = entries.iter().position(|entry| is_helm(entry, "Update"))?;
    let applied = entries.iter().position(|entry| is_helm(entry, "Apply"));
    let target = applied.unwrap_or(first);
    let mut merged = entries[target].clone();
    merged["operation"] = "Apply".into();
    for (position, entry) in entries.iter().enumerate() {
        if position != target && is_helm(entry, "Update") {
            unite(&mut merged["fieldsV1"], &entry["fieldsV1"]);
        }
    }
    let kept = entries.iter().enumerate().filter_map(|(position, entry)| {
        if position == target {
            Some(merged.clone())
        } else {
            (!is_helm(entry, "Update")).then(|| entry.clone())
        }
    });
    Some(json!([
        {"op": "replace", "path": "/metadata/managedFields", "value": kept.collect::<Vec<_>>()},
        {"op": "replace", "path": "/metadata/resourceVersion", "value": live["metadata"]["resourceVersion"]},
    ]))
}

/// Adds the fields of one set to another.
fn unite(fields: &mut Value, others: &Value) {
    let Some(others) = others.as_object() else {
        return;
    };
    if !fields.is_object() {
        *fields = Value::Object(Map::new());
    }
    for (name, below) in others {
        match fields.get_mut(name) {
            Some(known) => unite(known, below),
            None => fields[name] = below.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_join_what_was_applied() {
        let entry = |operation: &str, fields: Value| json!({"manager": "helm", "operation": operation, "fieldsV1": fields});
        let other = json!({"manager": "kubectl", "operation": "Update", "fieldsV1": {"f:z": {}}});
        let live = json!({"metadata": {"resourceVersion": "7", "managedFields": [
            entry("Update", json!({"f:data": {"f:a": {}}})),
            other,
            entry("Apply", json!({"f:data": {"f:b": {}}})),
        ]}});
        let patch = migration(&live).expect("there is something to move");
        assert_eq!(
            patch[0]["value"],
            json!([
                other,
                entry("Apply", json!({"f:data": {"f:a": {}, "f:b": {}}}))
            ])
        );
        assert_eq!(
            migration(&json!({"metadata": {"managedFields": [other]}})),
            None
        );
    }
}
