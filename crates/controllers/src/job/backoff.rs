//! How long a job waits before it replaces a failed pod: 10 s after the first failure, twice as long after each further one.

use std::collections::BTreeMap;
use std::time::Duration;

use apimachinery::Timestamp;
use clientgo::Key;
use parking_lot::Mutex;

const BASE: Duration = Duration::from_secs(10);
const MAX: Duration = Duration::from_secs(600);

/// The failures of a job since its last success.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Backoff {
    failures: u32,
    last_failure: Option<Timestamp>,
}

impl Backoff {
    /// Takes in the pods that have ended since the last look, in the order in which they ended.
    pub(super) fn after(mut self, mut ended: Vec<(Timestamp, Ending)>) -> Self {
        ended.sort();
        for (at, ending) in ended {
            match ending {
                Ending::Success => self = Backoff::default(),
                Ending::Failure => {
                    self.failures += 1;
                    self.last_failure = Some(at);
                }
            }
        }
        self
    }

    /// How long to wait before the next pod.
    pub(super) fn remaining(self, now: Timestamp) -> Duration {
        match self.last_failure {
            Some(at) => at.after(pause(self.failures)).since(now),
            None => Duration::ZERO,
        }
    }
}

/// How a pod ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ending {
    Success,
    Failure,
}

/// The pause after so many failures.
pub(super) fn pause(failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1);
    let factor = 1_u32.checked_shl(doublings).unwrap_or(u32::MAX);
    BASE.saturating_mul(factor).min(MAX)
}

/// The records of all jobs. They are lost with the controller, which then begins to count anew.
#[derive(Debug, Default)]
pub(super) struct Backoffs(Mutex<BTreeMap<Key, Backoff>>);

impl Backoffs {
    pub(super) fn get(&self, job: &Key) -> Backoff {
        self.0.lock().get(job).copied().unwrap_or_default()
    }

    pub(super) fn set(&self, job: &Key, backoff: Backoff) {
        self.0.lock().insert(job.clone(), backoff);
    }

    pub(super) fn forget(&self, job: &Key) {
        self.0.lock().remove(job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_micros(0).after(Duration::from_secs(seconds))
    }

    #[test]
    fn the_pause_doubles_until_ten_minutes_and_a_success_ends_it() {
        let pauses: Vec<u64> = (1..=8).map(|failures| pause(failures).as_secs()).collect();
        assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 600, 600]);
        let failing =
            Backoff::default().after(vec![(at(7), Ending::Failure), (at(3), Ending::Failure)]);
        assert_eq!(failing.remaining(at(10)), Duration::from_secs(17));
        assert_eq!(failing.remaining(at(40)), Duration::ZERO);
        let healed = failing.after(vec![(at(11), Ending::Success)]);
        assert_eq!(healed.remaining(at(11)), Duration::ZERO);
    }
}
