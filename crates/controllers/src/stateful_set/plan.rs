//! What a StatefulSet does next.

use apimachinery::Timestamp;
use clientgo::Object;

use super::StatefulSet;
use super::history::History;
use super::replicas::{Replica, Replicas, is_available, is_healthy, is_of, is_running_and_ready};
use crate::pod;

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// A pod is made, with its claims.
    Create { ordinal: usize, revision: String },
    /// A pod that has ended is deleted, and made anew once it is gone.
    Recreate(Object),
    /// A pod is wanted no longer, or is of an old template.
    Delete(Object),
}

/// Decides the next steps: an ordered set takes one at a time and waits for what it has begun, any other takes all that there are.
pub(super) fn plan(
    set: &StatefulSet,
    history: &History,
    replicas: &Replicas,
    now: Timestamp,
) -> Vec<Step> {
    let mut steps = Vec::new();
    let ordered = set.is_ordered();
    for replica in &replicas.wanted {
        match replica {
            Replica::Absent { ordinal, revision } => {
                steps.push(Step::Create {
                    ordinal: *ordinal,
                    revision: revision.clone(),
                });
                if ordered {
                    return steps;
                }
            }
            Replica::Present(pod) if pod::is_ended(pod) => {
                if !pod.is_deleting() {
                    steps.push(Step::Recreate(pod.clone()));
                }
                if ordered {
                    return steps;
                }
            }
            Replica::Present(pod) => {
                if ordered && (pod.is_deleting() || !is_available(set, pod, now)) {
                    return steps;
                }
            }
        }
    }
    if !ordered && !steps.is_empty() {
        return steps;
    }
    let first_unhealthy = replicas.first_unhealthy().map(Object::name);
    for pod in &replicas.condemned {
        let may_go = is_running_and_ready(pod) || first_unhealthy == Some(pod.name());
        if ordered {
            if !pod.is_deleting() && may_go {
                steps.push(Step::Delete(pod.clone()));
            }
            return steps;
        }
        if !pod.is_deleting() {
            steps.push(Step::Delete(pod.clone()));
        }
    }
    steps.extend(next_update(set, history, replicas, now));
    steps
}

/// The highest pod of an old template above the partition, once those above it are well.
fn next_update(
    set: &StatefulSet,
    history: &History,
    replicas: &Replicas,
    now: Timestamp,
) -> Option<Step> {
    if !set.rolls() {
        return None;
    }
    let above_partition = replicas.wanted.iter().skip(set.partition());
    for replica in above_partition.rev() {
        let Replica::Present(pod) = replica else {
            return None;
        };
        if !is_of(pod, &history.update) && !pod.is_deleting() {
            return Some(Step::Delete(pod.clone()));
        }
        if !is_healthy(pod) || !is_available(set, pod, now) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn set(spec: &Value) -> StatefulSet {
        StatefulSet(Object::new(
            &json!({"metadata": {"name": "db"}, "spec": spec}),
        ))
    }

    fn history() -> History {
        let revision = |name: &str| Object::new(&json!({"metadata": {"name": name}}));
        History {
            update: revision("new"),
            current: revision("old"),
            all: Vec::new(),
            collisions: 0,
        }
    }

    fn pod(ordinal: usize, revision: &str, phase: &str, ready: bool) -> Object {
        let ready = if ready { "True" } else { "False" };
        Object::new(&json!({
            "metadata": {"name": format!("db-{ordinal}"), "labels": {"controller-revision-hash": revision}},
            "status": {"phase": phase, "conditions": [{"type": "Ready", "status": ready, "lastTransitionTime": "2026-01-01T00:00:00Z"}]},
        }))
    }

    fn next(set: &StatefulSet, pods: &[Object]) -> Vec<String> {
        let replicas = Replicas::observe(set, &history(), pods);
        let steps = plan(
            set,
            &history(),
            &replicas,
            Timestamp::from_micros(i64::MAX / 2),
        );
        let told = steps.iter().map(|step| match step {
            Step::Create { ordinal, revision } => format!("create {ordinal} {revision}"),
            Step::Recreate(pod) => format!("recreate {}", pod.name()),
            Step::Delete(pod) => format!("delete {}", pod.name()),
        });
        told.collect()
    }

    #[test]
    fn an_ordered_set_takes_one_step_at_a_time() {
        let three = set(&json!({"replicas": 3, "updateStrategy": {"rollingUpdate": {}}}));
        let ready = |ordinal| pod(ordinal, "new", "Running", true);
        assert_eq!(next(&three, &[]), ["create 0 new"]);
        assert!(
            next(&three, &[pod(0, "new", "Running", false)]).is_empty(),
            "not ready yet"
        );
        assert_eq!(next(&three, &[ready(0)]), ["create 1 new"]);
        assert_eq!(
            next(&three, &[ready(0), pod(1, "new", "Failed", false)]),
            ["recreate db-1"]
        );
        let five = [ready(0), ready(1), ready(2), ready(3), ready(4)];
        assert_eq!(next(&three, &five), ["delete db-4"]);
        let unwell = [
            ready(0),
            ready(1),
            ready(2),
            pod(3, "new", "Pending", false),
            ready(4),
        ];
        assert_eq!(next(&three, &unwell), ["delete db-4"]);
        let blocked = [
            ready(0),
            ready(1),
            ready(2),
            pod(3, "new", "Pending", false),
            pod(4, "new", "Pending", false),
        ];
        assert!(
            next(&three, &blocked).is_empty(),
            "the lower one is the first that is not well"
        );
    }

    #[test]
    fn a_parallel_set_takes_all_steps_at_once() {
        let three = set(
            &json!({"replicas": 3, "podManagementPolicy": "Parallel", "updateStrategy": {"rollingUpdate": {}}}),
        );
        assert_eq!(
            next(&three, &[]),
            ["create 0 new", "create 1 new", "create 2 new"]
        );
        let pods = [0, 1, 2, 3, 4].map(|ordinal| pod(ordinal, "new", "Running", true));
        assert_eq!(next(&three, &pods), ["delete db-4", "delete db-3"]);
    }

    #[test]
    fn an_update_goes_down_to_its_partition() {
        let rolling = |partition: u64| {
            set(
                &json!({"replicas": 3, "updateStrategy": {"rollingUpdate": {"partition": partition}}}),
            )
        };
        let pods = |revisions: [&str; 3], ready: bool| -> Vec<Object> {
            let pod = |(ordinal, revision): (usize, &&str)| {
                pod(ordinal, revision, "Running", ready || *revision == "old")
            };
            revisions.iter().enumerate().map(pod).collect()
        };
        assert_eq!(
            next(&rolling(0), &pods(["old", "old", "old"], true)),
            ["delete db-2"]
        );
        assert!(next(&rolling(0), &pods(["old", "old", "new"], false)).is_empty());
        assert_eq!(
            next(&rolling(0), &pods(["old", "old", "new"], true)),
            ["delete db-1"]
        );
        assert!(next(&rolling(2), &pods(["old", "old", "new"], true)).is_empty());
        let on_delete = set(&json!({"replicas": 3, "updateStrategy": {"type": "OnDelete"}}));
        assert!(next(&on_delete, &pods(["old", "old", "old"], true)).is_empty());
        let replaced = &pods(["old", "old", "old"], true)[..1];
        assert_eq!(
            next(&rolling(2), replaced),
            ["create 1 old"],
            "below the partition"
        );
    }
}
