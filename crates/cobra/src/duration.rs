//! Durations as Go reads and prints them.

use std::fmt;

const UNITS: [(&str, i128); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("μs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// A signed span of nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(i64);

/// Why a text is no duration, in the words of Go's `time.ParseDuration`.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum DurationError {
    /// Not a sequence of numbers with units.
    #[error("time: invalid duration {0:?}")]
    Invalid(String),
    /// A number without a unit.
    #[error("time: missing unit in duration {0:?}")]
    MissingUnit(String),
    /// A unit that Go does not know.
    #[error("time: unknown unit {unit:?} in duration {text:?}")]
    UnknownUnit {
        /// The unit.
        unit: String,
        /// The whole text.
        text: String,
    },
}

impl Duration {
    /// Reads such texts as `300ms`, `-1.5h` or `2h45m`.
    ///
    /// # Errors
    /// As `time.ParseDuration`.
    pub fn parse(text: &str) -> Result<Duration, DurationError> {
        let invalid = || DurationError::Invalid(text.to_owned());
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        if unsigned == "0" {
            return Ok(Duration(0));
        }
        if unsigned.is_empty() {
            return Err(invalid());
        }
        let mut total: i128 = 0;
        let mut rest = unsigned;
        while !rest.is_empty() {
            let number_end = rest
                .find(|c: char| !c.is_ascii_digit() && c != '.')
                .unwrap_or(rest.len());
            let (number, after) = rest.split_at(number_end);
            let unit_end = after
                .find(|c: char| c.is_ascii_digit() || c == '.')
                .unwrap_or(after.len());
            let (unit, after) = after.split_at(unit_end);
            if number.is_empty() || number == "." || number.matches('.').count() > 1 {
                return Err(invalid());
            }
            if unit.is_empty() {
                return Err(DurationError::MissingUnit(text.to_owned()));
            }
            let nanoseconds = UNITS
                .iter()
                .find(|(name, _)| *name == unit)
                .map(|(_, nanoseconds)| *nanoseconds);
            let nanoseconds = nanoseconds.ok_or_else(|| DurationError::UnknownUnit {
                unit: unit.to_owned(),
                text: text.to_owned(),
            })?;
            total += scaled(number, nanoseconds).ok_or_else(invalid)?;
            rest = after;
        }
        let signed = if text.starts_with('-') { -total } else { total };
        i64::try_from(signed).map(Duration).map_err(|_| invalid())
    }

    /// A span of whole seconds.
    pub const fn from_secs(seconds: i64) -> Duration {
        Duration(seconds.saturating_mul(1_000_000_000))
    }

    /// The span in nanoseconds.
    pub const fn nanoseconds(self) -> i64 {
        self.0
    }

    /// The span as the standard library has it; none if negative.
    pub fn to_std(self) -> Option<std::time::Duration> {
        u64::try_from(self.0)
            .ok()
            .map(std::time::Duration::from_nanos)
    }
}

fn scaled(number: &str, unit: i128) -> Option<i128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: i128 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    // Eighteen digits already exceed the nanosecond; Go drops what follows as well.
    let fraction = &fraction[..fraction.len().min(18)];
    let part = match fraction {
        "" => 0,
        digits => {
            digits.parse::<i128>().ok()? * unit / 10i128.pow(u32::try_from(digits.len()).ok()?)
        }
    };
    whole.checked_mul(unit)?.checked_add(part)
}

impl fmt::Display for Duration {
    /// Writes the span as Go's `Duration.String`: `1h0m0s`, `1.5s`, `100ms`, `0s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanoseconds = self.0.unsigned_abs();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        match nanoseconds {
            0 => f.write_str("0s"),
            1..1_000 => write!(f, "{nanoseconds}ns"),
            1_000..1_000_000 => write!(f, "{}µs", decimal(nanoseconds, 1_000)),
            1_000_000..1_000_000_000 => write!(f, "{}ms", decimal(nanoseconds, 1_000_000)),
            _ => {
                let minutes = nanoseconds / 60_000_000_000;
                let seconds = decimal(nanoseconds % 60_000_000_000, 1_000_000_000);
                match (minutes / 60, minutes % 60) {
                    (0, 0) => write!(f, "{seconds}s"),
                    (0, minutes) => write!(f, "{minutes}m{seconds}s"),
                    (hours, minutes) => write!(f, "{hours}h{minutes}m{seconds}s"),
                }
            }
        }
    }
}

fn decimal(nanoseconds: u64, unit: u64) -> String {
    let digits = unit.ilog10() as usize;
    let fraction = format!("{:0digits$}", nanoseconds % unit);
    let fraction = fraction.trim_end_matches('0');
    let whole = nanoseconds / unit;
    if fraction.is_empty() {
        whole.to_string()
    } else {
        format!("{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::Duration;

    #[test]
    fn reads_and_prints_as_go() {
        for (text, printed) in [
            ("300ms", "300ms"),
            ("-1.5h", "-1h30m0s"),
            ("2h45m", "2h45m0s"),
            ("0", "0s"),
            ("1500us", "1.5ms"),
            ("90s", "1m30s"),
            ("5m", "5m0s"),
        ] {
            assert_eq!(
                Duration::parse(text).unwrap().to_string(),
                printed,
                "{text}"
            );
        }
    }

    #[test]
    fn complains_as_go() {
        for (text, complaint) in [
            ("x", r#"time: invalid duration "x""#),
            ("", r#"time: invalid duration """#),
            ("5", r#"time: missing unit in duration "5""#),
            ("5d", r#"time: unknown unit "d" in duration "5d""#),
        ] {
            assert_eq!(Duration::parse(text).unwrap_err().to_string(), complaint);
        }
    }
}
