//! Operators and conversions.

use std::sync::Arc;

use gostd::strconv;

use super::{Answer, fault, time};
use crate::error::EvaluationError as Error;
use crate::value::{Key, Value};

/// The name of the type that a name stands for.
pub(crate) fn type_named(name: &str) -> Option<&'static str> {
    let names = [
        "bool",
        "int",
        "uint",
        "double",
        "string",
        "bytes",
        "list",
        "map",
        "null_type",
        "type",
    ];
    names.into_iter().find(|known| *known == name)
}

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let result = match (function, args) {
        ("_==_", [left, right]) => Ok(Value::Bool(left == right)),
        ("_!=_", [left, right]) => Ok(Value::Bool(left != right)),
        ("_<_" | "_<=_" | "_>_" | "_>=_", [left, right]) => compare(function, left, right),
        ("!_", [Value::Bool(bool)]) => Ok(Value::Bool(!bool)),
        ("-_", [Value::Int(int)]) => int
            .checked_neg()
            .map(Value::Int)
            .ok_or(Error::Overflow("integer")),
        ("-_", [Value::Double(double)]) => Ok(Value::Double(-double)),
        ("_+_" | "_-_" | "_*_" | "_/_" | "_%_", [Value::Int(left), Value::Int(right)]) => {
            int(function, *left, *right)
        }
        ("_+_" | "_-_" | "_*_" | "_/_" | "_%_", [Value::Uint(left), Value::Uint(right)]) => {
            uint(function, *left, *right)
        }
        ("_+_", [Value::Double(left), Value::Double(right)]) => Ok(Value::Double(left + right)),
        ("_-_", [Value::Double(left), Value::Double(right)]) => Ok(Value::Double(left - right)),
        ("_*_", [Value::Double(left), Value::Double(right)]) => Ok(Value::Double(left * right)),
        ("_/_", [Value::Double(left), Value::Double(right)]) => Ok(Value::Double(left / right)),
        ("_+_", [Value::String(left), Value::String(right)]) => {
            Ok(Value::string(format!("{left}{right}")))
        }
        ("_+_", [Value::Bytes(left), Value::Bytes(right)]) => {
            Ok(Value::Bytes(Arc::from([&**left, &**right].concat())))
        }
        ("_+_", [Value::List(left), Value::List(right)]) => {
            Ok(Value::List(Arc::new(left.plus(right))))
        }
        ("@in", [item, Value::List(list)]) => Ok(Value::Bool(list.items.contains(item))),
        ("@in", [key, Value::Map(map)]) => Ok(Value::Bool(
            Key::of(key).is_some_and(|key| map.contains_key(&key)),
        )),
        ("_[_]", [container, index]) => at(container, index),
        ("_[?_]", [container, index]) => Ok(at_or_none(container, index)),
        (
            "size",
            [container @ (Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_))],
        ) => Ok(Value::Int(container.len() as i64)),
        ("type", [value]) => Ok(Value::Type(value.type_name())),
        ("dyn", [value]) => Ok(value.clone()),
        ("bool" | "int" | "uint" | "double" | "string" | "bytes", [value]) => {
            convert(function, value)
        }
        _ => return None,
    };
    Some(result)
}

fn compare(function: &str, left: &Value, right: &Value) -> Result<Value, Error> {
    let is_nan = |value: &Value| matches!(value, Value::Double(double) if double.is_nan());
    let order = match left.order(right) {
        None if is_nan(left) || is_nan(right) => return Ok(Value::Bool(false)),
        order => order.ok_or(Error::NoSuchOverload)?,
    };
    Ok(Value::Bool(match function {
        "_<_" => order.is_lt(),
        "_<=_" => order.is_le(),
        "_>_" => order.is_gt(),
        _ => order.is_ge(),
    }))
}

fn int(function: &str, left: i64, right: i64) -> Result<Value, Error> {
    let result = match function {
        "_+_" => left.checked_add(right),
        "_-_" => left.checked_sub(right),
        "_*_" => left.checked_mul(right),
        "_/_" if right == 0 => return Err(Error::DivisionByZero),
        "_/_" => left.checked_div(right),
        _ if right == 0 => return Err(Error::ModulusByZero),
        _ => left.checked_rem(right),
    };
    result.map(Value::Int).ok_or(Error::Overflow("integer"))
}

fn uint(function: &str, left: u64, right: u64) -> Result<Value, Error> {
    let result = match function {
        "_+_" => left.checked_add(right),
        "_-_" => left.checked_sub(right),
        "_*_" => left.checked_mul(right),
        "_/_" if right == 0 => return Err(Error::DivisionByZero),
        "_/_" => left.checked_div(right),
        _ if right == 0 => return Err(Error::ModulusByZero),
        _ => left.checked_rem(right),
    };
    result
        .map(Value::Uint)
        .ok_or(Error::Overflow("unsigned integer"))
}

