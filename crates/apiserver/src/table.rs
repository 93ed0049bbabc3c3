//! Tables: what the server makes of objects for `kubectl get`.

use std::borrow::Cow;
use std::time::Duration;

use apimachinery::Timestamp;
use serde_json::Value;

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// The heading.
    pub name: Cow<'static, str>,
    /// The type of its cells: `string`, `integer`, `number`, `boolean` or `date`.
    pub kind: Cow<'static, str>,
    /// What the type stands for: `name` for the object's name, else empty.
    pub format: Cow<'static, str>,
    /// What the column shows.
    pub description: Cow<'static, str>,
    /// 0 for what is always shown, more for what is shown on demand.
    pub priority: i32,
}

/// How long ago `since` was, as kubectl writes it: `5s`, `3m4s`, `2d3h`; `<unknown>` without a time.
#[must_use]
pub fn age(since: &Value, now: Timestamp) -> String {
    match since.as_str().and_then(Timestamp::parse) {
        Some(since) => human_duration(now.since(since)),
        None => "<unknown>".to_owned(),
    }
}

/// A duration with the two units that matter, fewer the longer it is.
#[must_use]
pub fn human_duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    let with = |big: u64, unit: char, small: u64, small_unit: char| match small {
        0 => format!("{big}{unit}"),
        small => format!("{big}{unit}{small}{small_unit}"),
    };
    match () {
        () if seconds < 120 => format!("{seconds}s"),
        () if minutes < 10 => with(minutes, 'm', seconds % 60, 's'),
        () if minutes < 180 => format!("{minutes}m"),
        () if hours < 8 => with(hours, 'h', minutes % 60, 'm'),
        () if hours < 48 => format!("{hours}h"),
        () if days < 8 => with(days, 'd', hours % 24, 'h'),
        () if days < 730 => format!("{days}d"),
        () if days < 365 * 8 => with(days / 365, 'y', days % 365, 'd'),
        () => format!("{}y", days / 365),
    }
}
