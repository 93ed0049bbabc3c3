//! What an update may change of a pod.

use apimachinery::field::{Error, FieldPath};
use serde_json::{Value, json};

const FORBIDDEN: &str = "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/// The first change that is not allowed.
pub(super) fn errors(new: &Value, old: &Value) -> Option<Error> {
    let path = FieldPath::new("spec");
    for (list, what) in [
        ("containers", "containers"),
        ("initContainers", "init containers"),
    ] {
        if count(new, list) != count(old, list) {
            let detail = format!("pod updates may not add or remove {what}");
            return Some(Error::forbidden(&path.child(list), detail));
        }
    }
    if let Some(error) = deadline(new, old, &path) {
        return Some(error);
    }
    if keeps_tolerations(new, old) && unchangeable(new, old) == unchangeable(old, old) {
        return None;
    }
    Some(Error::forbidden(&path, FORBIDDEN))
}

fn count(spec: &Value, list: &str) -> usize {
    spec[list].as_array().map_or(0, Vec::len)
}

/// A deadline may come, and come nearer.
fn deadline(new: &Value, old: &Value, path: &FieldPath) -> Option<Error> {
    let path = path.child("activeDeadlineSeconds");
    let (before, now) = (
        old["activeDeadlineSeconds"].as_i64()?,
        &new["activeDeadlineSeconds"],
    );
    match now.as_i64() {
        None => Some(Error::invalid(
            &path,
            Value::Null,
            "must not update from a positive integer to nil value",
        )),
        Some(now) if now > before => {
            let detail = format!("must be less than or equal to previous value of {before}");
            Some(Error::invalid(&path, now, detail))
        }
        Some(_) => None,
    }
}

fn keeps_tolerations(new: &Value, old: &Value) -> bool {
    let present = new["tolerations"].as_array().map_or(&[][..], Vec::as_slice);
    old["tolerations"]
        .as_array()
        .into_iter()
        .flatten()
        .all(|toleration| present.contains(toleration))
}

/// The spec with what may change taken from the old one.
fn unchangeable(spec: &Value, old: &Value) -> Value {
    let mut spec = spec.clone();
    for field in ["activeDeadlineSeconds", "tolerations", "schedulingGates"] {
        spec[field] = Value::Null;
    }
    if old["terminationGracePeriodSeconds"]
        .as_i64()
        .is_some_and(|seconds| seconds < 0)
        && spec["terminationGracePeriodSeconds"] == 1
    {
        spec["terminationGracePeriodSeconds"] = old["terminationGracePeriodSeconds"].clone();
    }
    for list in ["containers", "initContainers"] {
        let containers = spec.get_mut(list).and_then(Value::as_array_mut);
        for container in containers.into_iter().flatten() {
            container["image"] = json!("");
        }
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_tolerations_and_nearer_deadlines_may_change() {
        let old = json!({"containers": [{"name": "c", "image": "a"}], "tolerations": [{"key": "x"}], "activeDeadlineSeconds": 9});
        let mut new = old.clone();
        new["containers"][0]["image"] = json!("b");
        new["tolerations"] = json!([{"key": "y"}, {"key": "x"}]);
        new["activeDeadlineSeconds"] = json!(5);
        assert_eq!(errors(&new, &old), None);
        new["nodeName"] = json!("other");
        assert_eq!(
            errors(&new, &old).unwrap().to_string(),
            format!("spec: Forbidden: {FORBIDDEN}")
        );
        let more = json!({"containers": [{}, {}], "activeDeadlineSeconds": 9});
        assert_eq!(
            errors(&more, &old).unwrap().to_string(),
            "spec.containers: Forbidden: pod updates may not add or remove containers"
        );
    }
}
