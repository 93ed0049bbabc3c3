use gostd::{json, strconv};
use serde_json::Value;

/// Appends what one node found: blanks between, lists and objects as compact JSON.
pub(super) fn results(text: &mut String, results: &[Value]) {
    for (position, value) in results.iter().enumerate() {
        if position > 0 {
            text.push(' ');
        }
        match value {
            Value::Array(_) | Value::Object(_) => append_json(text, value),
            _ => text.push_str(&scalar(value)),
        }
    }
}

/// A scalar as Go prints it.
pub(super) fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            strconv::format_float(number.as_f64().unwrap_or_default(), 'g', -1)
        }
        _ => value.to_string(),
    }
}

/// Compact JSON as Go writes it.
fn append_json(out: &mut String, value: &Value) {
    match value {
        Value::String(text) => json::append_string(out, text.as_bytes(), true),
        Value::Number(number) if number.is_f64() => {
            json::append_float(out, number.as_f64().unwrap_or_default());
        }
        Value::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                append_json(out, item);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            out.push('{');
            for (position, (key, item)) in fields.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                json::append_string(out, key.as_bytes(), true);
                out.push(':');
                append_json(out, item);
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}
