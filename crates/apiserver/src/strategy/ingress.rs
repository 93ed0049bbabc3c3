//! Ingresses.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;

/// Ingresses lead somewhere.
pub(super) struct Ingress;

impl Strategy for Ingress {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        let rules: Vec<&Value> = spec["rules"].as_array().into_iter().flatten().collect();
        if rules.is_empty() && !spec["defaultBackend"].is_object() {
            let detail = "either `defaultBackend` or `rules` must be specified";
            errors.push(Error::invalid(&path, Value::Null, detail));
        }
        for (index, rule) in rules.iter().enumerate() {
            let path = path
                .child("rules")
                .index(index)
                .child("http")
                .child("paths");
            for (index, entry) in rule["http"]["paths"]
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
            {
                self::path(&mut errors, entry, &path.index(index));
            }
        }
        errors
    }
}

fn path(errors: &mut ErrorList, entry: &Value, path: &FieldPath) {
    let kind_path = path.child("pathType");
    match entry["pathType"].as_str() {
        None => errors.push(Error::required(&kind_path, "pathType must be specified")),
        Some("Exact" | "Prefix") => {
            let given = entry["path"].as_str().unwrap_or_default();
            if !given.starts_with('/') {
                errors.push(Error::invalid(
                    &path.child("path"),
                    given,
                    "must be an absolute path",
                ));
            }
        }
        Some("ImplementationSpecific") => {}
        Some(other) => {
            let supported = ["Exact", "ImplementationSpecific", "Prefix"];
            errors.push(Error::not_supported(&kind_path, other, supported));
        }
    }
}
