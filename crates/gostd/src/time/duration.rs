//! `time.Duration`.

use super::quote::quote;

/// A span of time in nanoseconds, as Go's `time.Duration`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Duration(pub i64);

impl Duration {
    /// One microsecond.
    pub const MICROSECOND: Duration = Duration(1_000);
    /// One millisecond.
    pub const MILLISECOND: Duration = Duration(1_000_000);
    /// One second.
    pub const SECOND: Duration = Duration(1_000_000_000);
    /// One minute.
    pub const MINUTE: Duration = Duration(60 * Duration::SECOND.0);
    /// One hour.
    pub const HOUR: Duration = Duration(60 * Duration::MINUTE.0);

    /// The whole part in seconds plus the fraction, as `Duration.Seconds`.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.in_units_of(Duration::SECOND)
    }

    /// The duration as a number of `unit`s, computed as Go does: whole part and fraction apart.
    #[must_use]
    pub fn in_units_of(self, unit: Duration) -> f64 {
        let (whole, rest) = (self.0 / unit.0, self.0 % unit.0);
        whole as f64 + rest as f64 / unit.0 as f64
    }

    /// Rounded toward zero to a multiple of `unit`; unchanged where `unit` is not positive.
    #[must_use]
    pub fn truncate(self, unit: Duration) -> Duration {
        if unit.0 <= 0 {
            self
        } else {
            Duration(self.0 - self.0 % unit.0)
        }
    }

    /// Rounded to the nearest multiple of `unit`, halves away from zero, saturating; unchanged where `unit` is not positive.
    #[must_use]
    pub fn round(self, unit: Duration) -> Duration {
        if unit.0 <= 0 {
            return self;
        }
        let rest = self.0 % unit.0;
        let down = self.0 - rest;
        let half_or_more = rest.unsigned_abs() * 2 >= unit.0.unsigned_abs();
        match (half_or_more, self.0 < 0) {
            (false, _) => Duration(down),
            (true, false) => Duration(down.saturating_add(unit.0)),
            (true, true) => Duration(down.saturating_sub(unit.0)),
        }
    }
}

impl std::fmt::Display for Duration {
    /// `1h15m30.918s`, `1.5ms`, `0s`: leading units that are zero are left out, sub-second spans use a smaller unit.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let magnitude = self.0.unsigned_abs();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        match magnitude {
            0 => f.write_str("0s"),
            1..1_000 => write!(f, "{magnitude}ns"),
            1_000..1_000_000 => write!(f, "{}µs", with_fraction(magnitude, 3)),
            1_000_000..1_000_000_000 => write!(f, "{}ms", with_fraction(magnitude, 6)),
            _ => {
                let minutes = magnitude / 60_000_000_000;
                let seconds = with_fraction(magnitude % 60_000_000_000, 9);
                match (minutes / 60, minutes % 60) {
                    (0, 0) => write!(f, "{seconds}s"),
                    (0, minutes) => write!(f, "{minutes}m{seconds}s"),
                    (hours, minutes) => write!(f, "{hours}h{minutes}m{seconds}s"),
                }
            }
        }
    }
}

/// `value / 10^digits` without trailing zeros.
fn with_fraction(value: u64, digits: u32) -> String {
    let unit = 10_u64.pow(digits);
    let fraction = format!(
        "{:0width$}",
        value % unit,
        width = usize::try_from(digits).unwrap_or(0)
    );
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}", value / unit)
}

/// A text that is not a duration; `Display` is Go's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DurationError {
    /// No number where one must be, or a value out of range.
    #[error("time: invalid duration {}", quote(.0))]
    Invalid(String),
    /// A number without a unit.
    #[error("time: missing unit in duration {}", quote(.0))]
    MissingUnit(String),
    /// A unit that is not one of `ns us µs ms s m h`.
    #[error("time: unknown unit {} in duration {}", quote(unit), quote(text))]
    UnknownUnit {
        /// What stands in the place of the unit.
        unit: String,
        /// The whole text.
        text: String,
    },
}

/// `time.ParseDuration`: `-1.5h`, `2h45m`, `300ms`.
///
/// # Errors
/// Go's, see [`DurationError`].
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    let invalid = || DurationError::Invalid(text.to_owned());
    let (negative, mut rest) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Ok(Duration(0));
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let limit = 1_u64 << 63;
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let (part, tail) = component(rest, text)?;
        total = total
            .checked_add(part)
            .filter(|t| *t <= limit)
            .ok_or_else(invalid)?;
        rest = tail;
    }
    match (negative, total) {
        (true, total) => Ok(Duration(0_i64.wrapping_sub_unsigned(total))),
        (false, total) => i64::try_from(total).map(Duration).map_err(|_| invalid()),
    }
}

