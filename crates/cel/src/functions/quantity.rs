//! Amounts such as `500m` and `2Gi`.

use apimachinery::Quantity;

use super::{Answer, fault};
use crate::error::EvaluationError as Error;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let value = match (function, args) {
        ("quantity", [Value::String(text)]) => return Some(parse(text).map(Value::Quantity)),
        ("isQuantity", [Value::String(text)]) => Value::Bool(parse(text).is_ok()),
        ("isInteger", [Value::Quantity(amount)]) => Value::Bool(amount.is_whole()),
        ("asInteger", [Value::Quantity(amount)]) if amount.is_whole() => Value::Int(amount.value()),
        ("asInteger", [Value::Quantity(_)]) => {
            return Some(Err(fault("cannot convert value to integer")));
        }
        ("asApproximateFloat", [Value::Quantity(amount)]) => Value::Double(amount.approximate()),
        ("sign", [Value::Quantity(amount)]) => Value::Int(sign(*amount)),
        ("add", [Value::Quantity(one), Value::Quantity(other)]) => {
            Value::Quantity(one.plus(*other))
        }
        ("add", [Value::Quantity(one), Value::Int(other)]) => {
            Value::Quantity(one.plus(Quantity::from_value(*other)))
        }
        ("sub", [Value::Quantity(one), Value::Quantity(other)]) => {
            Value::Quantity(one.minus(*other))
        }
        ("sub", [Value::Quantity(one), Value::Int(other)]) => {
            Value::Quantity(one.minus(Quantity::from_value(*other)))
        }
        ("isLessThan", [Value::Quantity(one), Value::Quantity(other)]) => {
            Value::Bool(sign(one.minus(*other)) < 0)
        }
        ("isGreaterThan", [Value::Quantity(one), Value::Quantity(other)]) => {
            Value::Bool(sign(one.minus(*other)) > 0)
        }
        ("compareTo", [Value::Quantity(one), Value::Quantity(other)]) => {
            Value::Int(sign(one.minus(*other)))
        }
        _ => return None,
    };
    Some(Ok(value))
}

fn parse(text: &str) -> Result<Quantity, Error> {
    text.parse()
        .map_err(|error: apimachinery::QuantityError| fault(error.to_string()))
}

fn sign(amount: Quantity) -> i64 {
    match (amount.is_zero(), amount.is_negative()) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    }
}
