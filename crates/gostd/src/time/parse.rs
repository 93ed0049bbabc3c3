//! `time.Parse`.

use jiff::civil::{Date, DateTime};

use super::format::{MONTHS, WEEKDAYS};
use super::layout::{Fill, Piece, next_piece};
use super::parse_zone::{parse_offset, zone_length};
use super::quote::quote;
use super::{Location, Time};

/// A text that is not a time in the layout; `Display` is Go's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    layout: String,
    value: String,
    fault: Fault,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    /// This piece of the layout does not match this rest of the value.
    Mismatch {
        element: String,
        found: String,
    },
    ExtraText(String),
    OutOfRange(&'static str),
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "parsing time {}", quote(&self.value))?;
        match &self.fault {
            Fault::Mismatch { element, found } => {
                write!(
                    f,
                    " as {}: cannot parse {} as {}",
                    quote(&self.layout),
                    quote(found),
                    quote(element)
                )
            }
            Fault::ExtraText(text) => write!(f, ": extra text: {}", quote(text)),
            Fault::OutOfRange(what) => write!(f, ": {what} out of range"),
        }
    }
}

impl std::error::Error for ParseError {}

/// Why a piece was not read.
pub(super) enum PieceFault {
    Bad,
    Range(&'static str),
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    year: i16,
    month: Option<i8>,
    day: Option<i8>,
    year_day: Option<i16>,
    hour: i8,
    minute: i8,
    second: i8,
    nanosecond: i32,
    afternoon: Option<bool>,
    utc: bool,
    offset: Option<i32>,
    zone: Option<String>,
}

/// `time.ParseInLocation` with the two places told apart: `default` is that of a time without a zone, `local` is the one whose
/// abbreviations and offsets are recognised. `time.Parse` is this with UTC and the local zone.
///
/// # Errors
/// Go's, see [`ParseError`].
pub fn parse(
    layout: &str,
    value: &str,
    default: &Location,
    local: &Location,
) -> Result<Time, ParseError> {
    let error = |fault| ParseError {
        layout: layout.to_owned(),
        value: value.to_owned(),
        fault,
    };
    let mut reading = Reading::default();
    let (mut rest, mut layout_rest) = (value, layout);
    loop {
        let next = next_piece(layout_rest);
        let plain = next.map_or(layout_rest, |(plain, ..)| plain);
        rest = skip(rest, plain).map_err(|at| {
            error(Fault::Mismatch {
                element: plain.to_owned(),
                found: at.to_owned(),
            })
        })?;
        let Some((_, piece, text, tail)) = next else {
            break;
        };
        layout_rest = tail;
        rest = reading.read(piece, rest, layout_rest).map_err(|fault| {
            error(match fault {
                PieceFault::Bad => Fault::Mismatch {
                    element: text.to_owned(),
                    found: rest.to_owned(),
                },
                PieceFault::Range(what) => Fault::OutOfRange(what),
            })
        })?;
    }
    if !rest.is_empty() {
        return Err(error(Fault::ExtraText(rest.to_owned())));
    }
    reading
        .finish(default, local)
        .map_err(|what| error(Fault::OutOfRange(what)))
}

/// Skips the plain text of a layout; a run of blanks matches any run of blanks. On a mismatch gives where it is.
fn skip<'a>(mut value: &'a str, mut plain: &str) -> Result<&'a str, &'a str> {
    while let Some(first) = plain.chars().next() {
        if first == ' ' {
            if !value.is_empty() && !value.starts_with(' ') {
                return Err(value);
            }
            plain = plain.trim_start_matches(' ');
            value = value.trim_start_matches(' ');
            continue;
        }
        value = value.strip_prefix(first).ok_or(value)?;
        plain = &plain[first.len_utf8()..];
    }
    Ok(value)
}

