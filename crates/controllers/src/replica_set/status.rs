//! The status that a ReplicaSet should have.

use std::time::Duration;

use apimachinery::{Timestamp, selector};
use clientgo::Object;
use serde_json::{Value, json};

use super::ReplicaSet;
use crate::pod;

/// Why the wanted number of pods could not be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReplicaFailure {
    pub(super) reason: &'static str,
    pub(super) message: String,
}

/// Computes the status from the claimed pods.
pub(super) fn status(
    replica_set: &ReplicaSet,
    active: &[Object],
    terminating: usize,
    failure: Option<&ReplicaFailure>,
    now: Timestamp,
) -> Value {
    let labels = &replica_set.template()["metadata"]["labels"];
    let template_labels = selector::from_label_selector(Some(&json!({"matchLabels": labels}))).ok();
    let count = |counts: &dyn Fn(&Object) -> bool| active.iter().filter(|pod| counts(pod)).count();
    let min_ready = replica_set.min_ready();
    let mut status = json!({"replicas": active.len(), "observedGeneration": replica_set.0.generation(), "terminatingReplicas": terminating});
    let counts = [
        (
            "fullyLabeledReplicas",
            count(&|pod| {
                template_labels
                    .as_ref()
                    .is_some_and(|labels| pod.is_selected_by(labels))
            }),
        ),
        ("readyReplicas", count(&|pod| pod::is_ready(pod))),
        (
            "availableReplicas",
            count(&|pod| pod::is_available(pod, min_ready, now)),
        ),
    ];
    for (field, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        status[field] = count.into();
    }
    let conditions = conditions(replica_set, failure, now);
    if !conditions.is_empty() {
        status["conditions"] = conditions.into();
    }
    status
}

/// Whether two statuses say the same. The generation counts by itself: it must be written even when nothing else has changed.
pub(super) fn is_current(replica_set: &ReplicaSet, status: &Value) -> bool {
    replica_set.0["status"] == *status
}

/// When the next ready pod will have been ready long enough.
pub(super) fn next_available(
    pods: &[Object],
    min_ready: Duration,
    now: Timestamp,
) -> Option<Duration> {
    pods.iter()
        .filter_map(|pod| pod::available_in(pod, min_ready, now))
        .filter(|remaining| !remaining.is_zero())
        .min()
}

fn conditions(
    replica_set: &ReplicaSet,
    failure: Option<&ReplicaFailure>,
    now: Timestamp,
) -> Vec<Value> {
    let old = replica_set.0["status"]["conditions"].to_values();
    let had_failure = old
        .iter()
        .any(|condition| condition["type"] == "ReplicaFailure");
    match failure {
        Some(failure) if !had_failure => {
            let condition = json!({
                "type": "ReplicaFailure", "status": "True", "lastTransitionTime": now.rfc3339(),
                "reason": failure.reason, "message": failure.message,
            });
            old.into_iter().chain([condition]).collect()
        }
        Some(_) => old,
        None => old
            .into_iter()
            .filter(|condition| condition["type"] != "ReplicaFailure")
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        Timestamp::parse("2026-01-01T00:00:30Z").expect("it is a time")
    }

    fn replica_set(status: &Value) -> ReplicaSet {
        ReplicaSet(Object::new(&json!({
            "metadata": {"generation": 3},
            "spec": {"minReadySeconds": 10, "template": {"metadata": {"labels": {"app": "web", "track": "new"}}}},
            "status": status,
        })))
    }

    fn pod(track: &str, ready_since: Option<&str>) -> Object {
        let conditions: Vec<Value> = ready_since
            .iter()
            .map(|at| json!({"type": "Ready", "status": "True", "lastTransitionTime": at}))
            .collect();
        Object::new(
            &json!({"metadata": {"labels": {"app": "web", "track": track}}, "status": {"conditions": conditions}}),
        )
    }

    #[test]
    fn pods_are_counted_by_label_readiness_and_time() {
        let pods = [
            pod("new", Some("2026-01-01T00:00:20Z")),
            pod("new", Some("2026-01-01T00:00:25Z")),
            pod("old", None),
        ];
        let got = status(&replica_set(&json!({})), &pods, 1, None, now());
        let expected = json!({
            "replicas": 3, "fullyLabeledReplicas": 2, "readyReplicas": 2, "availableReplicas": 1, "terminatingReplicas": 1,
            "observedGeneration": 3,
        });
        assert_eq!(got, expected);
        assert_eq!(
            next_available(&pods, Duration::from_secs(10), now()),
            Some(Duration::from_secs(5))
        );
    }

    #[test]
    fn a_failure_stays_as_first_told_and_goes_with_success() {
        let quota = ReplicaFailure {
            reason: "FailedCreate",
            message: "exceeded quota: q".to_owned(),
        };
        let first = status(&replica_set(&json!({})), &[], 0, Some(&quota), now());
        assert_eq!(first["conditions"][0]["message"], "exceeded quota: q");
        let other = ReplicaFailure {
            reason: "FailedCreate",
            message: "something else".to_owned(),
        };
        let second = status(&replica_set(&first), &[], 0, Some(&other), now());
        assert_eq!(second["conditions"], first["conditions"]);
        let healed = status(&replica_set(&second), &[], 0, None, now());
        assert_eq!(healed.get("conditions"), None);
    }
}
