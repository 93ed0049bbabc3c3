//! JSON as Go's `encoding/json` writes it: keys sorted, `<`, `>`, `&` and the line separators escaped.

use gostd::json;
use serde_json::Value;

/// Compact JSON.
pub(crate) fn to_string(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

/// JSON over several lines, each level two spaces further in.
pub(crate) fn to_string_pretty(value: &Value) -> String {
    json::indent(&to_string(value), "", "  ")
}

/// A number as Go writes it: whole floats without a point, an exponent below 1e-6 and from 1e21.
pub(crate) fn number_text(number: &serde_json::Number) -> String {
    match number.as_f64() {
        Some(value) if number.is_f64() => json::float(value),
        _ => number.to_string(),
    }
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number_text(number)),
        Value::String(text) => json::append_string(out, text.as_bytes(), true),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(object) => {
            out.push('{');
            for (index, (key, value)) in object.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                json::append_string(out, key.as_bytes(), true);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::to_string;

    #[test]
    fn escapes_for_html() {
        let value = json!({"b": "<&>\u{1}\u{2028}", "a": [1, 2.5, null]});
        assert_eq!(
            to_string(&value),
            r#"{"a":[1,2.5,null],"b":"\u003c\u0026\u003e\u0001\u2028"}"#
        );
    }
}
