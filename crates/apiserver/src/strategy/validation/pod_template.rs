use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::selector::LabelSelector;
use serde_json::Value;

use super::{label_selector, pod_spec};

/// The kind that a template belongs to, as its errors name it.
#[derive(Clone, Copy)]
pub(in super::super) struct Owner(pub(in super::super) &'static str);

/// Checks the template of pods that run for ever and are found by the selector.
pub(in super::super) fn template_of(
    errors: &mut ErrorList,
    owner: Owner,
    template: &Value,
    selector: &LabelSelector,
    path: &FieldPath,
) {
    let labels = &template["metadata"]["labels"];
    if !selector.is_everything() && !selector.matches(labels) {
        errors.push(Error::invalid(
            &path.child("metadata").child("labels"),
            labels.clone(),
            "`selector` does not match template `labels`",
        ));
    }
    pod_template(errors, template, path);
    let (spec, path) = (&template["spec"], path.child("spec"));
    let policy = spec["restartPolicy"].as_str().unwrap_or("Always");
    if matches!(policy, "OnFailure" | "Never") {
        errors.push(Error::not_supported(
            &path.child("restartPolicy"),
            policy,
            ["Always"],
        ));
    }
    if !spec["activeDeadlineSeconds"].is_null() {
        let detail = format!("activeDeadlineSeconds in {} is not Supported", owner.0);
        errors.push(Error::forbidden(
            &path.child("activeDeadlineSeconds"),
            detail,
        ));
    }
}

/// Checks a template by itself.
pub(in super::super) fn pod_template(errors: &mut ErrorList, template: &Value, path: &FieldPath) {
    label_selector::labels(
        errors,
        &template["metadata"]["labels"],
        &path.child("labels"),
    );
    pod_spec(errors, &template["spec"], &path.child("spec"));
}
