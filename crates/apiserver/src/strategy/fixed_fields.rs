//! Kinds that are free but for fields that never change.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;
use super::validation::immutable;

/// Priority classes keep their value.
pub(super) struct PriorityClass;

/// Storage classes keep what volumes are made with.
pub(super) struct StorageClass;

impl Strategy for PriorityClass {
    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let fields = ["value", "preemptionPolicy"].into_iter();
        fields
            .filter(|field| new[field] != old[field])
            .map(|field| {
                Error::forbidden(&FieldPath::new(field), "may not be changed in an update.")
            })
            .collect()
    }
}

impl Strategy for StorageClass {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let policy = object["reclaimPolicy"].as_str().unwrap_or_default();
        let supported = ["Delete", "Retain"];
        if !supported.contains(&policy) {
            errors.push(Error::not_supported(
                &FieldPath::new("reclaimPolicy"),
                policy,
                supported,
            ));
        }
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = self.validate(new);
        if new["parameters"] != old["parameters"] {
            let detail = "updates to parameters are forbidden.";
            errors.push(Error::forbidden(&FieldPath::new("parameters"), detail));
        }
        for field in ["provisioner", "reclaimPolicy", "volumeBindingMode"] {
            immutable(
                &mut errors,
                &FieldPath::new(field),
                &new[field],
                &old[field],
            );
        }
        errors
    }
}
