use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

/// `time.LoadLocation` does not know the name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone {0}")]
pub struct UnknownZone(pub String);

/// Where a clock hangs: UTC, a zone of the database, or a fixed offset with a name that may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// Coordinated Universal Time.
    Utc,
    /// A zone with rules.
    Zone(TimeZone),
    /// `time.FixedZone(name, offset)`.
    Fixed {
        /// The abbreviation; empty where only an offset was read.
        name: String,
        /// Seconds east of UTC.
        offset: i32,
    },
}

impl Location {
    /// `time.LoadLocation`: `""` and `UTC` are UTC, `Local` is the zone that the caller gives as local.
    ///
    /// # Errors
    /// The zone database has no such name.
    pub fn load(name: &str, local: &Location) -> Result<Location, UnknownZone> {
        match name {
            "" | "UTC" => Ok(Location::Utc),
            "Local" => Ok(local.clone()),
            _ => TimeZone::get(name)
                .map(Location::Zone)
                .map_err(|_| UnknownZone(name.to_owned())),
        }
    }

    /// Abbreviation and offset in seconds at an instant.
    pub(super) fn lookup(&self, at: Timestamp) -> (String, i32) {
        match self {
            Location::Utc => ("UTC".to_owned(), 0),
            Location::Zone(zone) => {
                let info = zone.to_offset_info(at);
                (info.abbreviation().to_owned(), info.offset().seconds())
            }
            Location::Fixed { name, offset } => (name.clone(), *offset),
        }
    }

    /// The instant at which a clock here shows `civil`; of two, the earlier; in a gap, as if the gap were not there.
    pub(super) fn instant(&self, civil: DateTime) -> Option<Timestamp> {
        let zone = match self {
            Location::Utc => TimeZone::UTC,
            Location::Zone(zone) => zone.clone(),
            Location::Fixed { offset, .. } => {
                TimeZone::fixed(jiff::tz::Offset::from_seconds(*offset).ok()?)
            }
        };
        zone.to_timestamp(civil).ok()
    }

    /// The offset that the zone's rules give to an abbreviation in the year around `at`.
    pub(super) fn offset_of(&self, abbreviation: &str, at: Timestamp) -> Option<i32> {
        let half_year = jiff::SignedDuration::from_hours(24 * 183);
        [
            Some(at),
            at.checked_add(half_year).ok(),
            at.checked_sub(half_year).ok(),
        ]
        .into_iter()
        .flatten()
        .map(|instant| self.lookup(instant))
        .find(|(name, _)| name == abbreviation)
        .map(|(_, offset)| offset)
    }
}
