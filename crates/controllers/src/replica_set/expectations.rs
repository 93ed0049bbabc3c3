use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clientgo::Key;
use parking_lot::Mutex;
use tokio::time::Instant;

/// After this time a ReplicaSet is looked at even if the cache has not shown what was asked for.
const TIMEOUT: Duration = Duration::from_secs(300);

/// What was asked of the server and has not been seen in the cache yet, per ReplicaSet. Until it is, the number of pods in the cache means
/// nothing and must not be acted on.
#[derive(Debug, Default)]
pub(super) struct Expectations(Mutex<BTreeMap<Key, Expected>>);

#[derive(Debug)]
struct Expected {
    creations: usize,
    deletions: BTreeSet<Key>,
    since: Instant,
}

impl Expectations {
    /// Whether everything asked for has been seen, or takes too long.
    pub(super) fn are_satisfied(&self, replica_set: &Key) -> bool {
        match self.0.lock().get(replica_set) {
            None => true,
            Some(expected) => {
                (expected.creations == 0 && expected.deletions.is_empty())
                    || expected.since.elapsed() > TIMEOUT
            }
        }
    }

    pub(super) fn expect_creations(&self, replica_set: &Key, count: usize) {
        let expected = Expected {
            creations: count,
            deletions: BTreeSet::new(),
            since: Instant::now(),
        };
        self.0.lock().insert(replica_set.clone(), expected);
    }

    pub(super) fn expect_deletions(&self, replica_set: &Key, pods: BTreeSet<Key>) {
        let expected = Expected {
            creations: 0,
            deletions: pods,
            since: Instant::now(),
        };
        self.0.lock().insert(replica_set.clone(), expected);
    }

    /// A pod has been seen, or will never come.
    pub(super) fn creation_observed(&self, replica_set: &Key) {
        if let Some(expected) = self.0.lock().get_mut(replica_set) {
            expected.creations = expected.creations.saturating_sub(1);
        }
    }

    /// A pod has been seen going, or will not go.
    pub(super) fn deletion_observed(&self, replica_set: &Key, pod: &Key) {
        if let Some(expected) = self.0.lock().get_mut(replica_set) {
            expected.deletions.remove(pod);
        }
    }

    pub(super) fn forget(&self, replica_set: &Key) {
        self.0.lock().remove(replica_set);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_was_asked_for_must_be_seen_or_time_out() {
        let expectations = Expectations::default();
        let set = Key::new("a", "web");
        assert!(expectations.are_satisfied(&set));
        expectations.expect_creations(&set, 2);
        expectations.creation_observed(&set);
        assert!(!expectations.are_satisfied(&set));
        expectations.creation_observed(&set);
        assert!(expectations.are_satisfied(&set));

        let pod = Key::new("a", "web-1");
        expectations.expect_deletions(&set, BTreeSet::from([pod.clone()]));
        expectations.deletion_observed(&set, &pod);
        expectations.deletion_observed(&set, &pod);
        assert!(
            expectations.are_satisfied(&set),
            "a second sight of one pod does not count for another"
        );

        expectations.expect_creations(&set, 1);
        tokio::time::advance(TIMEOUT + Duration::from_secs(1)).await;
        assert!(expectations.are_satisfied(&set));
    }
}
