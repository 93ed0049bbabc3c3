//! StatefulSets.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;
use super::validation::{Owner, non_negative, selector, template_of};
use super::warnings;

/// StatefulSets keep most of their spec.
pub(super) struct StatefulSet;

const CHANGEABLE: [&str; 7] = [
    "minReadySeconds",
    "ordinals",
    "persistentVolumeClaimRetentionPolicy",
    "replicas",
    "revisionHistoryLimit",
    "template",
    "updateStrategy",
];

impl Strategy for StatefulSet {
    fn warnings(&self, new: &Value, _old: Option<&Value>) -> Vec<String> {
        let mut found = warnings::template(new);
        let limit = new["spec"]["revisionHistoryLimit"].as_i64();
        if limit.is_some_and(|limit| limit < 0) {
            found.push("spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended".to_owned());
        }
        found
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        let policy = spec["podManagementPolicy"].as_str().unwrap_or_default();
        if !matches!(policy, "OrderedReady" | "Parallel") {
            let detail = "must be 'OrderedReady' or 'Parallel'";
            errors.push(Error::invalid(
                &path.child("podManagementPolicy"),
                policy,
                detail,
            ));
        }
        non_negative(&mut errors, &path, spec, "replicas");
        non_negative(&mut errors, &path, spec, "minReadySeconds");
        if let Some(selector) = selector(&mut errors, spec, &path, "statefulset") {
            let owner = Owner("StatefulSet");
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
        let kept = |object: &Value| {
            let mut spec = object["spec"].clone();
            if let Some(fields) = spec.as_object_mut() {
                fields.retain(|field, _| !CHANGEABLE.contains(&&**field));
            }
            spec
        };
        if kept(new) == kept(old) {
            return self.validate(new);
        }
        let detail = "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
        [Error::forbidden(&FieldPath::new("spec"), detail)]
            .into_iter()
            .collect()
    }
}
