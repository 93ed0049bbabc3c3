//! Go's `time`: layouts, durations and the text forms of times. Zones are jiff's.

mod duration;
mod format;
mod layout;
mod location;
mod parse;
mod parse_zone;
mod quote;
mod timestamp;

pub use duration::{Duration, DurationError, parse_duration};
pub use layout::{
    ANSIC, DATE_ONLY, DATE_TIME, KITCHEN, RFC822, RFC822Z, RFC1123, RFC1123Z, RFC3339,
    RFC3339_MICRO, RFC3339_NANO,
};
pub use location::{Location, UnknownZone};
pub use parse::{ParseError, parse};
pub use timestamp::Time;
