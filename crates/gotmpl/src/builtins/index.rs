//! `index`, `slice` and `len`.

use crate::function::{CallError, FuncMap, Function};
use crate::go_type::Type;
use crate::value::{List, Str, Value};

pub(super) fn add(funcs: &mut FuncMap) {
    funcs.extend([
        (
            "index",
            Function::variadic(&[Type::Reflect], Type::Reflect, |arguments| {
                index(&arguments[0], &arguments[1..])
            }),
        ),
        (
            "slice",
            Function::variadic(&[Type::Reflect], Type::Reflect, |arguments| {
                slice(&arguments[0], &arguments[1..])
            }),
        ),
        (
            "len",
            Function::new(&[Type::Reflect], |arguments| length(&arguments[0])),
        ),
    ]);
}

fn index(item: &Value, indexes: &[Value]) -> Result<Value, CallError> {
    if matches!(item, Value::Nil) {
        return Err("index of untyped nil".into());
    }
    let mut item = item.clone();
    for index in indexes {
        item = match item.underlying() {
            Value::List(list) => {
                let position = position(index, list.len())?;
                let element = list.items().get(position).cloned();
                element.ok_or("reflect: slice index out of range")?
            }
            Value::String(text) => {
                let position = position(index, text.len())?;
                let byte = text.as_bytes().get(position).copied();
                Value::Uint8(byte.ok_or("reflect: string index out of range")?)
            }
            Value::Map(map) => {
                let found = map.get(key(index)?);
                found.unwrap_or_else(|| Value::zero(*map.element()))
            }
            Value::Nil => return Err("index of nil pointer".into()),
            other => return Err(format!("can't index item of type {}", other.type_name()).into()),
        };
    }
    Ok(item)
}

fn key(index: &Value) -> Result<Str, CallError> {
    match index {
        Value::String(text) => Ok(text.clone()),
        Value::Nil => Err("value is nil; should be of type string".into()),
        other => Err(format!("value has type {}; should be string", other.type_name()).into()),
    }
}

/// An index as a number; one behind the end is let through, as Go does.
fn position(index: &Value, cap: usize) -> Result<usize, CallError> {
    let number = match index.underlying() {
        Value::Int(value) | Value::Int64(value) => value,
        Value::Uint8(value) => i64::from(value),
        Value::Uint64(value) => value as i64,
        Value::Nil => return Err("cannot index slice/array with nil".into()),
        other => {
            return Err(format!("cannot index slice/array with type {}", other.type_name()).into());
        }
    };
    usize::try_from(number)
        .ok()
        .filter(|position| *position <= cap)
        .ok_or_else(|| format!("index out of range: {number}").into())
}

fn slice(item: &Value, indexes: &[Value]) -> Result<Value, CallError> {
    if matches!(item, Value::Nil) {
        return Err("slice of untyped nil".into());
    }
    if indexes.len() > 3 {
        return Err(format!("too many slice indexes: {}", indexes.len()).into());
    }
    let item = item.underlying();
    let len = match &item {
        Value::String(_) if indexes.len() == 3 => {
            return Err("cannot 3-index slice a string".into());
        }
        Value::String(text) => text.len(),
        Value::List(list) => list.len(),
        other => return Err(format!("can't slice item of type {}", other.type_name()).into()),
    };
    let mut bounds = [0, len, len];
    for (bound, index) in bounds.iter_mut().zip(indexes) {
        *bound = position(index, len)?;
    }
    let [start, end, cap] = bounds;
    for (low, high) in [(start, end), (end, cap)] {
        if low > high {
            return Err(format!("invalid slice index: {low} > {high}").into());
        }
    }
    Ok(match item {
        Value::String(text) => Value::string(&text.as_bytes()[start..end]),
        Value::List(list) => Value::List(List::typed(
            list.element(),
            list.items()[start..end].to_vec(),
        )),
        other => other,
    })
}

fn length(item: &Value) -> Result<Value, CallError> {
    let length = match item.underlying() {
        Value::String(text) => text.len(),
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        Value::Nil => return Err("len of nil pointer".into()),
        // Pointers are followed before the type is looked at.
        _ => {
            let name = item.type_name();
            return Err(format!("len of type {}", name.trim_start_matches('*')).into());
        }
    };
    Ok(Value::Int(length as i64))
}
