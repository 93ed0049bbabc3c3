//! The counts and the availability that a Deployment's status should show.

use apimachinery::{Timestamp, Tree};
use serde_json::{Value, json};

use super::Deployment;
use super::conditions::{
    self, AVAILABLE, MINIMUM_REPLICAS_AVAILABLE, MINIMUM_REPLICAS_UNAVAILABLE,
};
use super::replica_sets::ReplicaSets;
use crate::replica_set::ReplicaSet;

/// Computes the status from those of the ReplicaSets. The conditions are the present ones but for `Available`.
pub(super) fn status(deployment: &Deployment, sets: &ReplicaSets, now: Timestamp) -> Value {
    let available = sets.available();
    let mut status = json!({});
    let counts = [
        ("observedGeneration", deployment.0.generation()),
        ("replicas", sets.all().map(ReplicaSet::actual).sum()),
        (
            "updatedReplicas",
            sets.new.as_ref().map_or(0, ReplicaSet::actual),
        ),
        ("readyReplicas", sets.all().map(ReplicaSet::ready).sum()),
        ("availableReplicas", available),
        ("unavailableReplicas", (sets.wanted() - available).max(0)),
    ];
    for (field, count) in counts.into_iter().filter(|(_, count)| *count != 0) {
        status[field] = count.into();
    }
    if let Some(terminating) = terminating(sets) {
        status["terminatingReplicas"] = terminating.into();
    }
    for kept in ["collisionCount", "conditions"] {
        if let Some(value) = deployment.0["status"].get(kept) {
            status[kept] = value.to_value();
        }
    }
    conditions::set(&mut status, availability(deployment, available, now));
    status
}

/// The count of a status, 0 where it is left out.
pub(super) fn count(status: &(impl Tree + ?Sized), field: &str) -> i64 {
    let number = status.field(field).and_then(Tree::number);
    number
        .and_then(|number| number.as_i64())
        .unwrap_or_default()
}

/// The sum of the pods on their way out; none if a ReplicaSet does not count them. One that nobody has looked at yet has no pods.
fn terminating(sets: &ReplicaSets) -> Option<i64> {
    sets.all()
        .map(|set| match set.terminating() {
            None if set.observed_generation() == 0 && set.actual() == 0 => Some(0),
            count => count,
        })
        .sum()
}

fn availability(deployment: &Deployment, available: i64, now: Timestamp) -> Value {
    if available >= deployment.wanted() - deployment.max_unavailable() {
        conditions::condition(
            AVAILABLE,
            "True",
            MINIMUM_REPLICAS_AVAILABLE,
            "Deployment has minimum availability.",
            now,
        )
    } else {
        let message = "Deployment does not have minimum availability.";
        conditions::condition(
            AVAILABLE,
            "False",
            MINIMUM_REPLICAS_UNAVAILABLE,
            message,
            now,
        )
    }
}
