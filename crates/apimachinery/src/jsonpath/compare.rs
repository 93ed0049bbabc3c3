use std::cmp::Ordering;

use serde_json::Value;

/// Why two values do not compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// A list, an object, or nothing; or truth values that are to be ordered.
    #[error("invalid type for comparison")]
    InvalidType,
    /// Two types.
    #[error("incompatible types for comparison")]
    Incompatible,
}

/// Compares two scalars of one type; truth values can only be told apart.
pub(super) fn compare(
    left: &Value,
    right: &Value,
    equality: bool,
) -> Result<Ordering, ComparisonError> {
    let left = kind(left)?;
    let right = kind(right)?;
    match (left, right) {
        (Kind::Int(left), Kind::Int(right)) => Ok(left.cmp(&right)),
        (Kind::Float(left), Kind::Float(right)) => Ok(left.total_cmp(&right)),
        (Kind::Text(left), Kind::Text(right)) => Ok(left.cmp(right)),
        (Kind::Bool(left), Kind::Bool(right)) if equality => Ok(left.cmp(&right)),
        (Kind::Bool(_), Kind::Bool(_)) => Err(ComparisonError::InvalidType),
        _ => Err(ComparisonError::Incompatible),
    }
}

enum Kind<'a> {
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(&'a str),
}

fn kind(value: &Value) -> Result<Kind<'_>, ComparisonError> {
    match value {
        Value::Bool(bool) => Ok(Kind::Bool(*bool)),
        Value::String(text) => Ok(Kind::Text(text)),
        Value::Number(number) => {
            let signed = number.as_i64().map(i128::from);
            let int = signed.or_else(|| number.as_u64().map(i128::from));
            let float = || {
                number
                    .as_f64()
                    .map_or(Err(ComparisonError::InvalidType), |f| Ok(Kind::Float(f)))
            };
            int.map_or_else(float, |int| Ok(Kind::Int(int)))
        }
        Value::Null | Value::Array(_) | Value::Object(_) => Err(ComparisonError::InvalidType),
    }
}