impl Reading {
    fn read<'a>(
        &mut self,
        piece: Piece,
        value: &'a str,
        layout: &str,
    ) -> Result<&'a str, PieceFault> {
        let (number, rest) = match piece {
            Piece::LongYear => {
                let (year, rest) = fixed(value, 4)?;
                self.year = year;
                return Ok(rest);
            }
            Piece::ShortYear => {
                let (year, rest) = fixed(value, 2)?;
                self.year = if year >= 69 { year + 1900 } else { year + 2000 };
                return Ok(rest);
            }
            Piece::LongMonth | Piece::ShortMonth => {
                let (index, rest) = name(value, &MONTHS, piece == Piece::ShortMonth)?;
                self.month = i8::try_from(index + 1).ok();
                return Ok(rest);
            }
            Piece::LongWeekday | Piece::ShortWeekday => {
                return name(value, &WEEKDAYS, piece == Piece::ShortWeekday).map(|(_, rest)| rest);
            }
            Piece::YearDay(fill) => {
                let blanks = if fill == Fill::Blank {
                    value.bytes().take(2).take_while(|b| *b == b' ').count()
                } else {
                    0
                };
                let (day, rest) = up_to_three(&value[blanks..], fill == Fill::Zero)?;
                self.year_day = Some(day);
                return Ok(rest);
            }
            Piece::UpperPm | Piece::LowerPm => return self.read_half(piece, value),
            Piece::Zone => return self.read_zone(value),
            Piece::Offset(form) => {
                if let Some(rest) = value.strip_prefix('Z').filter(|_| form.z) {
                    self.utc = true;
                    return Ok(rest);
                }
                let (offset, rest) = parse_offset(value, form)?;
                self.offset = Some(offset);
                return Ok(rest);
            }
            Piece::FractionFixed(digits) => return self.read_fraction(value, digits + 1),
            Piece::FractionTrimmed(_) => {
                let digits = fraction_length(value);
                return if digits == 0 {
                    Ok(value)
                } else {
                    self.read_fraction(value, digits)
                };
            }
            Piece::Day(Fill::Blank) => number(value.strip_prefix(' ').unwrap_or(value), false)?,
            Piece::Hour24 => number(value, false)?,
            Piece::Month(fill)
            | Piece::Day(fill)
            | Piece::Hour12(fill)
            | Piece::Minute(fill)
            | Piece::Second(fill) => number(value, fill == Fill::Zero)?,
        };
        self.take_number(piece, number)?;
        match piece {
            Piece::Second(_) => self.read_implied_fraction(rest, layout),
            _ => Ok(rest),
        }
    }

    fn take_number(&mut self, piece: Piece, number: i8) -> Result<(), PieceFault> {
        let bounded = |range: std::ops::RangeInclusive<i8>, what| {
            if range.contains(&number) {
                Ok(number)
            } else {
                Err(PieceFault::Range(what))
            }
        };
        match piece {
            Piece::Month(_) => self.month = Some(bounded(1..=12, "month")?),
            // Checked against the month at the end.
            Piece::Day(_) => self.day = Some(number),
            Piece::Hour24 => self.hour = bounded(0..=23, "hour")?,
            Piece::Hour12(_) => self.hour = bounded(0..=12, "hour")?,
            Piece::Minute(_) => self.minute = bounded(0..=59, "minute")?,
            _ => self.second = bounded(0..=59, "second")?,
        }
        Ok(())
    }

    /// Seconds may carry a fraction that the layout does not mention.
    fn read_implied_fraction<'a>(
        &mut self,
        value: &'a str,
        layout: &str,
    ) -> Result<&'a str, PieceFault> {
        let mentioned = matches!(
            next_piece(layout),
            Some((_, Piece::FractionFixed(_) | Piece::FractionTrimmed(_), ..))
        );
        match fraction_length(value) {
            0 => Ok(value),
            _ if mentioned => Ok(value),
            length => self.read_fraction(value, length),
        }
    }

    /// Reads a point or comma with `length - 1` digits.
    fn read_fraction<'a>(&mut self, value: &'a str, length: usize) -> Result<&'a str, PieceFault> {
        let text = value.get(..length).ok_or(PieceFault::Bad)?;
        let digits = text
            .strip_prefix(['.', ','])
            .filter(|d| d.bytes().all(|b| b.is_ascii_digit()))
            .ok_or(PieceFault::Bad)?;
        let nanoseconds = format!("{digits:0<9}");
        self.nanosecond = nanoseconds[..9]
            .parse()
            .map_err(|_| PieceFault::Range("fractional second"))?;
        Ok(&value[length..])
    }

    fn read_half<'a>(&mut self, piece: Piece, value: &'a str) -> Result<&'a str, PieceFault> {
        let (pm, am) = if piece == Piece::UpperPm {
            ("PM", "AM")
        } else {
            ("pm", "am")
        };
        match (value.strip_prefix(pm), value.strip_prefix(am)) {
            (Some(rest), _) => {
                self.afternoon = Some(true);
                Ok(rest)
            }
            (_, Some(rest)) => {
                self.afternoon = Some(false);
                Ok(rest)
            }
            _ => Err(PieceFault::Bad),
        }
    }

    fn read_zone<'a>(&mut self, value: &'a str) -> Result<&'a str, PieceFault> {
        if let Some(rest) = value.strip_prefix("UTC") {
            self.utc = true;
            return Ok(rest);
        }
        let length = zone_length(value).ok_or(PieceFault::Bad)?;
        self.zone = Some(value[..length].to_owned());
        Ok(&value[length..])
    }

    fn finish(self, default: &Location, local: &Location) -> Result<Time, &'static str> {
        let hour = match self.afternoon {
            Some(true) if self.hour < 12 => self.hour + 12,
            Some(false) if self.hour == 12 => 0,
            _ => self.hour,
        };
        let date = self.date()?;
        let civil = DateTime::new(
            date.year(),
            date.month(),
            date.day(),
            hour,
            self.minute,
            self.second,
            self.nanosecond,
        )
        .map_err(|_| "hour")?;
        self.place(civil, default, local).ok_or("year")
    }

    fn date(&self) -> Result<Date, &'static str> {
        if let Some(year_day) = self.year_day {
            let first = Date::new(self.year, 1, 1).map_err(|_| "year")?;
            let days = if first.in_leap_year() { 366 } else { 365 };
            if !(1..=days).contains(&year_day) {
                return Err("day-of-year");
            }
            let date = first
                .checked_add(jiff::Span::new().days(i64::from(year_day) - 1))
                .map_err(|_| "day-of-year")?;
            if self.month.is_some_and(|m| m != date.month()) {
                return Err("day-of-year does not match month");
            }
            if self.day.is_some_and(|d| d != date.day()) {
                return Err("day-of-year does not match day");
            }
            return Ok(date);
        }
        Date::new(self.year, self.month.unwrap_or(1), self.day.unwrap_or(1)).map_err(|_| "day")
    }

    fn place(&self, civil: DateTime, default: &Location, local: &Location) -> Option<Time> {
        if self.utc {
            return Time::of_civil(civil, Location::Utc);
        }
        if let Some(offset) = self.offset {
            let name = self.zone.clone().unwrap_or_default();
            let fixed = Time::of_civil(
                civil,
                Location::Fixed {
                    name: name.clone(),
                    offset,
                },
            )?;
            let (local_name, local_offset) = local.lookup(fixed.instant());
            let is_local = local_offset == offset && (name.is_empty() || name == local_name);
            return Some(if is_local {
                fixed.in_location(local.clone())
            } else {
                fixed
            });
        }
        let Some(name) = &self.zone else {
            return Time::of_civil(civil, default.clone());
        };
        let utc = Time::of_civil(civil, Location::Utc)?;
        if let Some(offset) = local.offset_of(name, utc.instant()) {
            let fixed = Time::of_civil(
                civil,
                Location::Fixed {
                    name: name.clone(),
                    offset,
                },
            )?;
            return Some(fixed.in_location(local.clone()));
        }
        // An abbreviation that the local zone does not use means nothing, but for GMT with hours.
        let hours: i32 = name
            .strip_prefix("GMT")
            .and_then(|hours| hours.parse().ok())
            .unwrap_or(0);
        Time::of_civil(
            civil,
            Location::Fixed {
                name: name.clone(),
                offset: hours * 3600,
            },
        )
    }
}

