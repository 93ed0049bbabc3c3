//! The Job controller: runs pods until enough of them have succeeded, or too many have failed.
//!
//! Every pod carries a finalizer until it is counted. A pod that has ended is first noted in `status.uncountedTerminatedPods`, then loses
//! its finalizer, and only then is the note turned into a number, so that a controller that stops in between counts each pod once.

mod backoff;
mod conditions;
mod controller;
mod end;
mod failure_policy;
mod indexes;
mod manage;
mod observe;
mod pods;
mod released;
mod removal;
mod status;
mod success_policy;
mod template;
mod tracking;

use std::time::Duration;

use apimachinery::Packed;
use clientgo::Object;

pub(crate) use controller::start;
pub(crate) use status::finished_condition;

/// The finalizer of pods that are not counted yet.
const TRACKING_FINALIZER: &str = "batch.kubernetes.io/job-tracking";
/// The annotation and label that hold a pod's index.
const COMPLETION_INDEX: &str = "batch.kubernetes.io/job-completion-index";
/// How often the index of a pod has failed before it.
const INDEX_FAILURE_COUNT: &str = "batch.kubernetes.io/job-index-failure-count";
/// How often the index of a pod has failed before it without being counted.
const INDEX_IGNORED_FAILURE_COUNT: &str = "batch.kubernetes.io/job-index-ignored-failure-count";

/// A Job with the fields that the controller reads of it.
#[derive(Clone, Debug)]
struct Job(Object);

impl Job {
    fn spec(&self) -> &Packed {
        &self.0["spec"]
    }

    /// `spec.completions`; none for a work queue whose pods know themselves when there is nothing left to do.
    fn completions(&self) -> Option<usize> {
        count(&self.spec()["completions"])
    }

    fn parallelism(&self) -> usize {
        count(&self.spec()["parallelism"]).unwrap_or(1)
    }

    fn backoff_limit(&self) -> usize {
        count(&self.spec()["backoffLimit"]).unwrap_or(usize::MAX)
    }

    /// How often an index may fail before it is given up, where indexes are counted apart.
    fn backoff_limit_per_index(&self) -> Option<usize> {
        count(&self.spec()["backoffLimitPerIndex"])
    }

    fn max_failed_indexes(&self) -> Option<usize> {
        count(&self.spec()["maxFailedIndexes"])
    }

    fn active_deadline(&self) -> Option<Duration> {
        let seconds = count(&self.spec()["activeDeadlineSeconds"])?;
        Some(Duration::from_secs(u64::try_from(seconds).ok()?))
    }

    fn is_suspended(&self) -> bool {
        self.spec()["suspend"] == true
    }

    fn is_indexed(&self) -> bool {
        self.spec()["completionMode"] == "Indexed"
    }

    /// Whether a pod is replaced only once it has ended, and not already when it is on its way out.
    fn replaces_only_failed(&self) -> bool {
        self.spec()["podReplacementPolicy"] == "Failed"
            || self.spec()["podFailurePolicy"].is_object()
    }

    /// Whether the job is left to somebody else.
    fn is_managed_elsewhere(&self) -> bool {
        let manager = self.spec()["managedBy"].as_str();
        manager.is_some_and(|manager| manager != "kubernetes.io/job-controller")
    }

    fn template(&self) -> &Packed {
        &self.spec()["template"]
    }
}

fn count(value: &Packed) -> Option<usize> {
    value.as_u64().and_then(|count| usize::try_from(count).ok())
}
