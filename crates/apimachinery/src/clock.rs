use std::sync::Mutex;
use std::time::Duration;

/// An instant in UTC with the precision of the API: microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(jiff::Timestamp);

/// Where time comes from: the system in production, the test's hand in tests.
pub trait Clock: Send + Sync {
    /// The present instant.
    fn now(&self) -> Timestamp;
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

/// A clock that stands still until it is told to move.
#[derive(Debug)]
pub struct ManualClock(Mutex<Timestamp>);

impl Timestamp {
    /// The instant that many microseconds after 1970. Instants out of jiff's range are clamped to it.
    #[must_use]
    pub fn from_micros(micros: i64) -> Self {
        let clamped = micros.clamp(
            jiff::Timestamp::MIN.as_microsecond(),
            jiff::Timestamp::MAX.as_microsecond(),
        );
        Timestamp(jiff::Timestamp::from_microsecond(clamped).unwrap_or(jiff::Timestamp::UNIX_EPOCH))
    }

    /// Microseconds since 1970.
    #[must_use]
    pub fn as_micros(self) -> i64 {
        self.0.as_microsecond()
    }

    /// Reads RFC 3339; `None` if it is something else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let strict = text.len() >= 20 && text.as_bytes()[10] == b'T';
        strict.then(|| text.parse().ok().map(Timestamp)).flatten()
    }

    /// The form of metav1.Time: `2006-01-02T15:04:05Z`.
    #[must_use]
    pub fn rfc3339(self) -> String {
        self.format("%Y-%m-%dT%H:%M:%SZ")
    }

    /// The form of metav1.MicroTime: `2006-01-02T15:04:05.000000Z`.
    #[must_use]
    pub fn rfc3339_micro(self) -> String {
        self.format("%Y-%m-%dT%H:%M:%S.%6fZ")
    }

    /// The instant cut to whole seconds, as metav1.Time stores it.
    #[must_use]
    pub fn truncated_to_seconds(self) -> Self {
        Timestamp::from_micros(self.as_micros().div_euclid(1_000_000) * 1_000_000)
    }

    /// The instant that much later.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Timestamp::from_micros(self.as_micros().saturating_add(micros))
    }

    /// How long after `earlier` this is; zero if it is before.
    #[must_use]
    pub fn since(self, earlier: Timestamp) -> Duration {
        let micros = self.as_micros().saturating_sub(earlier.as_micros());
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    }

    fn format(self, format: &str) -> String {
        self.0.strftime(format).to_string()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_micros(jiff::Timestamp::now().as_microsecond())
    }
}

impl ManualClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        ManualClock(Mutex::new(now))
    }

    /// Moves the clock on.
    pub fn advance(&self, duration: Duration) {
        let mut now = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *now = now.after(duration);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_the_api_writes_them() {
        let time = Timestamp::parse("2026-03-04T05:06:07.123456Z").unwrap();
        assert_eq!(time.rfc3339(), "2026-03-04T05:06:07Z");
        assert_eq!(time.rfc3339_micro(), "2026-03-04T05:06:07.123456Z");
        assert_eq!(
            Timestamp::parse("2026-03-04T05:06:07+02:00")
                .unwrap()
                .rfc3339(),
            "2026-03-04T03:06:07Z"
        );
        assert_eq!(Timestamp::parse("2026-03-04 05:06:07Z"), None);
        assert_eq!(Timestamp::parse("yesterday"), None);
    }

    #[test]
    fn a_manual_clock_moves_by_hand() {
        let start = Timestamp::from_micros(1_500_000);
        let clock = ManualClock::new(start);
        clock.advance(Duration::from_millis(750));
        assert_eq!(clock.now().since(start), Duration::from_millis(750));
        assert_eq!(clock.now().truncated_to_seconds().as_micros(), 2_000_000);
        assert_eq!(start.since(clock.now()), Duration::ZERO);
    }
}
