use std::time::Duration;

use tokio::time::Instant;

const FIRST: Duration = Duration::from_secs(10);
const LONGEST: Duration = Duration::from_secs(300);

/// The growing pause before a container is started, or its image pulled, once more: 10 s, 20 s, up to 5 min. After twice the longest pause
/// without a failure it begins anew.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BackOff {
    pause: Option<(Duration, Instant)>,
}

impl BackOff {
    /// The pause that a failure at this instant must wait for; none after the first failure in a long time.
    pub(crate) fn pause(&self, failed_at: Instant) -> Option<Duration> {
        let (pause, since) = self.pause?;
        (failed_at.duration_since(since) <= 2 * LONGEST).then_some(pause)
    }

    /// Notes that it was tried once more after a failure at this instant.
    pub(crate) fn tried_again(&mut self, failed_at: Instant) {
        let next = self
            .pause(failed_at)
            .map_or(FIRST, |pause| (2 * pause).min(LONGEST));
        self.pause = Some((next, failed_at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_restart_is_immediate_and_the_pauses_double() {
        let mut back_off = BackOff::default();
        let mut at = Instant::now();
        let mut pauses = Vec::new();
        for _ in 0..8 {
            let pause = back_off.pause(at);
            pauses.push(pause.map_or(0, |pause| pause.as_secs()));
            back_off.tried_again(at);
            at += pause.unwrap_or_default();
        }
        assert_eq!(pauses, [0, 10, 20, 40, 80, 160, 300, 300]);
        assert_eq!(
            back_off.pause(at + Duration::from_secs(700)),
            None,
            "it ran well for long enough"
        );
    }
}
