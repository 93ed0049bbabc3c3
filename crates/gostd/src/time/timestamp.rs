use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;

use super::{Duration, Location};

/// An instant with the place whose clock shows it, as Go's `time.Time`. Years run from -9999 to 9999.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Time {
    instant: Timestamp,
    location: Location,
}

impl Time {
    /// `time.Unix(seconds, nanoseconds).In(location)`; none where the year is out of range.
    #[must_use]
    pub fn unix(seconds: i64, nanoseconds: i32, location: Location) -> Option<Time> {
        Timestamp::new(seconds, nanoseconds)
            .ok()
            .map(|instant| Time { instant, location })
    }

    /// The time at which a clock at `location` shows `civil`.
    pub(super) fn of_civil(civil: DateTime, location: Location) -> Option<Time> {
        location
            .instant(civil)
            .map(|instant| Time { instant, location })
    }

    /// Go's zero time, 1 January of year 1 in UTC.
    #[must_use]
    pub fn zero() -> Time {
        Time {
            instant: Timestamp::from_second(-62_135_596_800).unwrap_or(Timestamp::MIN),
            location: Location::Utc,
        }
    }

    /// Seconds since 1970, rounded down.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        i64::try_from(self.instant.as_nanosecond().div_euclid(1_000_000_000)).unwrap_or(i64::MIN)
    }

    /// The place of the clock.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// The same instant on another clock.
    #[must_use]
    pub fn in_location(&self, location: Location) -> Time {
        Time {
            instant: self.instant,
            location,
        }
    }

    /// `Time.Add`; none where the year leaves the range.
    #[must_use]
    pub fn add(&self, duration: Duration) -> Option<Time> {
        let instant = self
            .instant
            .checked_add(jiff::SignedDuration::from_nanos(duration.0))
            .ok()?;
        Some(Time {
            instant,
            location: self.location.clone(),
        })
    }

    /// `Time.AddDate`: a day that the month does not have runs into the next one; none where the year leaves the range.
    #[must_use]
    pub fn add_date(&self, years: i64, months: i64, days: i64) -> Option<Time> {
        let (civil, _, _) = self.clock();
        let month = i64::from(civil.year())
            .checked_add(years)?
            .checked_mul(12)?
            .checked_add(i64::from(civil.month()) - 1)?
            .checked_add(months)?;
        let first = civil
            .date()
            .with()
            .year(i16::try_from(month.div_euclid(12)).ok()?)
            .month(i8::try_from(month.rem_euclid(12) + 1).ok()?)
            .day(1)
            .build()
            .ok()?;
        let days = days.checked_add(i64::from(civil.day()) - 1)?;
        let date = first
            .checked_add(jiff::SignedDuration::from_hours(days.checked_mul(24)?))
            .ok()?;
        Time::of_civil(date.to_datetime(civil.time()), self.location.clone())
    }

    /// `Time.Sub`, saturating.
    #[must_use]
    pub fn since(&self, earlier: &Time) -> Duration {
        let difference = self.instant.as_nanosecond() - earlier.instant.as_nanosecond();
        let bounded = difference.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
        Duration(i64::try_from(bounded).unwrap_or(i64::MAX))
    }

    /// What the clock shows, with its zone's abbreviation and its offset in seconds.
    pub(super) fn clock(&self) -> (DateTime, String, i32) {
        let (abbreviation, offset) = self.location.lookup(self.instant);
        let civil = Offset::from_seconds(offset)
            .unwrap_or(Offset::UTC)
            .to_datetime(self.instant);
        (civil, abbreviation, offset)
    }

    pub(super) fn instant(&self) -> Timestamp {
        self.instant
    }
}

impl std::fmt::Display for Time {
    /// `Time.String`: `2006-01-02 15:04:05.999999999 -0700 MST`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.format("2006-01-02 15:04:05.999999999 -0700 MST"))
    }
}
