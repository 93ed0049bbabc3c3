//! Which active pods a job deletes when it has too many.

use std::collections::BTreeMap;

use apimachinery::Timestamp;
use clientgo::Object;

use super::Job;
use super::pods::index;
use crate::deletion_order::pods_to_delete;

/// Picks at least `count` of the active pods. Of an indexed job also those go that work on no index of it, or on the same as another.
pub(super) fn pods_to_remove(
    job: &Job,
    active: &[Object],
    count: usize,
    now: Timestamp,
) -> Vec<Object> {
    let (mut doomed, mut rest) = if job.is_indexed() {
        superfluous(job, active, now)
    } else {
        (Vec::new(), active.to_vec())
    };
    if doomed.len() < count {
        let missing = count - doomed.len();
        rest = pods_to_delete(rest, &[], missing, now);
        doomed.append(&mut rest);
    }
    doomed
}

fn superfluous(job: &Job, active: &[Object], now: Timestamp) -> (Vec<Object>, Vec<Object>) {
    let mut by_index: BTreeMap<Option<usize>, Vec<Object>> = BTreeMap::new();
    for pod in active {
        by_index
            .entry(index(job, pod))
            .or_default()
            .push(pod.clone());
    }
    let mut doomed = by_index.remove(&None).unwrap_or_default();
    let mut rest = Vec::new();
    for pods in by_index.into_values() {
        let duplicates = pods_to_delete(pods.clone(), &[], pods.len() - 1, now);
        rest.extend(pods.into_iter().filter(|pod| !duplicates.contains(pod)));
        doomed.extend(duplicates);
    }
    (doomed, rest)
}
