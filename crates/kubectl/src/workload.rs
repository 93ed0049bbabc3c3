//! Objects that run pods: where their pod template is, and which revision it is.

use serde_json::Value;

use crate::object;

/// The label that the deployment controller adds to the templates of its replica sets.
const TEMPLATE_HASH: &str = "pod-template-hash";

/// The annotation that numbers a deployment's replica sets.
const REVISION: &str = "deployment.kubernetes.io/revision";

/// The number of a deployment's or replica set's revision; 0 if it has none yet.
pub(crate) fn revision_of(object: &Value) -> i64 {
    object::annotation(object, REVISION)
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}

/// The path from an object to its pod spec; none if it has none.
pub(crate) fn pod_spec_mut<'a>(object: &'a mut Value, kind: &str) -> Option<&'a mut Value> {
    let pointer = match kind {
        "Pod" => "/spec",
        "CronJob" => "/spec/jobTemplate/spec/template/spec",
        "Deployment"
        | "DaemonSet"
        | "StatefulSet"
        | "ReplicaSet"
        | "ReplicationController"
        | "Job" => "/spec/template/spec",
        _ => return None,
    };
    object.pointer_mut(pointer)
}

/// The template without the label that the deployment controller adds.
pub(crate) fn bare_template(template: &Value) -> Value {
    let mut bare = template.clone();
    if let Some(labels) = bare["metadata"]["labels"].as_object_mut() {
        labels.remove(TEMPLATE_HASH);
    }
    if let Some(metadata) = bare["metadata"].as_object_mut() {
        // A template may carry an empty creation time, which says nothing.
        metadata.retain(|_, value| !value.is_null());
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::bare_template;
    use serde_json::json;

    #[test]
    fn templates_are_compared_without_their_hash() {
        let with_hash = json!({"metadata": {"labels": {"app": "web", "pod-template-hash": "abc"}, "creationTimestamp": null}});
        assert_eq!(
            bare_template(&with_hash),
            json!({"metadata": {"labels": {"app": "web"}}})
        );
    }
}
