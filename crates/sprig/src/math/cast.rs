//! Any value as a number: what does not read as one is 0, a duration or another named number too.

use gostd::strconv::{parse_float, parse_int};
use gotmpl::Value;

/// As whole number: floats lose their fraction, strings are read with their base prefix and may end in `.0`.
pub(crate) fn to_int64(value: &Value) -> i64 {
    match value {
        Value::Int(number) | Value::Int64(number) => *number,
        Value::Uint8(number) => i64::from(*number),
        Value::Uint64(number) => number.cast_signed(),
        Value::Float64(number) => truncate(*number),
        Value::Bool(flag) => i64::from(*flag),
        Value::String(text) => parse_int(without_zero_decimals(&text.to_str()), 0, 64).unwrap_or(0),
        Value::Nil | Value::List(_) | Value::Map(_) | Value::Object(_) | Value::Func(_) => 0,
    }
}

/// As `float64`.
pub(crate) fn to_float64(value: &Value) -> f64 {
    match value {
        Value::Int(number) | Value::Int64(number) => *number as f64,
        Value::Uint8(number) => f64::from(*number),
        Value::Uint64(number) => *number as f64,
        Value::Float64(number) => *number,
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        Value::String(text) => parse_float(&text.to_str()).unwrap_or(0.0),
        Value::Nil | Value::List(_) | Value::Map(_) | Value::Object(_) | Value::Func(_) => 0.0,
    }
}

/// What amd64 makes of a float that no `int64` can hold: the least one.
fn truncate(number: f64) -> i64 {
    let limit = 9_223_372_036_854_775_808.0;
    if (-limit..limit).contains(&number) {
        number as i64
    } else {
        i64::MIN
    }
}

/// `12.00` is read as `12`, `12.50` is not a whole number.
fn without_zero_decimals(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => whole,
        _ => text,
    }
}
