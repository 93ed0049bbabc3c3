use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::{is_dns1123_label, is_dns1123_subdomain};
use serde_json::Value;

use super::container::{self, Role};
use super::{invalid, items, label_selector, one_of, text, volume};

/// Checks the spec of a pod or of a template.
pub(in super::super) fn pod_spec(errors: &mut ErrorList, spec: &Value, path: &FieldPath) {
    volume::volumes(errors, &spec["volumes"], &path.child("volumes"));
    container::containers(errors, spec, Role::Regular, path);
    container::containers(errors, spec, Role::Init, path);
    one_of(
        errors,
        &path.child("restartPolicy"),
        &spec["restartPolicy"],
        &["Always", "OnFailure", "Never"],
    );
    one_of(
        errors,
        &path.child("dnsPolicy"),
        &spec["dnsPolicy"],
        &["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
    );
    label_selector::labels(errors, &spec["nodeSelector"], &path.child("nodeSelector"));
    names(errors, spec, path);
    let deadline = spec["activeDeadlineSeconds"].as_i64();
    if let Some(seconds) = deadline.filter(|seconds| !(1..=i64::from(i32::MAX)).contains(seconds)) {
        let detail = "must be between 1 and 2147483647, inclusive";
        errors.push(Error::invalid(
            &path.child("activeDeadlineSeconds"),
            seconds,
            detail,
        ));
    }
    for field in ["hostname", "subdomain"] {
        let name = text(&spec[field]);
        if !name.is_empty() {
            errors.extend(invalid(&path.child(field), name, is_dns1123_label(name)));
        }
    }
    for (index, toleration) in items(&spec["tolerations"]).enumerate() {
        self::toleration(errors, toleration, &path.child("tolerations").index(index));
    }
}

fn names(errors: &mut ErrorList, spec: &Value, path: &FieldPath) {
    for field in ["serviceAccountName", "nodeName"] {
        let name = text(&spec[field]);
        if !name.is_empty() {
            errors.extend(invalid(
                &path.child(field),
                name,
                is_dns1123_subdomain(name),
            ));
        }
    }
}

fn toleration(errors: &mut ErrorList, toleration: &Value, path: &FieldPath) {
    let of = |field: &str| text(&toleration[field]);
    if of("key").is_empty() && !toleration["operator"].is_null() && of("operator") != "Exists" {
        let detail = "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
        errors.push(Error::invalid(
            &path.child("operator"),
            of("operator"),
            detail,
        ));
    }
    if toleration["tolerationSeconds"].is_number() && of("effect") != "NoExecute" {
        let detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
        errors.push(Error::invalid(&path.child("effect"), of("effect"), detail));
    }
    match of("operator") {
        "" | "Equal" => {}
        "Exists" => {
            if !of("value").is_empty() {
                let detail = "value must be empty when `operator` is 'Exists'";
                errors.push(Error::invalid(
                    &path.child("operator"),
                    toleration.clone(),
                    detail,
                ));
            }
        }
        other => errors.push(Error::not_supported(
            &path.child("operator"),
            other,
            ["Equal", "Exists"],
        )),
    }
    if !matches!(
        of("effect"),
        "" | "NoSchedule" | "PreferNoSchedule" | "NoExecute"
    ) {
        let supported = ["NoExecute", "NoSchedule", "PreferNoSchedule"];
        errors.push(Error::not_supported(
            &path.child("effect"),
            of("effect"),
            supported,
        ));
    }
}
