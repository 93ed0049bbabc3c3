//! Definitions of custom resources.

use apimachinery::Timestamp;
use apimachinery::field::{ErrorList, FieldPath};
use serde_json::{Value, json};

use super::Strategy;
use super::validation::immutable;

/// A definition stores its objects in one version from the start; its names are accepted later.
pub(super) struct CustomResourceDefinition;

impl Strategy for CustomResourceDefinition {
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

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = self.validate(new);
        let path = FieldPath::new("spec").child("scope");
        immutable(
            &mut errors,
            &path,
            &new["spec"]["scope"],
            &old["spec"]["scope"],
        );
        errors
    }
}
