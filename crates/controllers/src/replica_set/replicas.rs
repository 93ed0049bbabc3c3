//! Creating and deleting pods until their number is the wanted one.

use std::collections::BTreeSet;

use clientgo::{ApiError, Key, Object, Recorder, resources};
use futures::future::join_all;

use super::ReplicaSet;

use super::expectations::Expectations;
use super::status::ReplicaFailure;
use crate::context::Context;
use crate::deletion_order::pods_to_delete;
use crate::pod_control::{create_pod, delete_pod, pod_from_template};
use crate::slow_start::slow_start;

/// So many pods are created or deleted at once at most.
const BURST: usize = 500;

/// What to do about the number of pods.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    Create(usize),
    Delete(usize),
}

fn decide(active: usize, wanted: i64) -> Change {
    let wanted = usize::try_from(wanted).unwrap_or_default();
    match active {
        active if active < wanted => Change::Create((wanted - active).min(BURST)),
        active if active > wanted => Change::Delete((active - wanted).min(BURST)),
        _ => Change::Nothing,
    }
}

/// Creates or deletes pods. What was asked for is expected to be seen in the cache.
pub(super) async fn manage(
    context: &Context,
    recorder: &Recorder,
    expectations: &Expectations,
    replica_set: &ReplicaSet,
    active: &[Object],
) -> Option<(ReplicaFailure, ApiError)> {
    match decide(active.len(), replica_set.wanted()) {
        Change::Nothing => None,
        Change::Create(count) => {
            let error = create_pods(context, recorder, expectations, replica_set, count).await?;
            Some((
                ReplicaFailure {
                    reason: "FailedCreate",
                    message: error.message(),
                },
                error,
            ))
        }
        Change::Delete(count) => {
            let related = pods_of_siblings(context, replica_set);
            let doomed = pods_to_delete(active.to_vec(), &related, count, context.clock.now());
            let error = delete_pods(context, recorder, expectations, replica_set, &doomed).await?;
            Some((
                ReplicaFailure {
                    reason: "FailedDelete",
                    message: error.message(),
                },
                error,
            ))
        }
    }
}

async fn create_pods(
    context: &Context,
    recorder: &Recorder,
    expectations: &Expectations,
    replica_set: &ReplicaSet,
    count: usize,
) -> Option<ApiError> {
    let key = replica_set.0.key();
    let pod = pod_from_template(
        replica_set.template(),
        &replica_set.0,
        "apps/v1",
        "ReplicaSet",
    );
    expectations.expect_creations(&key, count);
    let create = async |_| {
        create_pod(context, recorder, &replica_set.0, &pod)
            .await
            .map(drop)
    };
    let (created, error) = slow_start(count, create).await;
    for _ in created..count {
        expectations.creation_observed(&key);
    }
    error
}

async fn delete_pods(
    context: &Context,
    recorder: &Recorder,
    expectations: &Expectations,
    replica_set: &ReplicaSet,
    doomed: &[Object],
) -> Option<ApiError> {
    let key = replica_set.0.key();
    let expected: BTreeSet<Key> = doomed.iter().map(Object::key).collect();
    expectations.expect_deletions(&key, expected);
    let delete = async |pod: &Object| {
        let was_there = delete_pod(context, recorder, &replica_set.0, pod).await;
        if !matches!(was_there, Ok(true)) {
            expectations.deletion_observed(&key, &pod.key());
        }
        was_there
    };
    let results = join_all(doomed.iter().map(delete)).await;
    results.into_iter().find_map(Result::err)
}

/// The pods of all ReplicaSets with the same owner, this one included.
fn pods_of_siblings(context: &Context, replica_set: &ReplicaSet) -> Vec<Object> {
    let pods = context.cache(&resources::PODS);
    match replica_set.0.controller() {
        Some(owner) => {
            let siblings = context
                .cache(&resources::REPLICA_SETS)
                .controlled_by(owner.uid());
            siblings
                .iter()
                .flat_map(|sibling| pods.controlled_by(sibling.uid()))
                .collect()
        }
        None => pods.controlled_by(replica_set.0.uid()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_capped() {
        assert_eq!(decide(3, 3), Change::Nothing);
        assert_eq!(decide(3, 5), Change::Create(2));
        assert_eq!(decide(3, 0), Change::Delete(3));
        assert_eq!(decide(0, 10_000), Change::Create(BURST));
        assert_eq!(decide(10_000, 0), Change::Delete(BURST));
    }
}
