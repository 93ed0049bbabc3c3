//! Whether a rollout is complete, moves on, or has stood still for too long.

use std::time::Duration;

use apimachinery::{Packed, Timestamp, Tree};
use clientgo::parse_time;
use serde_json::Value;

use super::Deployment;
use super::conditions::{
    self, NEW_REPLICA_SET_AVAILABLE, PROGRESS_DEADLINE_EXCEEDED, PROGRESSING, REPLICA_FAILURE,
    REPLICA_SET_UPDATED, condition,
};
use super::replica_sets::ReplicaSets;
use super::status::count;
use crate::replica_set::ReplicaSet;

/// Whether all wanted pods are there, updated and available, and nothing else is.
pub(super) fn is_complete(deployment: &Deployment, status: &(impl Tree + ?Sized)) -> bool {
    let all = |field| count(status, field) == deployment.wanted();
    all("updatedReplicas")
        && all("replicas")
        && all("availableReplicas")
        && count(status, "observedGeneration") >= deployment.0.generation()
}

/// Adds what is to be said of the progress to a status that was computed anew.
pub(super) fn describe(
    deployment: &Deployment,
    sets: &ReplicaSets,
    status: &mut Value,
    now: Timestamp,
) {
    match deployment.progress_deadline() {
        None => conditions::remove(status, PROGRESSING),
        Some(deadline) if !was_completed_before(deployment, status) => {
            describe_rollout(deployment, sets, status, deadline, now);
        }
        Some(_) => {}
    }
    match replica_failure(sets) {
        Some(failure) => conditions::set(status, failure),
        None => conditions::remove(status, REPLICA_FAILURE),
    }
}

/// When the Deployment must be looked at again to notice that its deadline has passed; none if nothing can pass.
pub(super) fn next_check(
    deployment: &Deployment,
    status: &Value,
    now: Timestamp,
) -> Option<Duration> {
    let deadline = deployment.progress_deadline()?;
    let current = conditions::get(&deployment.0["status"], PROGRESSING)?;
    if is_complete(deployment, status) || current["reason"] == PROGRESS_DEADLINE_EXCEEDED {
        return None;
    }
    Some(
        parse_time(&current["lastUpdateTime"])?
            .after(deadline)
            .since(now)
            + Duration::from_secs(1),
    )
}

/// Pods that restart after a completed rollout do not make it incomplete again.
fn was_completed_before(deployment: &Deployment, status: &Value) -> bool {
    let current = conditions::get(&deployment.0["status"], PROGRESSING);
    count(status, "replicas") == count(status, "updatedReplicas")
        && current.is_some_and(|current| current["reason"] == NEW_REPLICA_SET_AVAILABLE)
}

fn describe_rollout(
    deployment: &Deployment,
    sets: &ReplicaSets,
    status: &mut Value,
    deadline: Duration,
    now: Timestamp,
) {
    let subject = match &sets.new {
        Some(new) => format!("ReplicaSet {:?}", new.name()),
        None => format!("Deployment {:?}", deployment.name()),
    };
    if is_complete(deployment, status) {
        let message = format!("{subject} has successfully progressed.");
        conditions::set(
            status,
            condition(
                PROGRESSING,
                "True",
                NEW_REPLICA_SET_AVAILABLE,
                &message,
                now,
            ),
        );
    } else if is_progressing(&deployment.0["status"], status) {
        let mut progressing = condition(
            PROGRESSING,
            "True",
            REPLICA_SET_UPDATED,
            &format!("{subject} is progressing."),
            now,
        );
        if let Some(current) = conditions::get(&deployment.0["status"], PROGRESSING) {
            if current["status"] == "True" {
                progressing["lastTransitionTime"] = current["lastTransitionTime"].to_value();
            }
            // Taken away first, so that each step renews the time from which the deadline counts.
            conditions::remove(status, PROGRESSING);
        }
        conditions::set(status, progressing);
    } else if has_timed_out(status, deadline, now) {
        let message = format!("{subject} has timed out progressing.");
        conditions::set(
            status,
            condition(
                PROGRESSING,
                "False",
                PROGRESS_DEADLINE_EXCEEDED,
                &message,
                now,
            ),
        );
    }
}

fn is_progressing(old: &Packed, new: &Value) -> bool {
    let grew = |field| count(new, field) > count(old, field);
    grew("updatedReplicas")
        || outdated(new) < outdated(old)
        || grew("readyReplicas")
        || grew("availableReplicas")
}

/// How many pods are of an older revision.
fn outdated(status: &(impl Tree + ?Sized)) -> i64 {
    count(status, "replicas") - count(status, "updatedReplicas")
}

