//! Times in descriptions.

use gostd::time::{Location, RFC1123Z, RFC3339, parse};
use jiff::tz::TimeZone;
use serde_json::Value;

/// The moment on the clock of this place, as `Mon, 30 Nov 2026 20:08:02 +0000`.
///
/// A moment that is not there is Go's zero time.
pub(super) fn shown_moment(moment: &Value) -> String {
    let local = Location::Zone(TimeZone::system());
    let text = moment.as_str().unwrap_or("0001-01-01T00:00:00Z");
    match parse(RFC3339, text, &Location::Utc, &local) {
        Ok(time) => time.in_location(local).format(RFC1123Z),
        Err(_) => text.to_owned(),
    }
}

/// How long ago a moment was; `<unknown>` without one.
pub(super) fn age_of(moment: &Value) -> String {
    crate::age::since(moment.as_str().unwrap_or_default())
}

/// The moment as Go prints a time for programmers: `2026-11-30 20:08:03 +0000 UTC`.
pub(super) fn plain_moment(moment: &Value) -> String {
    let local = Location::Zone(TimeZone::system());
    let text = moment.as_str().unwrap_or_default();
    match parse(RFC3339, text, &Location::Utc, &local) {
        Ok(time) => time
            .in_location(local)
            .format("2006-01-02 15:04:05 -0700 MST"),
        Err(_) => text.to_owned(),
    }
}
