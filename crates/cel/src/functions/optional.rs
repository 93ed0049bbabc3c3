//! Values that may be missing.

use super::Answer;
use crate::error::EvaluationError;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let value = match (function, args) {
        ("optional.of", [value]) => Value::some(value.clone()),
        ("optional.ofNonZeroValue", [value]) if value.is_zero() => Value::Optional(None),
        ("optional.ofNonZeroValue", [value]) => Value::some(value.clone()),
        ("optional.none", []) => Value::Optional(None),
        ("hasValue", [Value::Optional(inner)]) => Value::Bool(inner.is_some()),
        ("value", [Value::Optional(Some(inner))]) => (**inner).clone(),
        ("value", [Value::Optional(None)]) => return Some(Err(EvaluationError::EmptyOptional)),
        _ => return None,
    };
    Some(Ok(value))
}
