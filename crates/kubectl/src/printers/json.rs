//! Objects as JSON, escaped as Go's encoder does it.

use gostd::json::{append_float, append_string, indent};
use serde_json::Value;

use super::go_struct::{self, Order};

/// The object over several lines, indented by four spaces.
pub(crate) fn json(object: &Value) -> String {
    indent(&compact_json(object), "", "    ")
}

/// The object over several lines, its fields in an order.
pub(super) fn ordered_json(object: &Value, order: Order) -> String {
    let mut out = String::new();
    write(object, order, &mut out);
    indent(&out, "", "    ")
}

/// The object on one line.
pub(crate) fn compact_json(object: &Value) -> String {
    let mut out = String::new();
    write(object, Order::Names, &mut out);
    out
}

fn write(value: &Value, order: Order, out: &mut String) {
    match value {
        Value::Object(object) => {
            out.push('{');
            for (i, field) in go_struct::fields(object, order).into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                append_string(out, field.key.as_bytes(), true);
                out.push(':');
                write(field.value, field.order, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(item, order, out);
            }
            out.push(']');
        }
        Value::String(text) => append_string(out, text.as_bytes(), true),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => append_float(out, float),
            None => out.push_str(&number.to_string()),
        },
        Value::Bool(_) | Value::Null => out.push_str(&value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn angle_brackets_are_escaped_and_empty_collections_stay_on_a_line() {
        assert_eq!(
            json(&json!({"a": "<&>x", "b": {}, "c": [1, 2.0]})),
            "{\n    \"a\": \"\\u003c\\u0026\\u003ex\",\n    \"b\": {},\n    \"c\": [\n        1,\n        2\n    ]\n}"
        );
    }
}
