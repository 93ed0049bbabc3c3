//! Rules beyond the types of fields.

use serde_json::Value;

use super::deprecated::expected_api_version;
use super::{COMPONENT_KIND, Kustomization};

/// Whether nothing but type and version is set. An empty list or map is something, unless it stands in a field that is moved elsewhere.
pub(super) fn is_empty(fields: &Value) -> bool {
    let moved = |name: &str| {
        ["bases", "imageTags"]
            .iter()
            .any(|field| field.eq_ignore_ascii_case(name))
    };
    let typing = |name: &str| {
        ["kind", "apiVersion"]
            .iter()
            .any(|field| field.eq_ignore_ascii_case(name))
    };
    let unset = |(name, value): (&String, &Value)| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty() || typing(name),
        Value::Array(items) => items.is_empty() && moved(name),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    };
    fields
        .as_object()
        .is_none_or(|fields| fields.iter().all(unset))
}

impl Kustomization {
    /// What is wrong with type and version.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.kind != "Kustomization" && self.kind != COMPONENT_KIND {
            faults.push("kind should be Kustomization or Component".to_owned());
        }
        let expected = expected_api_version(&self.kind);
        if self.api_version != expected {
            faults.push(format!("apiVersion for {} should be {expected}", self.kind));
        }
        faults
    }
}
