//! Points and spans of time.

use gostd::strconv;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};

use super::{Answer, fault};
use crate::error::EvaluationError as Error;
use crate::value::Value;

/// Reads a point in time as RFC 3339 writes it, or a day.
pub(crate) fn parse(text: &str) -> Option<Timestamp> {
    text.parse()
        .or_else(|_| format!("{text}T00:00:00Z").parse())
        .ok()
}

/// `90.5s`
pub(super) fn duration_text(nanos: i64) -> String {
    let seconds = gostd::time::Duration(nanos).seconds();
    format!("{}s", strconv::format_float(seconds, 'f', -1))
}

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let result = match (function, args) {
        ("duration", [Value::Duration(nanos)]) => Ok(Value::Duration(*nanos)),
        ("duration", [Value::Int(nanos)]) => Ok(Value::Duration(*nanos)),
        ("duration", [Value::String(text)]) => gostd::time::parse_duration(text)
            .map(|duration| Value::Duration(duration.0))
            .map_err(|error| fault(error.to_string())),
        ("timestamp", [Value::Timestamp(time)]) => Ok(Value::Timestamp(*time)),
        ("timestamp", [Value::Int(seconds)]) => Timestamp::from_second(*seconds)
            .map(Value::Timestamp)
            .map_err(|_| Error::Overflow("timestamp")),
        ("timestamp", [Value::String(text)]) => text.parse().map(Value::Timestamp).map_err(|_| {
            fault(format!(
                "parsing time {}: cannot parse",
                strconv::quote(&**text)
            ))
        }),
        (
            "_+_",
            [Value::Timestamp(time), Value::Duration(nanos)]
            | [Value::Duration(nanos), Value::Timestamp(time)],
        ) => moved(*time, *nanos),
        ("_-_", [Value::Timestamp(time), Value::Duration(nanos)]) => {
            moved(*time, nanos.saturating_neg())
        }
        ("_-_", [Value::Timestamp(later), Value::Timestamp(earlier)]) => {
            let nanos = later.as_nanosecond() - earlier.as_nanosecond();
            i64::try_from(nanos)
                .map(Value::Duration)
                .map_err(|_| Error::Overflow("duration"))
        }
        ("_+_", [Value::Duration(left), Value::Duration(right)]) => span(left.checked_add(*right)),
        ("_-_", [Value::Duration(left), Value::Duration(right)]) => span(left.checked_sub(*right)),
        (_, [Value::Duration(nanos)]) => {
            return part_of_span(function, *nanos).map(|part| Ok(Value::Int(part)));
        }
        (_, [Value::Timestamp(time)]) => return part(function, *time, "UTC"),
        (_, [Value::Timestamp(time), Value::String(zone)]) => return part(function, *time, zone),
        _ => return None,
    };
    Some(result)
}

fn moved(time: Timestamp, nanos: i64) -> Result<Value, Error> {
    time.checked_add(SignedDuration::from_nanos(nanos))
        .map(Value::Timestamp)
        .map_err(|_| Error::Overflow("timestamp"))
}

fn span(nanos: Option<i64>) -> Result<Value, Error> {
    nanos
        .map(Value::Duration)
        .ok_or(Error::Overflow("duration"))
}

fn part_of_span(function: &str, nanos: i64) -> Option<i64> {
    Some(match function {
        "getHours" => nanos / 3_600_000_000_000,
        "getMinutes" => nanos / 60_000_000_000,
        "getSeconds" => nanos / 1_000_000_000,
        "getMilliseconds" => nanos / 1_000_000 % 1_000,
        _ => return None,
    })
}

fn part(function: &str, time: Timestamp, zone: &str) -> Answer {
    let part: fn(&ZonedDateTime) -> i64 = match function {
        "getFullYear" => |time| i64::from(time.year()),
        "getMonth" => |time| i64::from(time.month()) - 1,
        "getDayOfYear" => |time| i64::from(time.day_of_year()) - 1,
        "getDayOfMonth" => |time| i64::from(time.day()) - 1,
        "getDate" => |time| i64::from(time.day()),
        "getDayOfWeek" => |time| i64::from(time.weekday().to_sunday_zero_offset()),
        "getHours" => |time| i64::from(time.hour()),
        "getMinutes" => |time| i64::from(time.minute()),
        "getSeconds" => |time| i64::from(time.second()),
        "getMilliseconds" => |time| i64::from(time.millisecond()),
        _ => return None,
    };
    let Some(zone) = time_zone(zone) else {
        return Some(Err(fault(format!("unknown time zone {zone}"))));
    };
    Some(Ok(Value::Int(part(&time.to_zoned_datetime(zone)))))
}

/// A zone by its name, or by its distance such as `+02:00`.
fn time_zone(name: &str) -> Option<TimeZone> {
    let Some((hours, minutes)) = name.split_once(':') else {
        return TimeZone::get(name).ok();
    };
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    let sign = if name.starts_with('-') { -1 } else { 1 };
    let seconds = hours
        .checked_mul(3_600)?
        .checked_add(sign * minutes.checked_mul(60)?)?;
    jiff::tz::Offset::from_seconds(seconds)
        .ok()
        .map(TimeZone::fixed)
}
