//! Deployments.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;
use super::validation::{
    Owner, immutable, non_negative, not_over_100_percent, positive_or_percent, selector, share,
    template_of,
};
use super::warnings;

/// Deployments keep their selector.
pub(super) struct Deployment;

impl Strategy for Deployment {
    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        // Annotations are copied to the ReplicaSet, so that a change of them is one for the controller.
        let annotated = new["metadata"]["annotations"] != old["metadata"]["annotations"];
        if annotated && new["spec"] == old["spec"] {
            let before = old["metadata"]["generation"].as_i64().unwrap_or(0);
            new["metadata"]["generation"] = (before + 1).into();
        }
    }

    fn warnings(&self, new: &Value, _old: Option<&Value>) -> Vec<String> {
        warnings::template(new)
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        non_negative(&mut errors, &path, spec, "replicas");
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
        strategy(&mut errors, &spec["strategy"], &path.child("strategy"));
        non_negative(&mut errors, &path, spec, "minReadySeconds");
        non_negative(&mut errors, &path, spec, "revisionHistoryLimit");
        non_negative(&mut errors, &path, spec, "progressDeadlineSeconds");
        let ready = spec["minReadySeconds"].as_i64().unwrap_or(0);
        if let Some(deadline) = spec["progressDeadlineSeconds"]
            .as_i64()
            .filter(|deadline| *deadline <= ready)
        {
            let detail = "must be greater than minReadySeconds";
            errors.push(Error::invalid(
                &path.child("progressDeadlineSeconds"),
                deadline,
                detail,
            ));
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

fn strategy(errors: &mut ErrorList, strategy: &Value, path: &FieldPath) {
    let (rolling, rolling_path) = (&strategy["rollingUpdate"], path.child("rollingUpdate"));
    match strategy["type"].as_str().unwrap_or_default() {
        "Recreate" if rolling.is_object() => {
            let detail = "may not be specified when strategy `type` is 'Recreate'";
            errors.push(Error::forbidden(&rolling_path, detail));
        }
        "Recreate" => {}
        "RollingUpdate" => rolling_update(errors, rolling, &rolling_path),
        other => {
            let parameters = match rolling.as_object() {
                None => "null".to_owned(),
                Some(_) => format!(
                    r#"{{"MaxUnavailable":{},"MaxSurge":{}}}"#,
                    rolling["maxUnavailable"], rolling["maxSurge"]
                ),
            };
            let shown = format!(
                r#"{{"Type":{},"RollingUpdate":{parameters}}}"#,
                strategy["type"]
            );
            let error = Error::not_supported(path, other, ["Recreate", "RollingUpdate"]);
            errors.push(error.shown_as(shown));
        }
    }
}

fn rolling_update(errors: &mut ErrorList, rolling: &Value, path: &FieldPath) {
    positive_or_percent(errors, path, rolling, "maxUnavailable");
    positive_or_percent(errors, path, rolling, "maxSurge");
    if share(&rolling["maxUnavailable"]) == 0 && share(&rolling["maxSurge"]) == 0 {
        let detail = "may not be 0 when `maxSurge` is 0";
        errors.push(Error::invalid(
            &path.child("maxUnavailable"),
            rolling["maxUnavailable"].clone(),
            detail,
        ));
    }
    not_over_100_percent(errors, path, rolling, "maxUnavailable");
}
