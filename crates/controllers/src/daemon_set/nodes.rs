//! Which nodes a DaemonSet is meant for, and which pods stand where.

use std::collections::BTreeMap;

use apimachinery::packed::Packer;
use clientgo::{Object, node_affinity_matches, untolerated_taint};

use super::{DaemonSet, template};
use crate::pod;

/// Whether the pod of a DaemonSet belongs on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Belongs {
    /// One is to be there.
    Yes,
    /// A new one may not come, but one that is there may stay.
    MayStay,
    No,
}

/// Decides whether the pod of a DaemonSet belongs on a node.
///
/// The template's own selector and affinity decide; what the controller adds to the pods counts only for the taints.
pub(super) fn belongs(daemon_set: &DaemonSet, node: &Object) -> Belongs {
    let own = &daemon_set.template()["spec"];
    let named = own["nodeName"].as_str().unwrap_or_default();
    if !(named.is_empty() || named == node.name()) || !node_affinity_matches(own, node) {
        return Belongs::No;
    }
    let spec = Packer::pack(&template::spec(daemon_set, node.name()));
    if untolerated_taint(&spec, node, &["NoSchedule", "NoExecute"]).is_none() {
        Belongs::Yes
    } else if untolerated_taint(&spec, node, &["NoExecute"]).is_none() {
        Belongs::MayStay
    } else {
        Belongs::No
    }
}

/// The pods of a DaemonSet by the node on which they are or are to be. Those that have ended and are on their way out do not count.
pub(super) fn pods_by_node(pods: Vec<Object>) -> BTreeMap<String, Vec<Object>> {
    let mut by_node: BTreeMap<String, Vec<Object>> = BTreeMap::new();
    for pod in pods {
        if pod.is_deleting() && pod::is_ended(&pod) {
            continue;
        }
        by_node
            .entry(target_node(&pod).to_owned())
            .or_default()
            .push(pod);
    }
    by_node
}

/// The node of a pod, or the one that its affinity names before it is bound.
fn target_node(pod: &Object) -> &str {
    let bound = pod::node_name(pod);
    if !bound.is_empty() {
        return bound;
    }
    let required =
        &pod["spec"]["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    let terms = required["nodeSelectorTerms"]
        .as_array()
        .into_iter()
        .flatten();
    let mut fields = terms.flat_map(|term| term["matchFields"].as_array().into_iter().flatten());
    let named = fields.find(|field| field["key"] == "metadata.name" && field["operator"] == "In");
    named
        .and_then(|field| field["values"][0].as_str())
        .unwrap_or_default()
}

/// The oldest first, those on a node before those on none.
pub(super) fn by_age(pods: &mut [Object]) {
    pods.sort_by_key(|pod| {
        (
            pod::node_name(pod).is_empty(),
            pod.creation_time(),
            pod.name().to_owned(),
        )
    });
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn node(taints: &Value) -> Object {
        Object::new(
            &json!({"metadata": {"name": "n", "labels": {"disk": "ssd"}}, "spec": {"taints": taints}}),
        )
    }

    fn daemon_set(spec: &Value) -> DaemonSet {
        DaemonSet(Object::new(
            &json!({"metadata": {"name": "agent"}, "spec": {"template": {"spec": spec}}}),
        ))
    }

    #[test]
    fn selectors_names_and_taints_decide() {
        let taint = |effect: &str| json!([{"key": "gpu", "effect": effect}]);
        let cordoned = json!([{"key": "node.kubernetes.io/unschedulable", "effect": "NoSchedule"}]);
        let unreachable = json!([{"key": "node.kubernetes.io/unreachable", "effect": "NoExecute"}]);
        for (spec, taints, expected) in [
            (json!({}), json!([]), Belongs::Yes),
            (
                json!({"nodeSelector": {"disk": "ssd"}}),
                json!([]),
                Belongs::Yes,
            ),
            (
                json!({"nodeSelector": {"disk": "hdd"}}),
                json!([]),
                Belongs::No,
            ),
            (json!({"nodeName": "other"}), json!([]), Belongs::No),
            (json!({}), taint("NoSchedule"), Belongs::MayStay),
            (json!({}), taint("NoExecute"), Belongs::No),
            (
                json!({"tolerations": [{"key": "gpu", "operator": "Exists"}]}),
                taint("NoExecute"),
                Belongs::Yes,
            ),
            (json!({}), cordoned, Belongs::Yes),
            (json!({}), unreachable, Belongs::Yes),
        ] {
            assert_eq!(
                belongs(&daemon_set(&spec), &node(&taints)),
                expected,
                "{spec} {taints}"
            );
        }
    }
}
