//! How soon a pod that keeps failing in one place is replaced: after 1 s, then twice as long each time, up to 15 minutes.

use std::collections::BTreeMap;
use std::time::Duration;

use apimachinery::Timestamp;
use parking_lot::Mutex;

const BASE: Duration = Duration::from_secs(1);
const MAX: Duration = Duration::from_secs(15 * 60);

/// The failures in each place.
#[derive(Debug, Default)]
pub(crate) struct FailedPods(Mutex<BTreeMap<String, Failing>>);

#[derive(Clone, Copy, Debug)]
struct Failing {
    pause: Duration,
    last: Timestamp,
}

impl FailedPods {
    /// How long to wait until the failed pod of a place may be replaced; none if it may now, which counts as another failure. A place that was
    /// quiet for twice the longest pause begins anew.
    pub(crate) fn pause(&self, place: &str, now: Timestamp) -> Option<Duration> {
        let mut failing = self.0.lock();
        failing.retain(|_, failing| now.since(failing.last) <= 2 * MAX);
        let known = failing.get(place).copied();
        if let Some(known) = known {
            let remaining = known.last.after(known.pause).since(now);
            if !remaining.is_zero() {
                return Some(remaining);
            }
        }
        let pause = known.map_or(BASE, |known| (known.pause * 2).min(MAX));
        failing.insert(place.to_owned(), Failing { pause, last: now });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_doubles_and_is_forgotten() {
        let failed = FailedPods::default();
        let at = |seconds: u64| Timestamp::from_micros(0).after(Duration::from_secs(seconds));
        assert_eq!(failed.pause("n", at(0)), None);
        assert_eq!(failed.pause("n", at(0)), Some(Duration::from_secs(1)));
        assert_eq!(failed.pause("m", at(0)), None, "another place");
        assert_eq!(failed.pause("n", at(1)), None);
        assert_eq!(failed.pause("n", at(2)), Some(Duration::from_secs(1)));
        assert_eq!(failed.pause("n", at(3)), None);
        assert_eq!(failed.pause("n", at(4000)), None);
        assert_eq!(failed.pause("n", at(4000)), Some(Duration::from_secs(1)));
    }
}
