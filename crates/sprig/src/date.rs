//! Dates: Go's layouts, the local zone where none is named.

mod time_object;

use gostd::time::{Duration, Location, Time, parse, parse_duration};
use gotmpl::{CallError, Str, Value};

use crate::environment::Environment;
use crate::function::{Argument, Named, Result, binary, nullary, ternary, unary};

pub(crate) use time_object::TimeObject;

const HTML_DATE: &str = "2006-01-02";

pub(crate) fn functions(environment: &Environment) -> Vec<Named> {
    let with = |body: fn(&Environment, Str, Value) -> Result<String>| {
        let environment = environment.clone();
        move |a: Str, b: Value| body(&environment, a, b)
    };
    let now = environment.clone();
    let mut functions = vec![
        ("now", nullary(move || Value::object(TimeObject(now.now())))),
        (
            "date",
            binary(with(|e, layout, date| {
                Ok(time_of(e, &date)
                    .in_location(e.local().clone())
                    .format(&layout.to_str()))
            })),
        ),
        (
            "unixEpoch",
            unary(|date: TimeObject| date.0.unix_seconds().to_string()),
        ),
    ];
    let html = environment.clone();
    functions.push((
        "htmlDate",
        unary(move |date: Value| {
            time_of(&html, &date)
                .in_location(html.local().clone())
                .format(HTML_DATE)
        }),
    ));
    let html = environment.clone();
    functions.push((
        "htmlDateInZone",
        binary(move |date: Value, zone: Str| in_zone(&html, HTML_DATE, &date, &zone)),
    ));
    for name in ["dateInZone", "date_in_zone"] {
        let environment = environment.clone();
        functions.push((
            name,
            ternary(move |layout: Str, date: Value, zone: Str| {
                in_zone(&environment, &layout.to_str(), &date, &zone)
            }),
        ));
    }
    for name in ["dateModify", "date_modify"] {
        functions.push((
            name,
            binary(|change: Str, date: TimeObject| {
                modified(&change, &date).unwrap_or_else(|_| Value::object(date))
            }),
        ));
    }
    for name in ["mustDateModify", "must_date_modify"] {
        functions.push((
            name,
            binary(|change: Str, date: TimeObject| modified(&change, &date)),
        ));
    }
    let local = environment.clone();
    functions.push((
        "toDate",
        binary(move |layout: Str, text: Str| {
            read(&local, &layout, &text).unwrap_or_else(|_| Value::object(TimeObject(Time::zero())))
        }),
    ));
    let local = environment.clone();
    functions.push((
        "mustToDate",
        binary(move |layout: Str, text: Str| read(&local, &layout, &text)),
    ));
    let clock = environment.clone();
    functions.push((
        "ago",
        unary(move |date: Value| {
            clock
                .now()
                .since(&time_of(&clock, &date))
                .round(Duration::SECOND)
                .to_string()
        }),
    ));
    let clock = environment.clone();
    functions.push((
        "durationRound",
        unary(move |value: Value| round_to_largest_unit(&clock, &value)),
    ));
    functions.push((
        "duration",
        unary(|seconds: Value| seconds_of(&seconds).to_string()),
    ));
    functions
}

/// A time as it is, a number as seconds since 1970, anything else as now.
fn time_of(environment: &Environment, value: &Value) -> Time {
    match value {
        Value::Object(object) => object
            .downcast_ref::<TimeObject>()
            .map_or_else(|| environment.now(), |time| time.0.clone()),
        Value::Int(seconds) | Value::Int64(seconds) => {
            Time::unix(*seconds, 0, environment.local().clone()).unwrap_or_else(Time::zero)
        }
        _ => environment.now(),
    }
}

/// An unknown zone counts as UTC.
fn in_zone(environment: &Environment, layout: &str, date: &Value, zone: &Str) -> String {
    let location = Location::load(&zone.to_str(), environment.local()).unwrap_or(Location::Utc);
    time_of(environment, date)
        .in_location(location)
        .format(layout)
}

fn modified(change: &Str, date: &TimeObject) -> Result {
    let change =
        parse_duration(&change.to_str()).map_err(|error| CallError::new(error.to_string()))?;
    let time = date.0.add(change).ok_or("time is out of range")?;
    Ok(Value::object(TimeObject(time)))
}

fn read(environment: &Environment, layout: &Str, text: &Str) -> Result {
    let local = environment.local();
    let time = parse(&layout.to_str(), &text.to_str(), local, local)
        .map_err(|error| CallError::new(error.to_string()))?;
    Ok(Value::object(TimeObject(time)))
}

/// Only strings and `int64` are numbers of seconds here.
fn seconds_of(value: &Value) -> Duration {
    let seconds = match value {
        Value::String(text) => gostd::strconv::parse_int(&text.to_str(), 10, 64).unwrap_or(0),
        Value::Int64(seconds) => *seconds,
        _ => 0,
    };
    Duration(seconds.wrapping_mul(Duration::SECOND.0))
}

/// `1y`, `2mo`, `3d`, `4h`, `5m`, `6s`: the largest unit that the span is longer than.
fn round_to_largest_unit(environment: &Environment, value: &Value) -> String {
    let span = match value {
        Value::String(text) => parse_duration(&text.to_str()).unwrap_or_default().0,
        Value::Int64(nanoseconds) => *nanoseconds,
        Value::Object(object) => object
            .downcast_ref::<TimeObject>()
            .map_or(0, |time| environment.now().since(&time.0).0),
        _ => 0,
    };
    let span = span.unsigned_abs();
    let hour = Duration::HOUR.0.unsigned_abs();
    let units = [
        (hour * 24 * 365, "y"),
        (hour * 24 * 30, "mo"),
        (hour * 24, "d"),
        (hour, "h"),
        (Duration::MINUTE.0.unsigned_abs(), "m"),
        (Duration::SECOND.0.unsigned_abs(), "s"),
    ];
    units.iter().find(|(unit, _)| span > *unit).map_or_else(
        || "0s".to_owned(),
        |(unit, name)| format!("{}{name}", span / unit),
    )
}

impl Argument for TimeObject {
    const TYPE: gotmpl::Type = TimeObject::TYPE;
    fn take(value: &Value) -> Self {
        let time = match value {
            Value::Object(object) => object
                .downcast_ref::<TimeObject>()
                .map(|time| time.0.clone()),
            _ => None,
        };
        TimeObject(time.unwrap_or_else(Time::zero))
    }
}