/// One number with its unit, in nanoseconds, and what follows.
fn component<'a>(rest: &'a str, text: &str) -> Result<(u64, &'a str), DurationError> {
    let invalid = || DurationError::Invalid(text.to_owned());
    let (whole, after_whole) = split_digits(rest);
    let (fraction, after_number) = match after_whole.strip_prefix('.') {
        Some(tail) => split_digits(tail),
        None => ("", after_whole),
    };
    if whole.is_empty() && fraction.is_empty() {
        return Err(invalid());
    }
    let value: u64 = if whole.is_empty() {
        0
    } else {
        whole
            .parse()
            .ok()
            .filter(|v| *v <= 1 << 63)
            .ok_or_else(invalid)?
    };
    let unit_length = after_number
        .find(|c: char| c == '.' || c.is_ascii_digit())
        .unwrap_or(after_number.len());
    let (unit, tail) = after_number.split_at(unit_length);
    let scale: u64 = match unit {
        "" => return Err(DurationError::MissingUnit(text.to_owned())),
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => {
            return Err(DurationError::UnknownUnit {
                unit: unit.to_owned(),
                text: text.to_owned(),
            });
        }
    };
    let whole = value
        .checked_mul(scale)
        .filter(|v| *v <= 1 << 63)
        .ok_or_else(invalid)?;
    let sum = whole
        .checked_add(fraction_of(fraction, scale))
        .filter(|v| *v <= 1 << 63)
        .ok_or_else(invalid)?;
    Ok((sum, tail))
}

/// `0.fraction × scale`; digits that no longer fit are dropped, as Go drops them.
fn fraction_of(fraction: &str, scale: u64) -> u64 {
    let (mut value, mut divisor) = (0_u64, 1.0_f64);
    for digit in fraction.bytes().map(|b| u64::from(b - b'0')) {
        match value
            .checked_mul(10)
            .and_then(|v| v.checked_add(digit))
            .filter(|v| *v <= 1 << 63)
        {
            Some(next) => {
                value = next;
                divisor *= 10.0;
            }
            None => break,
        }
    }
    (value as f64 * (scale as f64 / divisor)) as u64
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms() {
        let cases = [
            (0, "0s"),
            (1, "1ns"),
            (1_100, "1.1µs"),
            (2_200_000, "2.2ms"),
            (3_300_000_000, "3.3s"),
            (245_000_000_000, "4m5s"),
            (18_367_001_000_000, "5h6m7.001s"),
            (-1_500_000_000, "-1.5s"),
            (i64::MIN, "-2562047h47m16.854775808s"),
            (3_600_000_000_000, "1h0m0s"),
        ];
        for (nanoseconds, want) in cases {
            assert_eq!(Duration(nanoseconds).to_string(), want);
        }
    }

    #[test]
    fn parsing() {
        let cases = [
            ("0", 0),
            ("1.5h", 5_400_000_000_000),
            ("-1m30s", -90_000_000_000),
            (".5s", 500_000_000),
            ("1µs", 1_000),
            ("+5ns", 5),
            ("1h1h", 7_200_000_000_000),
            ("-9223372036854775808ns", i64::MIN),
        ];
        for (text, want) in cases {
            assert_eq!(parse_duration(text), Ok(Duration(want)), "{text}");
        }
        let errors = [
            ("", r#"time: invalid duration """#),
            ("3", r#"time: missing unit in duration "3""#),
            ("1x", r#"time: unknown unit "x" in duration "1x""#),
            (".s", r#"time: invalid duration ".s""#),
            ("x", r#"time: invalid duration "x""#),
            (
                "9223372036854775808ns",
                r#"time: invalid duration "9223372036854775808ns""#,
            ),
        ];
        for (text, want) in errors {
            assert_eq!(
                parse_duration(text).map_err(|e| e.to_string()),
                Err(want.to_owned())
            );
        }
    }

    #[test]
    fn rounding() {
        assert_eq!(
            Duration(5_340_000_000_000).round(Duration::HOUR),
            Duration::HOUR
        );
        assert_eq!(Duration(-90).round(Duration(60)), Duration(-120));
        assert_eq!(Duration(-90).truncate(Duration(60)), Duration(-60));
        assert_eq!(Duration(7).round(Duration(0)), Duration(7));
    }
}