fn fixed(value: &str, digits: usize) -> Result<(i16, &str), PieceFault> {
    let text = value
        .get(..digits)
        .filter(|t| t.bytes().all(|b| b.is_ascii_digit()))
        .ok_or(PieceFault::Bad)?;
    Ok((text.parse().map_err(|_| PieceFault::Bad)?, &value[digits..]))
}

/// One or two digits; two where `two` is asked for.
pub(super) fn number(value: &str, two: bool) -> Result<(i8, &str), PieceFault> {
    let digits = value.bytes().take(2).take_while(u8::is_ascii_digit).count();
    if digits == 0 || (two && digits == 1) {
        return Err(PieceFault::Bad);
    }
    Ok((
        value[..digits].parse().map_err(|_| PieceFault::Bad)?,
        &value[digits..],
    ))
}

fn up_to_three(value: &str, three: bool) -> Result<(i16, &str), PieceFault> {
    let digits = value.bytes().take(3).take_while(u8::is_ascii_digit).count();
    if digits == 0 || (three && digits < 3) {
        return Err(PieceFault::Bad);
    }
    Ok((
        value[..digits].parse().map_err(|_| PieceFault::Bad)?,
        &value[digits..],
    ))
}

/// Which of the names (or their first three letters) the value starts with, in any case.
fn name<'a>(value: &'a str, names: &[&str], short: bool) -> Result<(usize, &'a str), PieceFault> {
    names
        .iter()
        .map(|name| if short { &name[..3] } else { name })
        .enumerate()
        .find_map(|(i, name)| {
            let start = value
                .get(..name.len())
                .filter(|start| start.eq_ignore_ascii_case(name))?;
            Some((i, &value[start.len()..]))
        })
        .ok_or(PieceFault::Bad)
}

