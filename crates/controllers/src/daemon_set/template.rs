//! The pods that a DaemonSet makes.

use serde_json::{Value, json};

use super::{DaemonSet, POD_TEMPLATE_GENERATION};
use crate::controller_revision::REVISION_HASH_LABEL;
use crate::pod_control::pod_from_template;

/// What the pods of a DaemonSet put up with, so that troubles of a node do not move them.
const TOLERATED: [(&str, &str); 6] = [
    ("node.kubernetes.io/not-ready", "NoExecute"),
    ("node.kubernetes.io/unreachable", "NoExecute"),
    ("node.kubernetes.io/disk-pressure", "NoSchedule"),
    ("node.kubernetes.io/memory-pressure", "NoSchedule"),
    ("node.kubernetes.io/pid-pressure", "NoSchedule"),
    ("node.kubernetes.io/unschedulable", "NoSchedule"),
];
const NETWORK_UNAVAILABLE: (&str, &str) = ("node.kubernetes.io/network-unavailable", "NoSchedule");

/// The pod of a DaemonSet for a node.
pub(super) fn pod(daemon_set: &DaemonSet, node: &str, hash: &str) -> Value {
    let mut pod = pod_from_template(daemon_set.template(), &daemon_set.0, "apps/v1", "DaemonSet");
    let labels = &mut pod["metadata"]["labels"];
    labels[REVISION_HASH_LABEL] = hash.into();
    if let Some(generation) = daemon_set.template_generation() {
        labels[POD_TEMPLATE_GENERATION] = generation.into();
    }
    pod["spec"] = spec(daemon_set, node);
    pod
}

/// The spec of the pod for a node: the scheduler may put it nowhere else.
pub(super) fn spec(daemon_set: &DaemonSet, node: &str) -> Value {
    let mut spec = daemon_set.template()["spec"].to_value();
    let field = json!({"key": "metadata.name", "operator": "In", "values": [node]});
    let required = json!({"nodeSelectorTerms": [{"matchFields": [field]}]});
    spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"] = required;
    let host_network = spec["hostNetwork"] == true;
    let mut tolerations = daemon_set.template()["spec"]["tolerations"].to_values();
    for (key, effect) in TOLERATED
        .into_iter()
        .chain(host_network.then_some(NETWORK_UNAVAILABLE))
    {
        let toleration = json!({"key": key, "operator": "Exists", "effect": effect});
        match tolerations.iter_mut().find(|known| {
            known["key"] == key && known["effect"] == effect && known["value"].is_null()
        }) {
            Some(known) => *known = toleration,
            None => tolerations.push(toleration),
        }
    }
    spec["tolerations"] = tolerations.into();
    spec
}
