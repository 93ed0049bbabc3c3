//! Values as JSON.

use gotmpl::{Map, Value};

pub(super) fn from_map(map: &Map) -> serde_json::Value {
    let entries = map.borrow();
    let entries = entries
        .iter()
        .map(|(key, value)| (key.to_str().into_owned(), from_value(value)));
    serde_json::Value::Object(entries.collect())
}

fn from_value(value: &Value) -> serde_json::Value {
    match value {
        Value::Nil | Value::Func(_) | Value::Object(_) => serde_json::Value::Null,
        Value::Bool(value) => (*value).into(),
        Value::Int(value) | Value::Int64(value) => (*value).into(),
        Value::Uint8(value) => (*value).into(),
        Value::Uint64(value) => (*value).into(),
        Value::Float64(value) => (*value).into(),
        Value::String(text) => text.to_str().into_owned().into(),
        Value::List(list) => list.items().iter().map(from_value).collect(),
        Value::Map(map) => from_map(map),
    }
}
