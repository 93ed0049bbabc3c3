//! Values as Go's `%#v` shows them in errors.

use serde_json::Value;

use crate::natural::sort_by_key;
use crate::{Dialect, Scalar};

/// Writes a decoded value in Go's syntax; the two versions of go-yaml decode maps to different types.
pub(super) fn go_syntax(value: &Value, dialect: Dialect) -> String {
    match value {
        Value::Null => "interface {}(nil)".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::String(text) => gostd::strconv::quote(text),
        Value::Number(number) => match number.as_i64() {
            Some(value) => value.to_string(),
            None => number.as_f64().map_or_else(String::new, |value| {
                go_number(&Scalar::from_json_float(value))
            }),
        },
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| go_syntax(item, dialect)).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Value::Object(map) => {
            let mut entries: Vec<(&String, &Value)> = map.iter().collect();
            sort_by_key(&mut entries, |(key, _)| key);
            let entry = |(key, value): (&String, &Value)| {
                format!(
                    "{}:{}",
                    gostd::strconv::quote(key),
                    go_syntax(value, dialect)
                )
            };
            let entries: Vec<String> = entries.into_iter().map(entry).collect();
            let key = if dialect == Dialect::V2 {
                "interface {}"
            } else {
                "string"
            };
            format!("map[{key}]interface {{}}{{{}}}", entries.join(", "))
        }
    }
}

fn go_number(scalar: &Scalar<'_>) -> String {
    match scalar {
        Scalar::Uint(value) => format!("{value:#x}"),
        Scalar::Int(value) => value.to_string(),
        Scalar::Float(value) => gostd::strconv::format_float(*value, 'g', -1),
        Scalar::Null | Scalar::Bool(_) | Scalar::Str(_) | Scalar::Timestamp(_) => String::new(),
    }
}
