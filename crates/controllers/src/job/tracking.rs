//! Counting the pods that have ended, each once.

use apimachinery::Timestamp;
use clientgo::{ApiError, Object, PatchType, resources};
use futures::future::join_all;
use serde_json::{Value, json};

use super::conditions::{find, holding};
use super::end::{End, Way};
use super::failure_policy::Verdict;
use super::observe::{Observation, judge};
use super::pods::{has_failed, has_succeeded, index, is_tracked};
use super::status::Status;
use super::{Job, TRACKING_FINALIZER};
use crate::context::Context;

/// So many pods are noted as uncounted at once at most, so that the status stays small.
const MAX_UNCOUNTED: usize = 500;

/// The pods that lose their finalizer next.
pub(super) struct Count {
    pub(super) release: Vec<Object>,
    /// Whether all pods that have ended are among them.
    pub(super) is_whole: bool,
}

/// Notes in the status which pods have ended, and that the job ends if it does. The pods are released once that is written.
pub(super) fn note(
    job: &Job,
    status: &mut Status,
    seen: &Observation,
    end: Option<&End>,
    now: Timestamp,
) -> Count {
    let tracked: Vec<&str> = seen
        .pods
        .iter()
        .filter(|pod| is_tracked(pod))
        .map(Object::uid)
        .collect();
    settle(status, &tracked);
    let mut completed = seen.counted_indexes.clone();
    let mut count = Count {
        release: Vec::new(),
        is_whole: true,
    };
    let mut pods: Vec<&Object> = seen.pods.iter().filter(|pod| is_tracked(pod)).collect();
    pods.sort_by_key(|pod| index(job, pod));
    let fails_all = end.is_some_and(|end| end.way == Way::Failure);
    for pod in pods {
        if !may_release(job, seen, pod, end) {
            continue;
        }
        if completed.len() - seen.counted_indexes.len() + status.uncounted.len() >= MAX_UNCOUNTED {
            count.is_whole = false;
            break;
        }
        count.release.push(pod.clone());
        let is_noted = |uids: &[String]| uids.iter().any(|uid| uid == pod.uid());
        if has_succeeded(pod) && !is_noted(&status.uncounted.failed) {
            if job.is_indexed() {
                index(job, pod)
                    .into_iter()
                    .for_each(|index| completed.insert(index));
            } else if !is_noted(&status.uncounted.succeeded) {
                status.uncounted.succeeded.push(pod.uid().to_owned());
            }
        } else if (has_failed(job, pod) || fails_all)
            && !is_noted(&status.uncounted.failed)
            && (!job.is_indexed() || index(job, pod).is_some())
            && judge(job, pod) != Verdict::Ignore
        {
            status.uncounted.failed.push(pod.uid().to_owned());
        }
    }
    if job.is_indexed() {
        status.succeeded = completed.len();
        status.completed_indexes = completed.to_string();
        status.failed_indexes = seen.failed_indexes.as_ref().map(ToString::to_string);
    }
    if let Some(end) = end.filter(|end| find(&status.conditions, end.interim()).is_none()) {
        status
            .conditions
            .push(holding(end.interim(), &end.reason, &end.message, now));
    }
    count
}

fn may_release(job: &Job, seen: &Observation, pod: &Object, end: Option<&End>) -> bool {
    if job.0.is_deleting() || end.is_some() || has_succeeded(pod) {
        return true;
    }
    let awaits_successor = || {
        let waiting = index(job, pod).and_then(|index| seen.to_replace.get(&index));
        waiting.is_some_and(|waiting| waiting.uid() == pod.uid())
    };
    has_failed(job, pod) && !awaits_successor()
}

/// Turns the notes about pods that have lost their finalizer into numbers.
pub(super) fn settle(status: &mut Status, still_tracked: &[&str]) {
    let settled = |uids: &mut Vec<String>| {
        let before = uids.len();
        uids.retain(|uid| still_tracked.contains(&uid.as_str()));
        before - uids.len()
    };
    status.succeeded += settled(&mut status.uncounted.succeeded);
    status.failed += settled(&mut status.uncounted.failed);
}

/// Says that the job is over, once all its pods are counted and gone or ended: one whose deletion failed is still there. Gives whether it
/// does so now.
pub(super) fn finish(status: &mut Status, end: Option<&End>, now: Timestamp) -> bool {
    let Some(end) = end else { return false };
    if status.uncounted.len() > 0
        || status.active > 0
        || status.terminating > 0
        || find(&status.conditions, end.terminal()).is_some()
    {
        return false;
    }
    status
        .conditions
        .push(holding(end.terminal(), &end.reason, &end.message, now));
    if end.way == Way::Success {
        status.completion_time = Some(now.rfc3339());
    }
    true
}

/// Takes the finalizer from pods. Gives the uids of those that keep it, and why the first of them does.
pub(super) async fn release(context: &Context, pods: &[Object]) -> (Vec<String>, Option<ApiError>) {
    let results = join_all(pods.iter().map(|pod| remove_finalizer(context, pod))).await;
    let mut kept = Vec::new();
    let mut first_error = None;
    for (pod, result) in pods.iter().zip(results) {
        if let Err(error) = result {
            kept.push(pod.uid().to_owned());
            first_error.get_or_insert(error);
        }
    }
    (kept, first_error)
}

/// Takes the finalizer from a pod; one that is gone has none.
pub(super) async fn remove_finalizer(context: &Context, pod: &Object) -> Result<(), ApiError> {
    let patch: Value = json!({"metadata": {"uid": pod.uid(), "$deleteFromPrimitiveList/finalizers": [TRACKING_FINALIZER]}});
    match context
        .patch(&resources::PODS, &pod.key(), PatchType::Strategic, &patch)
        .await
    {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_not_over_while_a_pod_runs_that_could_not_be_deleted() {
        let now = Timestamp::parse("2026-01-01T00:00:00Z").expect("it is a time");
        let end = End::completed();
        let mut status = Status {
            active: 1,
            ..Status::default()
        };
        assert!(!finish(&mut status, Some(&end), now));
        status.active = 0;
        assert!(finish(&mut status, Some(&end), now));
        assert_eq!(
            status.completion_time.as_deref(),
            Some("2026-01-01T00:00:00Z")
        );
    }
}
