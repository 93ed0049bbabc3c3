//! Objects that run pods: where their pod template is.

use serde_json::Value;

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
