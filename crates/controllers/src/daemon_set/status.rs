//! The status that a DaemonSet should have.

use std::collections::BTreeMap;

use apimachinery::Timestamp;
use clientgo::Object;
use serde_json::{Value, json};

use super::DaemonSet;
use super::nodes::{Belongs, belongs, by_age};
use crate::pod;

/// Counts nodes by what runs on them. Of several pods on a node the oldest counts.
pub(super) fn status(
    daemon_set: &DaemonSet,
    nodes: &[Object],
    pods: &BTreeMap<String, Vec<Object>>,
    hash: &str,
    now: Timestamp,
) -> Value {
    let (mut desired, mut current, mut misscheduled) = (0, 0, 0);
    let (mut ready, mut available, mut updated) = (0, 0, 0);
    for node in nodes {
        let oldest = pods.get(node.name()).and_then(|pods| {
            let mut pods = pods.clone();
            by_age(&mut pods);
            pods.into_iter().next()
        });
        if belongs(daemon_set, node) != Belongs::Yes {
            misscheduled += i32::from(oldest.is_some());
            continue;
        }
        desired += 1;
        if let Some(pod) = oldest {
            current += 1;
            ready += i32::from(pod::is_ready(&pod));
            available += i32::from(pod::is_available(&pod, daemon_set.min_ready(), now));
            updated += i32::from(daemon_set.is_updated(&pod, hash));
        }
    }
    let mut status = json!({
        "currentNumberScheduled": current, "numberMisscheduled": misscheduled, "desiredNumberScheduled": desired, "numberReady": ready,
        "observedGeneration": daemon_set.0.generation(),
    });
    let counts = [
        ("updatedNumberScheduled", updated),
        ("numberAvailable", available),
        ("numberUnavailable", desired - available),
    ];
    for (field, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        status[field] = count.into();
    }
    for field in ["collisionCount", "conditions"] {
        if let Some(kept) = daemon_set.0["status"].get(field) {
            status[field] = kept.to_value();
        }
    }
    status
}
