//! Numbers: whole ones in 64 bits that wrap around, others as decimals or `float64`.

mod cast;
mod decimal;
mod sequence;

use gotmpl::{Str, Value};

use crate::function::{
    Named, Result, binary, binary_variadic, ternary, unary, unary_variadic, variadic,
};
use decimal::Decimal;

pub(crate) use cast::{to_float64, to_int64};

#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn functions() -> Vec<Named> {
    let mut functions = vec![
        ("int", unary(|value: Value| Value::Int(to_int64(&value)))),
        (
            "int64",
            unary(|value: Value| Value::Int64(to_int64(&value))),
        ),
        (
            "float64",
            unary(|value: Value| Value::Float64(to_float64(&value))),
        ),
        (
            "atoi",
            unary(|text: Str| Value::Int(gostd::strconv::atoi(&text.to_str()).unwrap_or(0))),
        ),
        ("toDecimal", unary(octal)),
        (
            "add1",
            unary(|value: Value| Value::Int64(to_int64(&value).wrapping_add(1))),
        ),
        (
            "add",
            variadic(|values: Vec<Value>| {
                Value::Int64(values.iter().map(to_int64).fold(0, i64::wrapping_add))
            }),
        ),
        (
            "sub",
            binary(|a: Value, b: Value| Value::Int64(to_int64(&a).wrapping_sub(to_int64(&b)))),
        ),
        (
            "mul",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                Value::Int64(
                    rest.iter()
                        .map(to_int64)
                        .fold(to_int64(&first), i64::wrapping_mul),
                )
            }),
        ),
        (
            "div",
            binary(|a: Value, b: Value| whole(&a, &b, i64::wrapping_div)),
        ),
        (
            "mod",
            binary(|a: Value, b: Value| whole(&a, &b, i64::wrapping_rem)),
        ),
        (
            "max",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                Value::Int64(rest.iter().map(to_int64).fold(to_int64(&first), i64::max))
            }),
        ),
        (
            "biggest",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                Value::Int64(rest.iter().map(to_int64).fold(to_int64(&first), i64::max))
            }),
        ),
        (
            "min",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                Value::Int64(rest.iter().map(to_int64).fold(to_int64(&first), i64::min))
            }),
        ),
        (
            "maxf",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                Value::Float64(rest.iter().map(to_float64).fold(to_float64(&first), go_max))
            }),
        ),
        (
            "minf",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                Value::Float64(
                    rest.iter()
                        .map(to_float64)
                        .fold(to_float64(&first), |a, b| -go_max(-a, -b)),
                )
            }),
        ),
        (
            "add1f",
            unary(|value: Value| {
                Ok(Value::Float64(
                    Decimal::of(to_float64(&value))?
                        .add(&Decimal::of(1.0)?)
                        .to_f64(),
                ))
            }),
        ),
        (
            "addf",
            variadic(|values: Vec<Value>| {
                decimals(Decimal::of(0.0)?, &values, |a, b| Ok(a.add(b)))
            }),
        ),
        (
            "subf",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                decimals(Decimal::of(to_float64(&first))?, &rest, |a, b| {
                    Ok(a.subtract(b))
                })
            }),
        ),
        (
            "mulf",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                decimals(Decimal::of(to_float64(&first))?, &rest, |a, b| {
                    Ok(a.multiply(b))
                })
            }),
        ),
        (
            "divf",
            unary_variadic(|first: Value, rest: Vec<Value>| {
                decimals(Decimal::of(to_float64(&first))?, &rest, Decimal::divide)
            }),
        ),
        (
            "ceil",
            unary(|value: Value| Value::Float64(to_float64(&value).ceil())),
        ),
        (
            "floor",
            unary(|value: Value| Value::Float64(to_float64(&value).floor())),
        ),
        ("round", binary_variadic(round)),
    ];
    functions.extend([
        ("until", unary(sequence::until)),
        ("untilStep", ternary(sequence::until_step)),
        ("seq", variadic(sequence::seq)),
    ]);
    functions
}

/// A number in octal digits, whatever its type.
fn octal(value: Value) -> Result {
    let text = value.sprint()?;
    Ok(Value::Int64(
        gostd::strconv::parse_int(&text.to_str(), 8, 64).unwrap_or(0),
    ))
}

fn whole(a: &Value, b: &Value, operation: impl Fn(i64, i64) -> i64) -> Result {
    match to_int64(b) {
        0 => Err("runtime error: integer divide by zero".into()),
        divisor => Ok(Value::Int64(operation(to_int64(a), divisor))),
    }
}

/// `math.Max`: NaN wins.
fn go_max(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.max(b)
    }
}

fn decimals(
    first: Decimal,
    rest: &[Value],
    operation: impl Fn(&Decimal, &Decimal) -> Result<Decimal>,
) -> Result {
    let mut result = first;
    for value in rest {
        result = operation(&result, &Decimal::of(to_float64(value))?)?;
    }
    Ok(Value::Float64(result.to_f64()))
}

/// Rounds to `places` decimals; up from a fraction of `round_on` (0.5) on, so that negative halves go down.
fn round(value: Value, places: i64, round_on: Vec<f64>) -> Value {
    let round_on = round_on.first().copied().unwrap_or(0.5);
    let power = 10_f64.powi(i32::try_from(places).unwrap_or(0));
    let digits = power * to_float64(&value);
    let rounded = if digits.fract() >= round_on {
        digits.ceil()
    } else {
        digits.floor()
    };
    Value::Float64(rounded / power)
}
