//! How long ago something was, for people.

use apimachinery::{Clock, SystemClock, Timestamp};

/// The time since a moment such as `2026-11-30T19:53:49Z`, as short as people like it; `<unknown>` without one.
pub(crate) fn since(moment: &str) -> String {
    match Timestamp::parse(moment) {
        Some(moment) => human_duration(SystemClock.now().since(moment).as_secs()),
        None => "<unknown>".to_owned(),
    }
}

/// `45s`, `3m20s`, `5h`, `2d`, `1y30d`: the fewer units the longer ago.
pub(crate) fn human_duration(seconds: u64) -> String {
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    let pair = |large: u64, large_unit: &str, small: u64, small_unit: &str| match small {
        0 => format!("{large}{large_unit}"),
        small => format!("{large}{large_unit}{small}{small_unit}"),
    };
    match () {
        () if seconds < 120 => format!("{seconds}s"),
        () if minutes < 10 => pair(minutes, "m", seconds % 60, "s"),
        () if minutes < 180 => format!("{minutes}m"),
        () if hours < 8 => pair(hours, "h", minutes % 60, "m"),
        () if hours < 48 => format!("{hours}h"),
        () if hours < 192 => pair(days, "d", hours % 24, "h"),
        () if days < 365 * 2 => format!("{days}d"),
        () if days < 365 * 8 => pair(days / 365, "y", days % 365, "d"),
        () => format!("{}y", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::human_duration;

    #[test]
    fn the_longer_ago_the_fewer_units() {
        let cases = [
            (0, "0s"),
            (119, "119s"),
            (120, "2m"),
            (200, "3m20s"),
            (601, "10m"),
            (3 * 3600, "3h"),
            (3 * 3600 + 240, "3h4m"),
            (9 * 3600 + 240, "9h"),
            (3 * 86_400 + 3600, "3d1h"),
            (9 * 86_400, "9d"),
            (800 * 86_400, "2y70d"),
        ];
        for (seconds, text) in cases {
            assert_eq!(human_duration(seconds), text);
        }
    }
}
