//! Which pods go first when there are too many.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use apimachinery::Timestamp;
use clientgo::Object;

use crate::pod;

const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";

/// Picks `count` of the pods. `related` are the pods of all ReplicaSets with the same owner: nodes that carry many of them lose pods first.
pub(crate) fn pods_to_delete(
    mut pods: Vec<Object>,
    related: &[Object],
    count: usize,
    now: Timestamp,
) -> Vec<Object> {
    if count < pods.len() {
        let mut crowd: BTreeMap<&str, usize> = BTreeMap::new();
        for neighbour in related.iter().filter(|neighbour| pod::is_active(neighbour)) {
            *crowd.entry(pod::node_name(neighbour)).or_default() += 1;
        }
        pods.sort_by(|a, b| first_to_go(a, b, &crowd, now));
    }
    pods.truncate(count);
    pods
}

fn first_to_go(a: &Object, b: &Object, crowd: &BTreeMap<&str, usize>, now: Timestamp) -> Ordering {
    let neighbours =
        |pod: &Object| Reverse(crowd.get(pod::node_name(pod)).copied().unwrap_or_default());
    let unassigned_first = |pod: &Object| !pod::node_name(pod).is_empty();
    unassigned_first(a)
        .cmp(&unassigned_first(b))
        .then_with(|| phase_rank(a).cmp(&phase_rank(b)))
        .then_with(|| pod::is_ready(a).cmp(&pod::is_ready(b)))
        .then_with(|| deletion_cost(a).cmp(&deletion_cost(b)))
        .then_with(|| neighbours(a).cmp(&neighbours(b)))
        .then_with(|| by_age(a, b, pod::ready_since(a), pod::ready_since(b), now))
        .then_with(|| Reverse(pod::most_restarts(a)).cmp(&Reverse(pod::most_restarts(b))))
        .then_with(|| by_age(a, b, a.creation_time(), b.creation_time(), now))
}

fn phase_rank(pod: &Object) -> u8 {
    match pod::phase(pod) {
        "Running" => 2,
        "Unknown" => 1,
        _ => 0,
    }
}

fn deletion_cost(pod: &Object) -> i64 {
    pod.annotation(DELETION_COST)
        .and_then(|cost| cost.parse().ok())
        .unwrap_or_default()
}

/// The younger first, but only where the ages differ in magnitude: pods of about one age fall to the order of their uids, so that a batch
/// that started together does not always lose the same one.
fn by_age(
    a: &Object,
    b: &Object,
    a_time: Option<Timestamp>,
    b_time: Option<Timestamp>,
    now: Timestamp,
) -> Ordering {
    match (a_time, b_time) {
        (Some(a_time), Some(b_time)) if a_time != b_time => {
            let magnitude = |time: Timestamp| now.since(time).as_nanos().checked_ilog2();
            magnitude(a_time)
                .cmp(&magnitude(b_time))
                .then_with(|| a.uid().cmp(b.uid()))
        }
        (Some(_), Some(_)) => Ordering::Equal,
        (a_time, b_time) => a_time.is_some().cmp(&b_time.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    struct Pod {
        name: &'static str,
        node: &'static str,
        phase: &'static str,
        ready_at: Option<&'static str>,
        cost: &'static str,
        restarts: i64,
    }

    const RUNNING: Pod = Pod {
        name: "",
        node: "n1",
        phase: "Running",
        ready_at: Some("2026-01-01T00:00:00Z"),
        cost: "0",
        restarts: 0,
    };

    fn object(pod: &Pod) -> Object {
        let conditions: Vec<_> = pod
            .ready_at
            .iter()
            .map(|at| json!({"type": "Ready", "status": "True", "lastTransitionTime": at}))
            .collect();
        Object::new(&json!({
            "metadata": {
                "name": pod.name, "uid": pod.name, "creationTimestamp": "2026-01-01T00:00:00Z",
                "annotations": {DELETION_COST: pod.cost},
            },
            "spec": {"nodeName": pod.node},
            "status": {
                "phase": pod.phase, "conditions": conditions,
                "containerStatuses": [{"name": "c", "restartCount": pod.restarts}],
            },
        }))
    }

    #[test]
    fn each_rule_decides_before_the_next() {
        let now = Timestamp::parse("2026-01-01T01:00:00Z").expect("it is a time");
        let pods = [
            Pod {
                name: "steady",
                ..RUNNING
            },
            Pod {
                name: "restarted",
                restarts: 3,
                ..RUNNING
            },
            Pod {
                name: "just-ready",
                ready_at: Some("2026-01-01T00:59:00Z"),
                ..RUNNING
            },
            Pod {
                name: "crowded",
                node: "n2",
                ..RUNNING
            },
            Pod {
                name: "cheap",
                cost: "-5",
                ..RUNNING
            },
            Pod {
                name: "unready",
                ready_at: None,
                ..RUNNING
            },
            Pod {
                name: "pending",
                phase: "Pending",
                ..RUNNING
            },
            Pod {
                name: "unassigned",
                node: "",
                phase: "Pending",
                ready_at: None,
                ..RUNNING
            },
        ];
        let neighbour = Pod {
            name: "neighbour",
            node: "n2",
            ..RUNNING
        };
        let mut related: Vec<Object> = pods.iter().map(object).collect();
        related.extend(std::iter::repeat_with(|| object(&neighbour)).take(9));
        let picked = pods_to_delete(pods.iter().map(object).collect(), &related, 7, now);
        let order: Vec<&str> = picked.iter().map(Object::name).collect();
        assert_eq!(
            order,
            [
                "unassigned",
                "pending",
                "unready",
                "cheap",
                "crowded",
                "just-ready",
                "restarted"
            ]
        );
    }

    #[test]
    fn ages_of_one_magnitude_fall_to_the_uid() {
        let now = Timestamp::parse("2026-01-01T01:00:00Z").expect("it is a time");
        let older = Pod {
            name: "a",
            ready_at: Some("2026-01-01T00:00:00Z"),
            ..RUNNING
        };
        let younger = Pod {
            name: "b",
            ready_at: Some("2026-01-01T00:00:01Z"),
            ..RUNNING
        };
        let picked = pods_to_delete(vec![object(&younger), object(&older)], &[], 1, now);
        assert_eq!(picked[0].name(), "a");
    }
}
