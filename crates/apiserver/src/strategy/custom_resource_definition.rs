//! Definitions of custom resources.

use apimachinery::Timestamp;
use apimachinery::field::ErrorList;
use serde_json::{Value, json};

use super::Strategy;
use crate::custom;

/// A definition stores its objects in one version from the start; its names are accepted later.
pub(super) struct CustomResourceDefinition;

impl Strategy for CustomResourceDefinition {
    fn default_object(&self, object: &mut Value) {
        let spec = &mut object["spec"];
        let kind = spec["names"]["kind"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if let Some(names) = spec["names"].as_object_mut().filter(|_| !kind.is_empty()) {
            names
                .entry("singular")
                .or_insert_with(|| kind.to_lowercase().into());
            names
                .entry("listKind")
                .or_insert_with(|| format!("{kind}List").into());
        }
        if let Some(spec) = spec.as_object_mut() {
            spec.entry("conversion")
                .or_insert_with(|| json!({"strategy": "None"}));
        }
    }

    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        let versions = object["spec"]["versions"].as_array().into_iter().flatten();
        let stored: Vec<Value> = versions
            .filter(|version| version["storage"] == true)
            .map(|version| version["name"].clone())
            .collect();
        object["status"] = json!({
            "conditions": null,
            "acceptedNames": {"plural": "", "kind": ""},
            "storedVersions": stored,
        });
    }

    fn validate(&self, object: &Value) -> ErrorList {
        custom::validate_definition(object)
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        custom::validate_definition_update(new, old)
    }

    fn prepare_for_delete(&self, object: &mut Value, now: Timestamp) {
        custom::prepare_for_delete(object, now);
    }
}
