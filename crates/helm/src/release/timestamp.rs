//! The times of a record.

use gostd::time::{ANSIC, Location, RFC3339, RFC3339_NANO, Time};
use serde::{Deserialize, Serialize};

/// A time as the record has it: RFC 3339 with nanoseconds and the zone of whoever wrote it. Helm 3 writes `""` for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Timestamp(String);

/// Go's zero time.
const ZERO: &str = "0001-01-01T00:00:00Z";

impl Timestamp {
    /// The time of a clock.
    pub(crate) fn at(time: &Time) -> Timestamp {
        Timestamp(time.format(RFC3339_NANO))
    }

    /// Go's zero time, written out.
    pub(crate) fn zero() -> Timestamp {
        Timestamp(ZERO.to_owned())
    }

    /// Whether there is no time.
    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty() || self.0 == ZERO
    }

    /// The time itself, on the clock of whoever wrote it; none where there is none or the text is no time.
    pub(crate) fn time(&self, local: &Location) -> Option<Time> {
        if self.is_zero() {
            return None;
        }
        gostd::time::parse(RFC3339_NANO, &self.0, &Location::Utc, local).ok()
    }

    /// `Mon Jan  2 15:04:05 2006`; empty without a time.
    pub(crate) fn ansic(&self, local: &Location) -> String {
        self.format(ANSIC, local)
    }

    /// `2006-01-02T15:04:05Z07:00`.
    pub(crate) fn rfc3339(&self, local: &Location) -> String {
        self.format(RFC3339, local)
    }

    /// As Go's `Time.String` shows it.
    pub(crate) fn go_string(&self, local: &Location) -> String {
        self.format("2006-01-02 15:04:05.999999999 -0700 MST", local)
    }

    /// The time in a layout, on the clock of whoever wrote it; `local` gives its zone a name where it is the same.
    pub(crate) fn format(&self, layout: &str, local: &Location) -> String {
        self.time(local)
            .map(|time| time.format(layout))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_stays_on_the_clock_that_it_was_written_by() {
        let time = Timestamp("2024-05-01T10:00:00.5+02:00".to_owned());
        assert_eq!(time.ansic(&Location::Utc), "Wed May  1 10:00:00 2024");
        assert_eq!(
            time.go_string(&Location::Utc),
            "2024-05-01 10:00:00.5 +0200 +0200"
        );
        assert_eq!(Timestamp::zero().ansic(&Location::Utc), "");
    }
}
