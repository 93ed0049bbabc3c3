//! Helm's duration functions. They take a duration's text, a number or its text as seconds, or a duration.

use gostd::strconv::{format_float, parse_float, quote};
use gostd::time::{Duration, parse_duration};
use gotmpl::{CallError, Function, Kind, Object, Str, Type, Value};

use crate::function::{Argument, Named, Outcome, Result, binary, nullary, unary};

/// A `time.Duration`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DurationObject(pub(crate) Duration);

impl DurationObject {
    pub(crate) const TYPE: Type = Type::Named("time.Duration", Kind::Int64);
}

impl Argument for DurationObject {
    const TYPE: Type = DurationObject::TYPE;
    fn take(value: &Value) -> Self {
        match value {
            Value::Object(object) => object
                .downcast_ref::<DurationObject>()
                .copied()
                .unwrap_or(DurationObject(Duration(0))),
            Value::Int64(nanoseconds) => DurationObject(Duration(*nanoseconds)),
            _ => DurationObject(Duration(0)),
        }
    }
}

impl Outcome for DurationObject {
    fn outcome(self) -> Result {
        Ok(self.into())
    }
}

impl From<DurationObject> for Value {
    fn from(duration: DurationObject) -> Self {
        Value::object(duration)
    }
}

impl Object for DurationObject {
    fn go_type(&self) -> Type {
        DurationObject::TYPE
    }

    fn underlying(&self) -> Option<Value> {
        Some(Value::Int64(self.0.0))
    }

    fn string(&self) -> Option<Str> {
        Some(Str::from(self.0.to_string()))
    }

    fn method(&self, name: &str) -> Option<Function> {
        let duration = self.0;
        let float = |unit| Some(nullary(move || Value::Float64(duration.in_units_of(unit))));
        let whole = |unit: Duration| Some(nullary(move || Value::Int64(duration.0 / unit.0)));
        match name {
            "Hours" => float(Duration::HOUR),
            "Minutes" => float(Duration::MINUTE),
            "Seconds" => float(Duration::SECOND),
            "Milliseconds" => whole(Duration::MILLISECOND),
            "Microseconds" => whole(Duration::MICROSECOND),
            "Nanoseconds" => whole(Duration(1)),
            "String" => Some(nullary(move || duration.to_string())),
            "Abs" => Some(nullary(move || {
                DurationObject(Duration(duration.0.saturating_abs()))
            })),
            "Round" => Some(unary(move |unit: DurationObject| {
                DurationObject(duration.round(unit.0))
            })),
            "Truncate" => Some(unary(move |unit: DurationObject| {
                DurationObject(duration.truncate(unit.0))
            })),
            _ => None,
        }
    }
}

/// Days and weeks are made of hours, rounding at each step.
fn days(duration: Duration) -> f64 {
    duration.in_units_of(Duration::HOUR) / 24.0
}

pub(crate) fn functions() -> Vec<Named> {
    let float = |unit: Duration| {
        unary(move |value: Value| Value::Float64(or_zero(&value).in_units_of(unit)))
    };
    let whole =
        |unit: Duration| unary(move |value: Value| Value::Int64(or_zero(&value).0 / unit.0));
    vec![
        (
            "mustToDuration",
            unary(|value: Value| to_duration(&value).map(DurationObject)),
        ),
        ("durationNanoseconds", whole(Duration(1))),
        ("durationMicroseconds", whole(Duration::MICROSECOND)),
        ("durationMilliseconds", whole(Duration::MILLISECOND)),
        ("durationSeconds", float(Duration::SECOND)),
        ("durationMinutes", float(Duration::MINUTE)),
        ("durationHours", float(Duration::HOUR)),
        (
            "durationDays",
            unary(|value: Value| Value::Float64(days(or_zero(&value)))),
        ),
        (
            "durationWeeks",
            unary(|value: Value| Value::Float64(days(or_zero(&value)) / 7.0)),
        ),
        (
            "durationRoundTo",
            binary(|value: Value, unit: Value| {
                DurationObject(or_zero(&value).round(or_zero(&unit)))
            }),
        ),
        (
            "durationTruncateTo",
            binary(|value: Value, unit: Value| {
                DurationObject(or_zero(&value).truncate(or_zero(&unit)))
            }),
        ),
    ]
}

fn or_zero(value: &Value) -> Duration {
    to_duration(value).unwrap_or_default()
}

fn to_duration(value: &Value) -> Result<Duration> {
    match value {
        Value::Nil => Err("invalid duration".into()),
        Value::String(text) => of_text(&text.to_str()),
        Value::Int(seconds) | Value::Int64(seconds) => of_whole_seconds(i128::from(*seconds)),
        Value::Uint8(seconds) => of_whole_seconds(i128::from(*seconds)),
        Value::Uint64(seconds) => of_whole_seconds(i128::from(*seconds)),
        Value::Float64(seconds) => of_seconds(*seconds),
        Value::Object(object) => match object.downcast_ref::<DurationObject>() {
            Some(duration) => Ok(duration.0),
            None => Err(unsupported(value)),
        },
        Value::Bool(_) | Value::List(_) | Value::Map(_) | Value::Func(_) => Err(unsupported(value)),
    }
}

fn unsupported(value: &Value) -> CallError {
    CallError::new(format!("unsupported duration type {}", value.type_name()))
}

fn of_text(text: &str) -> Result<Duration> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err("empty duration".into());
    }
    if let Ok(duration) = parse_duration(trimmed) {
        return Ok(duration);
    }
    let seconds = parse_float(trimmed)
        .map_err(|_| CallError::new(format!("could not parse duration {}", quote(text))))?;
    of_seconds(seconds)
}

fn of_whole_seconds(seconds: i128) -> Result<Duration> {
    match i64::try_from(seconds * i128::from(Duration::SECOND.0)) {
        Ok(nanoseconds) => Ok(Duration(nanoseconds)),
        Err(_) => Err(CallError::new(format!(
            "duration seconds overflow: {seconds}"
        ))),
    }
}

fn of_seconds(seconds: f64) -> Result<Duration> {
    let nanoseconds = seconds * 1e9;
    if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&nanoseconds) {
        return Err(CallError::new(format!(
            "duration seconds overflow: {}",
            format_float(seconds, 'g', -1)
        )));
    }
    Ok(Duration(nanoseconds as i64))
}
