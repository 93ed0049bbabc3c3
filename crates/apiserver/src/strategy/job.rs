//! Jobs.

use apimachinery::Timestamp;
use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::{Map, Value, json};

use super::Strategy;
use super::validation::{immutable, non_negative, pod_template};
use super::warnings;

/// Jobs select their pods by their own uid unless told otherwise.
pub(super) struct Job;

impl Strategy for Job {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        if object["spec"]["manualSelector"] != true {
            generate_selector(object);
        }
        // A job without labels has those of its template.
        let template = object["spec"]["template"]["metadata"]["labels"].clone();
        let own = object["metadata"]["labels"]
            .as_object()
            .is_none_or(Map::is_empty);
        if own && template.is_object() {
            object["metadata"]["labels"] = template;
        }
    }

    fn warnings(&self, new: &Value, _old: Option<&Value>) -> Vec<String> {
        warnings::template(new)
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        let generated = json!({"matchLabels": {CONTROLLER_UID: object["metadata"]["uid"]}});
        let old_form = json!({"matchLabels": {"controller-uid": object["metadata"]["uid"]}});
        let selector = &spec["selector"];
        if spec["manualSelector"] != true && *selector != generated && *selector != old_form {
            let detail = "`selector` not auto-generated";
            errors.push(Error::invalid(
                &path.child("selector"),
                selector.clone(),
                detail,
            ));
        }
        for field in [
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
        ] {
            non_negative(&mut errors, &path, spec, field);
        }
        let template = path.child("template");
        pod_template(&mut errors, &spec["template"], &template);
        if spec["template"]["spec"]["restartPolicy"] == "Always" {
            let detail = "valid values: \"OnFailure\", \"Never\"";
            errors.push(Error::required(
                &template.child("spec").child("restartPolicy"),
                detail,
            ));
        }
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = self.validate(new);
        let (spec, before, path) = (&new["spec"], &old["spec"], FieldPath::new("spec"));
        if spec["completionMode"] != "Indexed" || spec["completions"] != spec["parallelism"] {
            immutable(
                &mut errors,
                &path.child("completions"),
                &spec["completions"],
                &before["completions"],
            );
        }
        for field in [
            "selector",
            "template",
            "completionMode",
            "podFailurePolicy",
            "backoffLimitPerIndex",
        ] {
            // The template of a job that has not begun may be changed by those who queue it.
            let queued = field == "template"
                && before["suspend"] == true
                && old["status"]["startTime"].is_null();
            if !queued {
                immutable(
                    &mut errors,
                    &path.child(field),
                    &spec[field],
                    &before[field],
                );
            }
        }
        errors
    }
}

const CONTROLLER_UID: &str = "batch.kubernetes.io/controller-uid";

fn generate_selector(object: &mut Value) {
    let uid = object["metadata"]["uid"].clone();
    let name = object["metadata"]["name"].clone();
    let labels = &mut object["spec"]["template"]["metadata"]["labels"];
    if labels.is_null() {
        *labels = json!({});
    }
    for (key, value) in [
        ("controller-uid", &uid),
        ("job-name", &name),
        (CONTROLLER_UID, &uid),
        ("batch.kubernetes.io/job-name", &name),
    ] {
        labels[key] = value.clone();
    }
    let selector = &mut object["spec"]["selector"];
    if selector.is_null() {
        *selector = json!({});
    }
    if selector["matchLabels"].is_null() {
        selector["matchLabels"] = json!({});
    }
    selector["matchLabels"][CONTROLLER_UID] = uid;
}
