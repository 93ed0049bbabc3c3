//! ReplicaSets.

use apimachinery::field::{ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;
use super::validation::{Owner, immutable, non_negative, selector, template_of};
use super::warnings;

/// ReplicaSets keep their selector.
pub(super) struct ReplicaSet;

impl Strategy for ReplicaSet {
    fn warnings(&self, new: &Value, _old: Option<&Value>) -> Vec<String> {
        warnings::template(new)
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        non_negative(&mut errors, &path, spec, "replicas");
        non_negative(&mut errors, &path, spec, "minReadySeconds");
        if let Some(selector) = selector(&mut errors, spec, &path, "deployment") {
            let owner = Owner("ReplicaSet");
            template_of(
                &mut errors,
                owner,
                &spec["template"],
                &selector,
                &path.child("template"),
            );
        }
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = self.validate(new);
        let path = FieldPath::new("spec").child("selector");
        immutable(
            &mut errors,
            &path,
            &new["spec"]["selector"],
            &old["spec"]["selector"],
        );
        errors
    }
}
