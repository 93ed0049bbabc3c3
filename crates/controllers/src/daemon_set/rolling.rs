//! Replacing the pods of old templates, a few nodes at a time.

use std::collections::BTreeMap;

use apimachinery::Timestamp;
use clientgo::Object;

use super::DaemonSet;
use super::manage::Plan;
use super::nodes::{Belongs, belongs};
use crate::pod;

/// The pod of the present template and that of an older one on a node; none if there are several of a kind.
fn updated_pods<'a>(
    daemon_set: &DaemonSet,
    pods: &'a [Object],
    hash: &str,
) -> Option<(Option<&'a Object>, Option<&'a Object>)> {
    let (mut new, mut old) = (None, None);
    for pod in pods.iter().filter(|pod| !pod.is_deleting()) {
        let slot = if daemon_set.is_updated(pod, hash) {
            &mut new
        } else {
            &mut old
        };
        if slot.replace(pod).is_some() {
            return None;
        }
    }
    Some((new, old))
}

/// Decides which pods of old templates go next, or which nodes get a second pod.
pub(super) fn plan(
    daemon_set: &DaemonSet,
    nodes: &[Object],
    pods: &BTreeMap<String, Vec<Object>>,
    hash: &str,
    now: Timestamp,
) -> Plan {
    let wanted: Vec<&str> = nodes
        .iter()
        .filter(|node| belongs(daemon_set, node) == Belongs::Yes)
        .map(Object::name)
        .collect();
    // Nodes that want a pod and have none count as unavailable.
    let mut by_node: BTreeMap<&str, &[Object]> =
        wanted.iter().map(|node| (*node, [].as_slice())).collect();
    by_node.extend(
        pods.iter()
            .map(|(node, pods)| (node.as_str(), pods.as_slice())),
    );
    let is_available = |pod: &Object| pod::is_available(pod, daemon_set.min_ready(), now);
    let surge = daemon_set.bound("maxSurge", wanted.len());
    if surge > 0 {
        return plan_surge(daemon_set, &by_node, hash, surge, is_available);
    }
    let max_unavailable = daemon_set.bound("maxUnavailable", wanted.len()).max(1);
    let mut unavailable = 0;
    let (mut replaceable, mut candidates) = (Vec::new(), Vec::new());
    for pods in by_node.values() {
        match updated_pods(daemon_set, pods, hash) {
            None | Some((None, None) | (Some(_), Some(_))) => unavailable += 1,
            Some((Some(new), None)) => unavailable += usize::from(!is_available(new)),
            Some((None, Some(old))) if !is_available(old) => replaceable.push(old.clone()),
            Some((None, Some(old))) => candidates.push(old.clone()),
        }
    }
    candidates.truncate(max_unavailable.saturating_sub(unavailable));
    replaceable.append(&mut candidates);
    Plan {
        delete: replaceable,
        ..Plan::default()
    }
}

fn plan_surge(
    daemon_set: &DaemonSet,
    by_node: &BTreeMap<&str, &[Object]>,
    hash: &str,
    max_surge: usize,
    is_available: impl Fn(&Object) -> bool,
) -> Plan {
    let mut surging = 0;
    let mut plan = Plan::default();
    let mut candidates = Vec::new();
    for (node, pods) in by_node {
        match updated_pods(daemon_set, pods, hash) {
            None => surging += 1,
            Some((_, None)) => {}
            Some((None, Some(old))) if !is_available(old) => {
                plan.create_on.push((*node).to_owned());
            }
            Some((None, Some(_))) => candidates.push((*node).to_owned()),
            Some((Some(new), Some(_))) if !is_available(new) => surging += 1,
            Some((Some(_), Some(old))) => plan.delete.push(old.clone()),
        }
    }
    candidates.truncate(max_surge.saturating_sub(surging));
    plan.create_on.append(&mut candidates);
    plan
}
