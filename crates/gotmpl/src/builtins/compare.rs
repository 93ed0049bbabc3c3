//! `eq`, `ne`, `lt`, `le`, `gt` and `ge`.

use std::cmp::Ordering;

use crate::function::{CallError, FuncMap, Function};
use crate::go_type::{Kind, Type};
use crate::value::{Value, sprintf};

pub(super) fn add(funcs: &mut FuncMap) {
    let two = [Type::Reflect, Type::Reflect];
    funcs.extend([
        (
            "eq",
            Function::variadic(&[Type::Reflect], Type::Reflect, |arguments| {
                let (first, others) = arguments
                    .split_first()
                    .ok_or("missing argument for comparison")?;
                Ok(Value::Bool(equal_to_one(first, others)?))
            }),
        ),
        (
            "ne",
            Function::new(&two, |arguments| {
                Ok(Value::Bool(!equal(&arguments[0], &arguments[1])?))
            }),
        ),
        (
            "lt",
            Function::new(&two, |arguments| {
                Ok(Value::Bool(less(&arguments[0], &arguments[1])?))
            }),
        ),
        (
            "le",
            Function::new(&two, |arguments| {
                Ok(Value::Bool(less_or_equal(&arguments[0], &arguments[1])?))
            }),
        ),
        (
            "gt",
            Function::new(&two, |arguments| {
                Ok(Value::Bool(!less_or_equal(&arguments[0], &arguments[1])?))
            }),
        ),
        (
            "ge",
            Function::new(&two, |arguments| {
                Ok(Value::Bool(!less(&arguments[0], &arguments[1])?))
            }),
        ),
    ]);
}

/// A value that Go compares by its kind.
enum Basic<'a> {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    String(&'a [u8]),
}

fn basic(value: &Value) -> Option<Basic<'_>> {
    Some(match value {
        Value::Bool(value) => Basic::Bool(*value),
        Value::Int(value) | Value::Int64(value) => Basic::Int(*value),
        Value::Uint8(value) => Basic::Uint(u64::from(*value)),
        Value::Uint64(value) => Basic::Uint(*value),
        Value::Float64(value) => Basic::Float(*value),
        Value::String(text) => Basic::String(text.as_bytes()),
        Value::Nil | Value::List(_) | Value::Map(_) | Value::Object(_) | Value::Func(_) => {
            return None;
        }
    })
}

fn equal_to_one(first: &Value, others: &[Value]) -> Result<bool, CallError> {
    if others.is_empty() {
        return Err("missing argument for comparison".into());
    }
    for other in others {
        if equal(first, other)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn equal(a: &Value, b: &Value) -> Result<bool, CallError> {
    let (plain_a, plain_b) = (a.underlying(), b.underlying());
    match (basic(&plain_a), basic(&plain_b)) {
        (Some(Basic::Bool(a)), Some(Basic::Bool(b))) => Ok(a == b),
        (Some(Basic::Float(a)), Some(Basic::Float(b))) => Ok(a == b),
        (Some(Basic::String(a)), Some(Basic::String(b))) => Ok(a == b),
        (Some(Basic::Int(a)), Some(Basic::Int(b))) => Ok(a == b),
        (Some(Basic::Uint(a)), Some(Basic::Uint(b))) => Ok(a == b),
        (Some(Basic::Int(int)), Some(Basic::Uint(uint)))
        | (Some(Basic::Uint(uint)), Some(Basic::Int(int))) => Ok(u64::try_from(int) == Ok(uint)),
        (None, None) => equal_references(a, b),
        _ if matches!(a, Value::Nil) || matches!(b, Value::Nil) => Ok(false),
        _ => {
            let (a, b) = (a.type_name(), b.type_name());
            Err(format!("incompatible types for comparison: {a} and {b}").into())
        }
    }
}

/// Compares values that are no basic ones: nil with anything, and host values that Go can compare.
fn equal_references(a: &Value, b: &Value) -> Result<bool, CallError> {
    if a.kind() != b.kind() && !matches!(a, Value::Nil) && !matches!(b, Value::Nil) {
        let a_text = sprintf("%s", std::slice::from_ref(a))?;
        let b_text = b.sprint()?;
        let (a, b) = (a.type_name(), b.type_name());
        return Err(format!("non-comparable types {a_text}: {a}, {b}: {b_text}").into());
    }
    if is_nil(a) || is_nil(b) {
        return Ok(is_nil(a) == is_nil(b));
    }
    if matches!(b.kind(), Kind::Map | Kind::Slice | Kind::Func) {
        return Err(format!(
            "non-comparable type {}: {}",
            sprintf("%s", std::slice::from_ref(b))?,
            b.type_name()
        )
        .into());
    }
    Ok(a.deep_equal(b))
}

fn is_nil(value: &Value) -> bool {
    match value {
        Value::Nil => true,
        Value::List(list) => list.is_nil(),
        Value::Map(map) => map.is_nil(),
        _ => false,
    }
}

fn less(a: &Value, b: &Value) -> Result<bool, CallError> {
    const BAD_TYPE: &str = "invalid type for comparison";
    let (plain_a, plain_b) = (a.underlying(), b.underlying());
    let (Some(basic_a), Some(basic_b)) = (basic(&plain_a), basic(&plain_b)) else {
        return Err(BAD_TYPE.into());
    };
    match (basic_a, basic_b) {
        (Basic::Int(a), Basic::Int(b)) => Ok(a < b),
        (Basic::Uint(a), Basic::Uint(b)) => Ok(a < b),
        (Basic::Float(a), Basic::Float(b)) => Ok(a < b),
        (Basic::String(a), Basic::String(b)) => Ok(a.cmp(b) == Ordering::Less),
        (Basic::Int(a), Basic::Uint(b)) => Ok(u64::try_from(a).is_ok_and(|a| a < b) || a < 0),
        (Basic::Uint(a), Basic::Int(b)) => Ok(u64::try_from(b).is_ok_and(|b| a < b)),
        (Basic::Bool(_), Basic::Bool(_)) => Err(BAD_TYPE.into()),
        _ => {
            let (a, b) = (a.type_name(), b.type_name());
            Err(format!("incompatible types for comparison: {a} and {b}").into())
        }
    }
}

fn less_or_equal(a: &Value, b: &Value) -> Result<bool, CallError> {
    Ok(less(a, b)? || equal(a, b)?)
}
