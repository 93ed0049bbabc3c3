//! The status of a new object, before any controller has seen it.

use schema::Definition;
use serde_json::{Value, json};

/// Gives the object the status that its kind begins with. Kinds whose status is empty at first have an empty one.
pub(super) fn set(object: &mut Value, definition: &Definition) {
    if definition.field("status").is_some() {
        object["status"] = of(definition
            .name
            .strip_prefix("io.k8s.api.")
            .unwrap_or_default());
    }
}

fn of(kind: &str) -> Value {
    match kind {
        "apps.v1.DaemonSet" => json!({
            "currentNumberScheduled": 0, "numberMisscheduled": 0, "desiredNumberScheduled": 0, "numberReady": 0,
        }),
        "apps.v1.ReplicaSet" | "core.v1.ReplicationController" => json!({"replicas": 0}),
        "apps.v1.StatefulSet" => json!({"replicas": 0, "availableReplicas": 0}),
        "autoscaling.v1.HorizontalPodAutoscaler" => {
            json!({"currentReplicas": 0, "desiredReplicas": 0})
        }
        "autoscaling.v2.HorizontalPodAutoscaler" => {
            json!({"desiredReplicas": 0, "currentMetrics": null})
        }
        "core.v1.Namespace" => json!({"phase": "Active"}),
        "core.v1.PersistentVolume" | "core.v1.PersistentVolumeClaim" | "core.v1.Pod" => {
            json!({"phase": "Pending"})
        }
        "core.v1.Service" | "networking.v1.Ingress" => json!({"loadBalancer": {}}),
        "policy.v1.PodDisruptionBudget" => json!({
            "disruptionsAllowed": 0, "currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0,
        }),
        _ => json!({}),
    }
}
