//! DaemonSets.

use apimachinery::Timestamp;
use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::{Value, json};

use super::Strategy;
use super::validation::{
    Owner, immutable, non_negative, not_over_100_percent, positive_or_percent, selector, share,
    template_of,
};
use super::warnings;

/// DaemonSets count the changes of their template in an annotation.
pub(super) struct DaemonSet;

const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

impl Strategy for DaemonSet {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        set_template_generation(object, 1);
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        let changed = new["spec"]["template"] != old["spec"]["template"];
        let before = old["metadata"]["annotations"][TEMPLATE_GENERATION].as_str();
        let before: i64 = before.and_then(|count| count.parse().ok()).unwrap_or(1);
        set_template_generation(new, before + i64::from(changed));
    }

    fn warnings(&self, new: &Value, _old: Option<&Value>) -> Vec<String> {
        warnings::template(new)
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        if let Some(selector) = selector(&mut errors, spec, &path, "daemonset") {
            let owner = Owner("DaemonSet");
            template_of(
                &mut errors,
                owner,
                &spec["template"],
                &selector,
                &path.child("template"),
            );
        }
        non_negative(&mut errors, &path, spec, "minReadySeconds");
        let rolling = &spec["updateStrategy"]["rollingUpdate"];
        if rolling.is_object() {
            rolling_update(
                &mut errors,
                rolling,
                &path.child("updateStrategy").child("rollingUpdate"),
            );
        }
        non_negative(&mut errors, &path, spec, "revisionHistoryLimit");
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

fn rolling_update(errors: &mut ErrorList, rolling: &Value, path: &FieldPath) {
    positive_or_percent(errors, path, rolling, "maxUnavailable");
    positive_or_percent(errors, path, rolling, "maxSurge");
    match (
        share(&rolling["maxUnavailable"]),
        share(&rolling["maxSurge"]),
    ) {
        (0, 0) => {
            let detail = "cannot be 0 when maxSurge is 0";
            errors.push(Error::required(&path.child("maxUnavailable"), detail));
        }
        (0, _) | (_, 0) => {}
        _ => {
            let detail = "may not be set when maxUnavailable is non-zero";
            errors.push(Error::invalid(
                &path.child("maxSurge"),
                rolling["maxSurge"].clone(),
                detail,
            ));
        }
    }
    not_over_100_percent(errors, path, rolling, "maxUnavailable");
    not_over_100_percent(errors, path, rolling, "maxSurge");
}

fn set_template_generation(object: &mut Value, generation: i64) {
    let annotations = &mut object["metadata"]["annotations"];
    if annotations.is_null() {
        *annotations = json!({});
    }
    annotations[TEMPLATE_GENERATION] = generation.to_string().into();
}
