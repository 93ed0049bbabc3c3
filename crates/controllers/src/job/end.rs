//! Whether a job is to end, and why.

use std::time::Duration;

use apimachinery::Timestamp;
use serde_json::Value;

use super::Job;
use super::conditions::{self, Type};
use super::failure_policy::Verdict;
use super::observe::{Observation, judge};
use super::pods::{has_failed, restarts};
use super::status::Status;
use super::success_policy;
use crate::pod;

/// Which way a job ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Success,
    Failure,
}

/// That a job ends, before its last pod has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) way: Way,
    pub(super) reason: String,
    pub(super) message: String,
}

impl End {
    /// The job has what it wants.
    pub(super) fn completed() -> Self {
        End::new(
            Way::Success,
            "CompletionsReached",
            "Reached expected number of succeeded pods",
        )
    }

    fn new(way: Way, reason: &str, message: &str) -> Self {
        End {
            way,
            reason: reason.to_owned(),
            message: message.to_owned(),
        }
    }

    fn recorded(way: Way, condition: &Value) -> Self {
        let text = |field: &str| condition[field].as_str().unwrap_or_default();
        End::new(way, text("reason"), text("message"))
    }

    /// The condition that says so while pods remain.
    pub(super) fn interim(&self) -> Type {
        match self.way {
            Way::Success => Type::SuccessCriteriaMet,
            Way::Failure => Type::FailureTarget,
        }
    }

    /// The condition that says so in the end.
    pub(super) fn terminal(&self) -> Type {
        match self.way {
            Way::Success => Type::Complete,
            Way::Failure => Type::Failed,
        }
    }
}

/// Whether the job ends for another reason than that it has run to completion. What was once decided stays.
pub(super) fn decide(
    job: &Job,
    status: &Status,
    seen: &Observation,
    now: Timestamp,
) -> Option<End> {
    if let Some(condition) = conditions::find(&status.conditions, Type::SuccessCriteriaMet) {
        return Some(End::recorded(Way::Success, condition));
    }
    if let Some(condition) = conditions::find(&status.conditions, Type::FailureTarget) {
        return Some(End::recorded(Way::Failure, condition));
    }
    let failure = |reason, message: &str| Some(End::new(Way::Failure, reason, message));
    if let Some(message) = failed_by_policy(job, seen) {
        return failure("PodFailurePolicy", &message);
    }
    if seen.failed > job.backoff_limit() || restarted_too_often(job, seen) {
        return failure(
            "BackoffLimitExceeded",
            "Job has reached the specified backoff limit",
        );
    }
    if remaining_deadline(job, status, now) == Some(Duration::ZERO) {
        return failure(
            "DeadlineExceeded",
            "Job was active longer than specified deadline",
        );
    }
    if let Some(failed) = &seen.failed_indexes {
        if job
            .max_failed_indexes()
            .is_some_and(|max| failed.len() > max)
        {
            let message = "Job has exceeded the specified maximal number of failed indexes";
            return failure("MaxFailedIndexesExceeded", message);
        }
        let decided = failed.len() + seen.succeeded_indexes.len();
        if failed.len() > 0 && decided >= job.completions().unwrap_or_default() {
            return failure("FailedIndexes", "Job has failed indexes");
        }
    }
    let policy = &job.spec()["successPolicy"];
    let completions = job.completions().unwrap_or_default();
    let rule = success_policy::fulfilled(policy, completions, &seen.succeeded_indexes)?;
    Some(End::new(
        Way::Success,
        "SuccessPolicy",
        &format!("Matched rules at index {rule}"),
    ))
}

/// Whether the job has run to completion; `active` are the pods that run yet.
pub(super) fn is_complete(job: &Job, seen: &Observation, active: usize) -> bool {
    match job.completions() {
        Some(completions) => seen.succeeded >= completions,
        None => seen.succeeded > 0 && active == 0,
    }
}

/// How long the job may go on, if that is limited.
pub(super) fn remaining_deadline(job: &Job, status: &Status, now: Timestamp) -> Option<Duration> {
    if job.is_suspended() {
        return None;
    }
    let start = Timestamp::parse(status.start_time.as_deref()?)?;
    Some(start.after(job.active_deadline()?).since(now))
}

fn failed_by_policy(job: &Job, seen: &Observation) -> Option<String> {
    let failed = seen.pods.iter().filter(|pod| has_failed(job, pod));
    failed.into_iter().find_map(|pod| match judge(job, pod) {
        Verdict::FailJob(message) => Some(message),
        Verdict::Count | Verdict::Ignore | Verdict::FailIndex => None,
    })
}

/// Containers that are restarted in their pod use up the limit as well.
fn restarted_too_often(job: &Job, seen: &Observation) -> bool {
    if job.template()["spec"]["restartPolicy"] != "OnFailure" {
        return false;
    }
    let running = seen
        .pods
        .iter()
        .filter(|pod| matches!(pod::phase(pod), "Running" | "Pending"));
    let restarts: usize = running.map(restarts).sum();
    restarts > 0 && restarts >= job.backoff_limit()
}
