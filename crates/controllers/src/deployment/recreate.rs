//! The Recreate strategy: nothing new starts before everything old has gone.

use clientgo::{Object, resources};

use super::replica_sets::{ReplicaSets, Scale};
use crate::context::Context;
use crate::pod;
use crate::replica_set::ReplicaSet;

/// Takes all old ReplicaSets to zero.
pub(super) fn scale_down_old(sets: &ReplicaSets) -> Vec<Scale> {
    sets.old
        .iter()
        .filter(|set| set.wanted() > 0)
        .map(|set| Scale::new(set, 0))
        .collect()
}

/// Whether any pod of an old ReplicaSet may still run.
pub(super) fn old_pods_run(context: &Context, sets: &ReplicaSets) -> bool {
    let pods = context.cache(&resources::PODS);
    sets.old
        .iter()
        .any(|set| may_run(set, &pods.controlled_by(set.0.uid())))
}

fn may_run(set: &ReplicaSet, pods: &[Object]) -> bool {
    set.actual() > 0 || pods.iter().any(|pod| !pod::is_ended(pod))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::replica_sets::testing::{scales, set};
    use super::*;

    #[test]
    fn old_pods_must_have_ended_not_only_be_going() {
        let pod = |phase: &str| {
            Object::new(
                &json!({"metadata": {"deletionTimestamp": "2026-01-01T00:00:00Z"}, "status": {"phase": phase}}),
            )
        };
        let empty = set("old", 1, 0, 0);
        assert!(may_run(&empty, &[pod("Running")]));
        assert!(!may_run(&empty, &[pod("Succeeded"), pod("Failed")]));
        assert!(
            may_run(&set("old", 1, 2, 0), &[]),
            "the status still counts pods"
        );
    }

    #[test]
    fn every_old_replica_set_goes_to_zero() {
        let sets = ReplicaSets {
            new: Some(set("new", 3, 0, 0)),
            old: vec![set("a", 1, 0, 0), set("b", 2, 2, 2)],
        };
        assert_eq!(scales(&scale_down_old(&sets)), [("b", 0)]);
    }
}
