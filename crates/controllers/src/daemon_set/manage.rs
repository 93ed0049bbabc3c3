//! Bringing pods to the nodes that want one, and taking them from those that do not.

use std::collections::BTreeMap;

use apimachinery::Timestamp;
use clientgo::Object;

use super::DaemonSet;
use super::nodes::{Belongs, belongs, by_age};
use crate::pod;

/// The nodes that get a pod, and the pods that go.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Plan {
    pub(super) create_on: Vec<String>,
    pub(super) delete: Vec<Object>,
    /// Pods that go because they have ended.
    pub(super) ended: Vec<Object>,
}

/// Decides what each node needs. `hash` is that of the present template.
pub(super) fn plan(
    daemon_set: &DaemonSet,
    nodes: &[Object],
    pods: &BTreeMap<String, Vec<Object>>,
    hash: &str,
    now: Timestamp,
) -> Plan {
    let mut plan = Plan::default();
    for node in nodes {
        let on_node = pods.get(node.name());
        match (belongs(daemon_set, node), on_node) {
            (Belongs::Yes, None) => plan.create_on.push(node.name().to_owned()),
            (Belongs::MayStay | Belongs::No, None) => {}
            (Belongs::No, Some(on_node)) => {
                plan.delete
                    .extend(on_node.iter().filter(|pod| !pod.is_deleting()).cloned());
            }
            (belongs, Some(on_node)) => {
                let mut running = Vec::new();
                for pod in on_node.iter().filter(|pod| !pod.is_deleting()) {
                    if pod::is_ended(pod) {
                        plan.ended.push(pod.clone());
                    } else {
                        running.push(pod.clone());
                    }
                }
                by_age(&mut running);
                if daemon_set.allows_surge() {
                    if running.is_empty() && belongs == Belongs::Yes {
                        plan.create_on.push(node.name().to_owned());
                    }
                    plan.delete
                        .extend(superfluous_in_surge(daemon_set, running, hash, now));
                } else {
                    plan.delete.extend(running.into_iter().skip(1));
                }
            }
        }
    }
    // A pod that waits for a node that is gone would wait for ever.
    let is_known = |name: &str| nodes.iter().any(|node| node.name() == name);
    let lost = pods
        .iter()
        .filter(|(node, _)| !is_known(node))
        .flat_map(|(_, pods)| pods);
    plan.delete.extend(
        lost.filter(|pod| pod::node_name(pod).is_empty() && !pod.is_deleting())
            .cloned(),
    );
    plan
}

/// In a surge the oldest pod of the new template may stand beside the oldest of an old one, until it is available or the old one is not
/// ready any more.
fn superfluous_in_surge(
    daemon_set: &DaemonSet,
    running: Vec<Object>,
    hash: &str,
    now: Timestamp,
) -> Vec<Object> {
    if running.len() <= 1 {
        return Vec::new();
    }
    let (mut new, mut old): (Vec<Object>, Vec<Object>) = running
        .into_iter()
        .partition(|pod| daemon_set.is_updated(pod, hash));
    let mut superfluous = new.split_off(1.min(new.len()));
    superfluous.extend(old.split_off(1.min(old.len())));
    if let (Some(new), Some(old)) = (new.pop(), old.pop())
        && (!pod::is_ready(&old) || pod::is_available(&new, daemon_set.min_ready(), now))
    {
        superfluous.push(old);
    }
    superfluous
}
