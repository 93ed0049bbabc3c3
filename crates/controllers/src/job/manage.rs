//! Keeping as many pods at work as a job wants.

use std::time::Duration;

use apimachinery::Timestamp;
use clientgo::{ApiError, Object, Recorder};
use futures::future::join_all;

use super::Job;
use super::backoff::{Backoff, pause};
use super::observe::{Observation, active_indexes};
use super::pods::{finished_at, ignored_index_failures, index, index_failures};
use super::removal::pods_to_remove;
use super::template;
use crate::context::Context;
use crate::pod;
use crate::pod_control::{create_pod, delete_pod};
use crate::slow_start::slow_start;

/// So many pods are created or deleted at once at most.
const BURST: usize = 500;

/// What to do about a job's pods.
#[derive(Debug, PartialEq)]
pub(super) enum Plan {
    Nothing,
    /// Wait until failures are no longer fresh.
    Wait(Duration),
    Delete(Vec<Object>),
    /// Create a pod for each of these indexes; pods of jobs that are not indexed have none.
    Create(Vec<Option<usize>>),
}

/// What became of a job's pods.
#[derive(Debug, Default)]
pub(super) struct Managed {
    pub(super) active: usize,
    pub(super) ready: usize,
    pub(super) terminating: usize,
    pub(super) wait: Option<Duration>,
    pub(super) error: Option<ApiError>,
}

impl Managed {
    pub(super) fn unchanged(seen: &Observation) -> Self {
        Managed {
            active: seen.active.len(),
            ready: seen.ready(),
            terminating: seen.terminating.len(),
            ..Managed::default()
        }
    }
}

/// Decides what a job that goes on, or is suspended, needs.
pub(super) fn plan(job: &Job, seen: &Observation, backoff: Backoff, now: Timestamp) -> Plan {
    if job.is_suspended() {
        let doomed = pods_to_remove(job, &seen.active, seen.active.len(), now);
        return delete(doomed);
    }
    let active = seen.active.len();
    let wanted = match job.completions() {
        Some(completions) => completions
            .saturating_sub(seen.succeeded)
            .min(job.parallelism()),
        None if seen.succeeded > 0 => active,
        None => job.parallelism(),
    };
    let doomed = pods_to_remove(job, &seen.active, active.saturating_sub(wanted), now);
    if !doomed.is_empty() {
        return delete(doomed);
    }
    let leaving = if job.replaces_only_failed() {
        seen.terminating.len()
    } else {
        0
    };
    let missing = wanted.saturating_sub(active + leaving).min(BURST);
    if missing == 0 {
        return Plan::Nothing;
    }
    if job.backoff_limit_per_index().is_some() {
        return plan_indexes(&pending_indexes(job, seen, missing), seen, now);
    }
    let wait = backoff.remaining(now);
    if !wait.is_zero() {
        Plan::Wait(wait)
    } else if job.is_indexed() {
        Plan::Create(
            pending_indexes(job, seen, missing)
                .into_iter()
                .map(Some)
                .collect(),
        )
    } else {
        Plan::Create(vec![None; missing])
    }
}

fn delete(mut doomed: Vec<Object>) -> Plan {
    doomed.truncate(BURST);
    if doomed.is_empty() {
        Plan::Nothing
    } else {
        Plan::Delete(doomed)
    }
}

/// The first indexes that nobody works on and that are not decided.
fn pending_indexes(job: &Job, seen: &Observation, count: usize) -> Vec<usize> {
    let mut taken = active_indexes(job, &seen.active);
    if job.replaces_only_failed() {
        taken.extend(seen.terminating.iter().filter_map(|pod| index(job, pod)));
    }
    let is_failed = |index: usize| {
        seen.failed_indexes
            .as_ref()
            .is_some_and(|failed| failed.contains(index))
    };
    (0..job.completions().unwrap_or_default())
        .filter(|index| {
            !taken.contains(*index)
                && !seen.succeeded_indexes.contains(*index)
                && !is_failed(*index)
        })
        .take(count)
        .collect()
}

/// Where each index has a pause of its own, those begin whose pause is over.
fn plan_indexes(pending: &[usize], seen: &Observation, now: Timestamp) -> Plan {
    let remaining = |index: &usize| {
        let Some(failed) = seen.to_replace.get(index) else {
            return Duration::ZERO;
        };
        let failures = index_failures(failed) + ignored_index_failures(failed) + 1;
        let pause = pause(u32::try_from(failures).unwrap_or(u32::MAX));
        finished_at(failed, now).after(pause).since(now)
    };
    let ready: Vec<Option<usize>> = pending
        .iter()
        .filter(|index| remaining(index).is_zero())
        .copied()
        .map(Some)
        .collect();
    match pending.iter().map(remaining).min() {
        None => Plan::Nothing,
        Some(wait) if ready.is_empty() => Plan::Wait(wait),
        Some(_) => Plan::Create(ready),
    }
}

/// Does what was planned.
pub(super) async fn carry_out(
    context: &Context,
    recorder: &Recorder,
    job: &Job,
    seen: &Observation,
    plan: &Plan,
) -> Managed {
    match plan {
        Plan::Nothing => Managed::unchanged(seen),
        Plan::Wait(wait) => Managed {
            wait: Some(*wait),
            ..Managed::unchanged(seen)
        },
        Plan::Delete(doomed) => delete_pods(context, recorder, job, seen, doomed).await,
        Plan::Create(indexes) => {
            let mut managed = Managed::unchanged(seen);
            let create = async |position: usize| {
                let index = indexes[position];
                let replaced = index.and_then(|index| seen.to_replace.get(&index));
                let pod = template::pod(job, index, replaced);
                create_pod(context, recorder, &job.0, &pod).await.map(drop)
            };
            let (created, error) = slow_start(indexes.len(), create).await;
            managed.active += created;
            managed.error = error;
            managed
        }
    }
}

/// Deletes pods of a job. Those that are gone before they could be deleted count as deleted.
pub(super) async fn delete_pods(
    context: &Context,
    recorder: &Recorder,
    job: &Job,
    seen: &Observation,
    doomed: &[Object],
) -> Managed {
    let mut managed = Managed::unchanged(seen);
    let results = join_all(
        doomed
            .iter()
            .map(|pod| delete_pod(context, recorder, &job.0, pod)),
    )
    .await;
    for (pod, result) in doomed.iter().zip(results) {
        match result {
            Ok(_) => {
                managed.active -= 1;
                managed.terminating += 1;
                managed.ready -= usize::from(pod::is_ready(pod));
            }
            Err(error) => managed.error = Some(error),
        }
    }
    managed
}