/// Length of a point or comma with the digits behind it; 0 where there are none.
fn fraction_length(value: &str) -> usize {
    match value.strip_prefix(['.', ',']) {
        Some(rest) => match rest.bytes().take_while(u8::is_ascii_digit).count() {
            0 => 0,
            digits => digits + 1,
        },
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(layout: &str, value: &str) -> Result<String, String> {
        parse(layout, value, &Location::Utc, &Location::Utc)
            .map(|t| t.to_string())
            .map_err(|e| e.to_string())
    }

    #[test]
    fn reads() {
        let cases = [
            ("2006-01-02", "2024-02-29", "2024-02-29 00:00:00 +0000 UTC"),
            (
                "2006-01-02T15:04:05Z07:00",
                "2024-01-02T03:04:05.25+02:00",
                "2024-01-02 03:04:05.25 +0200 +0200",
            ),
            (
                "2006-01-02T15:04:05Z07:00",
                "2024-01-02T03:04:05Z",
                "2024-01-02 03:04:05 +0000 UTC",
            ),
            (
                "Jan _2 2006 3:04pm",
                "feb  3 2024 12:30am",
                "2024-02-03 00:30:00 +0000 UTC",
            ),
            (
                "02 Jan 06 15:04 MST",
                "02 Jan 70 15:04 CEST",
                "1970-01-02 15:04:00 +0000 CEST",
            ),
            ("2006 002", "2024 060", "2024-02-29 00:00:00 +0000 UTC"),
            ("Monday 06", "tuesday 99", "1999-01-01 00:00:00 +0000 UTC"),
            (
                "2006-01-02 15:04:05 -0700 MST",
                "2024-01-02 03:04:05 +0100 CET",
                "2024-01-02 03:04:05 +0100 CET",
            ),
            (
                "15:04:05.000",
                "01:02:03.123",
                "0000-01-01 01:02:03.123 +0000 UTC",
            ),
        ];
        for (layout, value, want) in cases {
            assert_eq!(read(layout, value), Ok(want.to_owned()), "{layout} {value}");
        }
    }

    #[test]
    fn errors_are_go_s() {
        let cases = [
            (
                "2006-01-02",
                "nope",
                r#"parsing time "nope" as "2006-01-02": cannot parse "nope" as "2006""#,
            ),
            (
                "2006-01-02",
                "2024/01/02",
                r#"parsing time "2024/01/02" as "2006-01-02": cannot parse "/01/02" as "-""#,
            ),
            (
                "2006-01-02",
                "2024-13-02",
                r#"parsing time "2024-13-02": month out of range"#,
            ),
            (
                "2006-01-02",
                "2023-02-29",
                r#"parsing time "2023-02-29": day out of range"#,
            ),
            (
                "2006-01-02",
                "2024-01-02x",
                r#"parsing time "2024-01-02x": extra text: "x""#,
            ),
            (
                "15:04",
                "24:00",
                r#"parsing time "24:00": hour out of range"#,
            ),
            (
                "2006-01-02",
                "2024-1-02",
                r#"parsing time "2024-1-02" as "2006-01-02": cannot parse "1-02" as "01""#,
            ),
        ];
        for (layout, value, want) in cases {
            assert_eq!(read(layout, value), Err(want.to_owned()));
        }
    }
}
