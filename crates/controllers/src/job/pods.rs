//! What the controller reads of a job's pods.

use apimachinery::{Packed, Timestamp};
use clientgo::{Object, parse_time};

use super::{
    COMPLETION_INDEX, INDEX_FAILURE_COUNT, INDEX_IGNORED_FAILURE_COUNT, Job, TRACKING_FINALIZER,
};
use crate::pod::{node_name, phase};

pub(super) fn is_tracked(pod: &Object) -> bool {
    pod.has_finalizer(TRACKING_FINALIZER)
}

pub(super) fn has_succeeded(pod: &Object) -> bool {
    phase(pod) == "Succeeded"
}

/// Whether a pod counts as failed: one that is on its way out does, unless the job waits for it to end. A pod that no node has taken never
/// gets to report its end.
pub(super) fn has_failed(job: &Job, pod: &Object) -> bool {
    match phase(pod) {
        "Failed" => true,
        "Succeeded" => false,
        _ => pod.is_deleting() && (!job.replaces_only_failed() || node_name(pod).is_empty()),
    }
}

/// The pod's index if it is one that the job has.
pub(super) fn index(job: &Job, pod: &Object) -> Option<usize> {
    let index = pod.annotation(COMPLETION_INDEX)?.parse().ok()?;
    (index < job.completions().unwrap_or_default()).then_some(index)
}

/// How often the pod's index had failed before it.
pub(super) fn index_failures(pod: &Object) -> usize {
    annotated_count(pod, INDEX_FAILURE_COUNT)
}

/// How often the pod's index had failed before it without being counted.
pub(super) fn ignored_index_failures(pod: &Object) -> usize {
    annotated_count(pod, INDEX_IGNORED_FAILURE_COUNT)
}

fn annotated_count(pod: &Object, annotation: &str) -> usize {
    let count = pod
        .annotation(annotation)
        .and_then(|count| count.parse().ok());
    count.unwrap_or_default()
}

/// When the last container of a pod ended; for a pod without any, when it was told to go.
pub(super) fn finished_at(pod: &Object, now: Timestamp) -> Timestamp {
    let ended = container_statuses(pod)
        .filter_map(|status| parse_time(&status["state"]["terminated"]["finishedAt"]));
    let deleted = || parse_time(&pod["metadata"]["deletionTimestamp"]);
    ended.max().or_else(deleted).unwrap_or(now)
}

/// How often the containers of a pod that still runs were restarted.
pub(super) fn restarts(pod: &Object) -> usize {
    let restarts =
        container_statuses(pod).filter_map(|status| super::count(&status["restartCount"]));
    restarts.sum()
}

/// The states of the ordinary containers, then of the init containers.
pub(super) fn container_statuses(pod: &Object) -> impl Iterator<Item = &Packed> {
    let list = |field: &str| pod["status"][field].as_array().into_iter().flatten();
    list("containerStatuses").chain(list("initContainerStatuses"))
}
