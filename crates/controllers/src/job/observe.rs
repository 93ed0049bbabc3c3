//! What the pods of a job say, beside what its status has counted already.

use std::collections::BTreeMap;

use apimachinery::Timestamp;
use clientgo::Object;

use super::Job;
use super::backoff::Ending;
use super::failure_policy::{self, Verdict};
use super::indexes::Indexes;
use super::pods::{finished_at, has_failed, has_succeeded, index, index_failures, is_tracked};
use super::status::Status;
use crate::pod;

/// The pods of a job and what follows from them.
pub(super) struct Observation {
    pub(super) pods: Vec<Object>,
    pub(super) active: Vec<Object>,
    pub(super) terminating: Vec<Object>,
    /// How many pods have succeeded, counted or not; of an indexed job how many indexes have.
    pub(super) succeeded: usize,
    /// How many pods have failed, counted or not, without those that the failure policy ignores.
    pub(super) failed: usize,
    /// How the pods ended that were not counted before.
    pub(super) newly_ended: Vec<(Timestamp, Ending)>,
    /// The indexes that the status counts as succeeded.
    pub(super) counted_indexes: Indexes,
    pub(super) succeeded_indexes: Indexes,
    /// The indexes that are given up, where indexes are counted apart.
    pub(super) failed_indexes: Option<Indexes>,
    /// The failed pod of each index that is to be tried again: it says how often the index has failed, and so has to stay until its successor
    /// is there.
    pub(super) to_replace: BTreeMap<usize, Object>,
}

impl Observation {
    pub(super) fn of(job: &Job, status: &Status, pods: Vec<Object>, now: Timestamp) -> Self {
        let is_counted = |uids: &[String], pod: &Object| uids.iter().any(|uid| uid == pod.uid());
        let is_ours =
            |pod: &Object| is_tracked(pod) && (!job.is_indexed() || index(job, pod).is_some());
        let newly_succeeded: Vec<&Object> = pods
            .iter()
            .filter(|pod| {
                is_ours(pod) && has_succeeded(pod) && !is_counted(&status.uncounted.succeeded, pod)
            })
            .collect();
        let newly_failed: Vec<&Object> = pods
            .iter()
            .filter(|pod| {
                is_ours(pod) && has_failed(job, pod) && !is_counted(&status.uncounted.failed, pod)
            })
            .collect();
        let not_ignored = newly_failed
            .iter()
            .filter(|pod| judge(job, pod) != Verdict::Ignore)
            .count();
        let ended = |pods: &[&Object], ending| -> Vec<(Timestamp, Ending)> {
            pods.iter()
                .map(|pod| (finished_at(pod, now), ending))
                .collect()
        };
        let mut newly_ended = ended(&newly_succeeded, Ending::Success);
        newly_ended.extend(ended(&newly_failed, Ending::Failure));
        let mut observation = Observation {
            active: pods
                .iter()
                .filter(|pod| pod::is_active(pod))
                .cloned()
                .collect(),
            terminating: pods
                .iter()
                .filter(|pod| pod::is_terminating(pod))
                .cloned()
                .collect(),
            succeeded: status.succeeded + newly_succeeded.len() + status.uncounted.succeeded.len(),
            failed: status.failed + not_ignored + status.uncounted.failed.len(),
            newly_ended,
            counted_indexes: Indexes::default(),
            succeeded_indexes: Indexes::default(),
            failed_indexes: None,
            to_replace: BTreeMap::new(),
            pods,
        };
        if job.is_indexed() {
            observation.observe_indexes(job, status);
        }
        observation
    }

    fn observe_indexes(&mut self, job: &Job, status: &Status) {
        let completions = job.completions().unwrap_or_default();
        self.counted_indexes = Indexes::parse(&status.completed_indexes, completions);
        self.succeeded_indexes = self.counted_indexes.clone();
        let succeeded = self
            .pods
            .iter()
            .filter(|pod| is_tracked(pod) && has_succeeded(pod));
        self.succeeded_indexes
            .extend(succeeded.filter_map(|pod| index(job, pod)));
        self.succeeded = self.succeeded_indexes.len();
        let Some(limit) = job.backoff_limit_per_index() else {
            return;
        };
        let mut failed_indexes = Indexes::parse(
            status.failed_indexes.as_deref().unwrap_or_default(),
            completions,
        );
        let failed: Vec<(usize, &Object)> = self
            .pods
            .iter()
            .filter(|pod| is_tracked(pod) && has_failed(job, pod))
            .filter_map(|pod| Some((index(job, pod)?, pod)))
            .collect();
        failed_indexes.extend(
            failed
                .iter()
                .filter(|(_, pod)| is_given_up(job, pod, limit))
                .map(|(index, _)| *index),
        );
        let active = active_indexes(job, &self.active);
        for (index, pod) in failed {
            if self.succeeded_indexes.contains(index)
                || failed_indexes.contains(index)
                || active.contains(index)
            {
                continue;
            }
            let newest = self
                .to_replace
                .get(&index)
                .is_none_or(|other| index_failures(other) <= index_failures(pod));
            if newest {
                self.to_replace.insert(index, pod.clone());
            }
        }
        self.failed_indexes = Some(failed_indexes);
    }

    /// How many of the active pods are ready.
    pub(super) fn ready(&self) -> usize {
        self.active.iter().filter(|pod| pod::is_ready(pod)).count()
    }
}

/// The indexes that these pods work on.
pub(super) fn active_indexes(job: &Job, pods: &[Object]) -> Indexes {
    pods.iter().filter_map(|pod| index(job, pod)).collect()
}

/// What the failure policy says of a failed pod; without one every failure counts.
pub(super) fn judge(job: &Job, pod: &Object) -> Verdict {
    failure_policy::judge(&job.spec()["podFailurePolicy"], pod)
}

fn is_given_up(job: &Job, pod: &Object, limit: usize) -> bool {
    match judge(job, pod) {
        Verdict::FailIndex => true,
        Verdict::Ignore => false,
        Verdict::Count | Verdict::FailJob(_) => index_failures(pod) >= limit,
    }
}