fn at(container: &Value, index: &Value) -> Result<Value, Error> {
    match (container, index) {
        (Value::List(list), index) => {
            let Some(Key::Int(place)) = Key::of(index) else {
                return Err(Error::NoSuchOverload);
            };
            let item = usize::try_from(place)
                .ok()
                .and_then(|place| list.items.get(place));
            let out = || Error::OutOfBounds(i64::try_from(place).unwrap_or(i64::MAX));
            item.cloned().ok_or_else(out)
        }
        (Value::Map(map), key) => {
            let key = Key::of(key).ok_or(Error::NoSuchOverload)?;
            map.get(&key)
                .cloned()
                .ok_or_else(|| Error::NoSuchKey(text(&key.value())))
        }
        (Value::Optional(_), index) => Ok(at_or_none(container, index)),
        _ => Err(Error::NoSuchOverload),
    }
}

fn at_or_none(container: &Value, index: &Value) -> Value {
    let found = match container {
        Value::Optional(inner) => inner.as_deref().and_then(|inner| at(inner, index).ok()),
        other => at(other, index).ok(),
    };
    Value::Optional(found.map(Arc::new))
}

fn convert(function: &str, value: &Value) -> Result<Value, Error> {
    let range = || Error::Overflow("integer");
    let unparsed = |text: &str| {
        fault(format!(
            "strconv.Parse: parsing {}: invalid syntax",
            strconv::quote(text)
        ))
    };
    Ok(match (function, value) {
        ("bool", Value::Bool(bool)) => Value::Bool(*bool),
        ("bool", Value::String(text)) => {
            Value::Bool(strconv::parse_bool(text).map_err(|_| unparsed(text))?)
        }
        ("int", Value::Int(int)) => Value::Int(*int),
        ("int", Value::Uint(uint)) => Value::Int(i64::try_from(*uint).map_err(|_| range())?),
        ("int", Value::Double(double)) if double.abs() < 9.2e18 => Value::Int(*double as i64),
        ("int", Value::Double(_)) => return Err(range()),
        ("int", Value::String(text)) => Value::Int(text.parse().map_err(|_| unparsed(text))?),
        ("int", Value::Timestamp(time)) => Value::Int(time.as_second()),
        ("int", Value::Duration(nanos)) => Value::Int(*nanos),
        ("uint", Value::Uint(uint)) => Value::Uint(*uint),
        ("uint", Value::Int(int)) => {
            Value::Uint(u64::try_from(*int).map_err(|_| Error::Overflow("unsigned integer"))?)
        }
        ("uint", Value::Double(double)) if (0.0..1.8e19).contains(double) => {
            Value::Uint(*double as u64)
        }
        ("uint", Value::Double(_)) => return Err(Error::Overflow("unsigned integer")),
        ("uint", Value::String(text)) => Value::Uint(text.parse().map_err(|_| unparsed(text))?),
        ("double", Value::Double(double)) => Value::Double(*double),
        ("double", Value::Int(int)) => Value::Double(*int as f64),
        ("double", Value::Uint(uint)) => Value::Double(*uint as f64),
        ("double", Value::String(text)) => {
            Value::Double(strconv::parse_float(text).map_err(|_| unparsed(text))?)
        }
        ("bytes", Value::Bytes(bytes)) => Value::Bytes(bytes.clone()),
        ("bytes", Value::String(text)) => Value::Bytes(Arc::from(text.as_bytes())),
        ("string", Value::Bytes(bytes)) => Value::string(
            std::str::from_utf8(bytes)
                .map_err(|_| fault("invalid UTF-8 in bytes, cannot convert to string"))?,
        ),
        ("string", value)
            if !matches!(
                value,
                Value::Null | Value::List(_) | Value::Map(_) | Value::Optional(_)
            ) =>
        {
            Value::string(text(value))
        }
        _ => return Err(Error::NoSuchOverload),
    })
}

/// A scalar as `string(x)` has it.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Bool(bool) => bool.to_string(),
        Value::Int(int) => int.to_string(),
        Value::Uint(uint) => uint.to_string(),
        Value::Double(double) => strconv::format_float(*double, 'g', -1),
        Value::String(text) => text.to_string(),
        Value::Duration(nanos) => time::duration_text(*nanos),
        Value::Timestamp(at) => at.to_string(),
        Value::Type(name) => (*name).to_owned(),
        Value::Ip(ip) => ip.to_string(),
        Value::Cidr(cidr) => cidr.to_string(),
        Value::Quantity(quantity) => quantity.to_string(),
        other => other.type_name().to_owned(),
    }
}