fn has_timed_out(status: &Value, deadline: Duration, now: Timestamp) -> bool {
    let Some(current) = conditions::get(status, PROGRESSING) else {
        return false;
    };
    if current["reason"] == NEW_REPLICA_SET_AVAILABLE {
        return false;
    }
    current["reason"] == PROGRESS_DEADLINE_EXCEEDED
        || parse_time(&current["lastUpdateTime"])
            .is_some_and(|updated| updated.after(deadline) < now)
}

/// Why pods cannot be made or taken away: what the new ReplicaSet says, or else the first old one that says anything.
fn replica_failure(sets: &ReplicaSets) -> Option<Value> {
    let failure = |set: &ReplicaSet| {
        let failure = set.condition(REPLICA_FAILURE)?;
        let text = |field: &str| failure[field].as_str().unwrap_or_default().to_owned();
        let at = parse_time(&failure["lastTransitionTime"])?;
        Some(condition(
            REPLICA_FAILURE,
            &text("status"),
            &text("reason"),
            &text("message"),
            at,
        ))
    };
    sets.new.iter().chain(&sets.old).find_map(failure)
}

#[cfg(test)]
mod tests {
    use clientgo::Object;
    use serde_json::json;

    use super::super::replica_sets::testing::{deployment, set};
    use super::super::status::status;
    use super::*;

    fn at(second: u32) -> Timestamp {
        Timestamp::parse(&format!(
            "2026-01-01T00:{:02}:{:02}Z",
            second / 60,
            second % 60
        ))
        .expect("it is a time")
    }

    /// Runs one look at the Deployment and gives it with the status that comes of it.
    fn looked_at(before: &Deployment, sets: &ReplicaSets, now: Timestamp) -> Deployment {
        let mut status = status(before, sets, now);
        describe(before, sets, &mut status, now);
        let mut value = before.0.to_value();
        value["status"] = status;
        Deployment(Object::new(&value))
    }

    fn reason(deployment: &Deployment) -> &str {
        conditions::get(&deployment.0["status"], PROGRESSING)
            .and_then(|found| found["reason"].as_str())
            .unwrap_or_default()
    }

    #[test]
    fn a_rollout_progresses_stands_still_times_out_and_recovers() {
        let sets = |old: i64, new: i64, available: i64| ReplicaSets {
            new: Some(set("new", 2, new, available)),
            old: vec![set("old", 1, old, old)],
        };
        let first = looked_at(&deployment(4, 1, 0), &sets(4, 1, 0), at(0));
        assert_eq!(reason(&first), REPLICA_SET_UPDATED);
        let still = looked_at(&first, &sets(4, 1, 0), at(600));
        assert_eq!(
            still.0["status"], first.0["status"],
            "the deadline must have passed, not been reached"
        );
        assert_eq!(
            next_check(&still, &still.0["status"].to_value(), at(590)),
            Some(Duration::from_secs(11))
        );
        let late = looked_at(&still, &sets(4, 1, 0), at(601));
        assert_eq!(reason(&late), PROGRESS_DEADLINE_EXCEEDED);
        assert_eq!(
            next_check(&late, &late.0["status"].to_value(), at(601)),
            None
        );
        let moving = looked_at(&late, &sets(4, 1, 1), at(700));
        assert_eq!(reason(&moving), REPLICA_SET_UPDATED);
        let done = looked_at(&moving, &sets(0, 4, 4), at(701));
        assert_eq!(reason(&done), NEW_REPLICA_SET_AVAILABLE);
        let restarted = looked_at(&done, &sets(0, 4, 3), at(900));
        assert_eq!(
            reason(&restarted),
            NEW_REPLICA_SET_AVAILABLE,
            "a completed rollout stays complete"
        );
    }

    #[test]
    fn the_conditions_of_a_first_look() {
        let sets = ReplicaSets {
            new: Some(set("web-1", 1, 4, 0)),
            old: vec![],
        };
        let looked = looked_at(&deployment(4, 1, 0), &sets, at(0));
        let expected = json!({
            "observedGeneration": 2, "replicas": 4, "updatedReplicas": 4, "unavailableReplicas": 4,
            "conditions": [
                {
                    "type": "Available", "status": "False", "reason": "MinimumReplicasUnavailable",
                    "message": "Deployment does not have minimum availability.",
                    "lastUpdateTime": "2026-01-01T00:00:00Z", "lastTransitionTime": "2026-01-01T00:00:00Z",
                },
                {
                    "type": "Progressing", "status": "True", "reason": "ReplicaSetUpdated",
                    "message": "ReplicaSet \"web-1\" is progressing.",
                    "lastUpdateTime": "2026-01-01T00:00:00Z", "lastTransitionTime": "2026-01-01T00:00:00Z",
                },
            ],
        });
        assert_eq!(looked.0["status"], expected);
    }
}
