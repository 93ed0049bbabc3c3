//! What Go's encoder leaves out.

use schema::{Definition, Message, Shape, Wire};
use serde_json::{Map, Value};

/// Zeros of these fields mean nothing: they are numbers and truth values that are not pointers in Go.
const PLAIN: &[(&str, &[&str])] = &[
    ("Container", &["stdin", "stdinOnce", "tty"]),
    ("ContainerPort", &["hostPort"]),
    ("DaemonSetSpec", &["minReadySeconds"]),
    (
        "DaemonSetStatus",
        &[
            "numberAvailable",
            "numberUnavailable",
            "observedGeneration",
            "updatedNumberScheduled",
        ],
    ),
    ("DeploymentSpec", &["minReadySeconds", "paused"]),
    (
        "DeploymentStatus",
        &[
            "availableReplicas",
            "observedGeneration",
            "readyReplicas",
            "replicas",
            "unavailableReplicas",
            "updatedReplicas",
        ],
    ),
    ("EphemeralContainer", &["stdin", "stdinOnce", "tty"]),
    ("Event", &["count"]),
    ("JobStatus", &["active", "failed", "succeeded"]),
    ("NodeSpec", &["unschedulable"]),
    ("ObjectMeta", &["generation"]),
    ("PodSpec", &["hostIPC", "hostNetwork", "hostPID"]),
    ("PodStatus", &["observedGeneration"]),
    (
        "Probe",
        &[
            "failureThreshold",
            "initialDelaySeconds",
            "periodSeconds",
            "successThreshold",
            "timeoutSeconds",
        ],
    ),
    ("ReplicaSetSpec", &["minReadySeconds"]),
    (
        "ReplicaSetStatus",
        &[
            "availableReplicas",
            "fullyLabeledReplicas",
            "observedGeneration",
            "readyReplicas",
        ],
    ),
    ("ReplicationControllerSpec", &["minReadySeconds"]),
    (
        "ReplicationControllerStatus",
        &[
            "availableReplicas",
            "fullyLabeledReplicas",
            "observedGeneration",
            "readyReplicas",
        ],
    ),
    ("ScaleSpec", &["replicas"]),
    ("ServicePort", &["nodePort"]),
    (
        "ServiceSpec",
        &["healthCheckNodePort", "publishNotReadyAddresses"],
    ),
    ("StatefulSetSpec", &["minReadySeconds"]),
    (
        "StatefulSetStatus",
        &[
            "currentReplicas",
            "observedGeneration",
            "readyReplicas",
            "updatedReplicas",
        ],
    ),
    ("VolumeMount", &["readOnly"]),
];

/// Empty texts of these fields mean something: they are pointers in Go.
const POINTERS: &[(&str, &[&str])] = &[
    ("EndpointPort", &["appProtocol", "name"]),
    ("GRPCAction", &["service"]),
    ("HostPathVolumeSource", &["type"]),
    ("IngressSpec", &["ingressClassName"]),
    (
        "PersistentVolumeClaimSpec",
        &["storageClassName", "volumeAttributesClassName"],
    ),
    ("TypedLocalObjectReference", &["apiGroup"]),
    ("TypedObjectReference", &["apiGroup", "namespace"]),
];

/// Removes the fields that an encoder would leave out.
pub(super) fn drop_empty(fields: &mut Map<String, Value>, definition: &'static Definition) {
    let dropped: Vec<String> = fields
        .iter()
        .filter(|(name, value)| is_omitted(definition, name, value))
        .map(|(name, _)| name.clone())
        .collect();
    for name in dropped {
        fields.remove(&name);
    }
}

fn is_omitted(definition: &'static Definition, name: &str, value: &Value) -> bool {
    let Some(field) = definition.field(name) else {
        return false;
    };
    let short = definition.short_name();
    let empty = match (value, &field.shape) {
        (Value::Null, _) => true,
        (Value::Array(items), Shape::List(_)) => items.is_empty(),
        (Value::Object(fields), Shape::Map(_)) => fields.is_empty(),
        (Value::String(text), Shape::String) => text.is_empty() && !listed(POINTERS, short, name),
        (Value::Bool(false), _) => listed(PLAIN, short, name),
        (Value::Number(number), _) => number.as_f64() == Some(0.0) && listed(PLAIN, short, name),
        _ => false,
    };
    empty && omits_empty(definition, name)
}

fn listed(table: &[(&str, &[&str])], definition: &str, field: &str) -> bool {
    table
        .binary_search_by(|row| row.0.cmp(definition))
        .is_ok_and(|position| table[position].1.contains(&field))
}

/// Whether the field is omitted when empty. The numbers' table says so; where it has nothing, most fields are.
fn omits_empty(definition: &'static Definition, name: &str) -> bool {
    definition
        .message()
        .and_then(|message| find(message, name))
        .unwrap_or(true)
}

fn find(message: &'static Message, name: &str) -> Option<bool> {
    for field in message.fields {
        if field.json == name {
            return Some(field.omit_empty);
        }
        if let (true, Wire::One(scalar)) = (field.json.is_empty(), field.wire)
            && let Some(found) = scalar.message().and_then(|inner| find(inner, name))
        {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_as_the_search_needs() {
        assert!(PLAIN.is_sorted_by(|a, b| a.0 < b.0));
        assert!(POINTERS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
