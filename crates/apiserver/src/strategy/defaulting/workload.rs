//! Kinds that keep pods running.

use serde_json::{Map, Value, json};

use super::text;

/// An update strategy is a rolling one unless it says otherwise; a rolling one has its parameters.
pub(super) fn rolling_update(strategy: &mut Map<String, Value>) {
    strategy.entry("type").or_insert("RollingUpdate".into());
    if text(strategy, "type") == "RollingUpdate" {
        strategy.entry("rollingUpdate").or_insert(json!({}));
    }
}

/// The claims of a StatefulSet are whole objects.
pub(super) fn claim_templates(spec: &mut Map<String, Value>) {
    let templates = spec
        .get_mut("volumeClaimTemplates")
        .and_then(Value::as_array_mut);
    for template in templates
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        template.insert("apiVersion".to_owned(), "v1".into());
        template.insert("kind".to_owned(), "PersistentVolumeClaim".into());
        template.insert("status".to_owned(), json!({"phase": "Pending"}));
    }
}

/// The selector and the labels of a ReplicationController are those of its template unless it has its own.
pub(super) fn replication_controller(controller: &mut Map<String, Value>) {
    let labels = controller
        .get("spec")
        .map(|spec| spec["template"]["metadata"]["labels"].clone())
        .filter(Value::is_object);
    let Some(labels) = labels else { return };
    for (parent, field) in [("spec", "selector"), ("metadata", "labels")] {
        if let Some(Value::Object(parent)) = controller.get_mut(parent) {
            parent.entry(field).or_insert_with(|| labels.clone());
        }
    }
}
