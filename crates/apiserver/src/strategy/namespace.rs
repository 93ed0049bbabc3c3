//! Namespaces.

use apimachinery::Timestamp;
use serde_json::{Value, json};

use super::Strategy;

/// Namespaces are held by a finalizer of their own, in `spec`, until they are empty.
pub(super) struct Namespace;

impl Strategy for Namespace {
    fn default_object(&self, object: &mut Value) {
        let name = object["metadata"]["name"].clone();
        if name.as_str().is_some_and(|name| !name.is_empty()) {
            object["metadata"]["labels"]["kubernetes.io/metadata.name"] = name;
        }
    }

    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        self.default_object(object);
        object["spec"] = json!({"finalizers": ["kubernetes"]});
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        new["spec"] = old["spec"].clone();
    }
}
