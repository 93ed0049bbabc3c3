//! JSON as Go's `encoding/json` writes it: structs in the order of their fields, `<`, `>` and `&` escaped, numbers as Go prints them.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::Formatter;

struct GoFormatter;

impl Formatter for GoFormatter {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        writer.write_all(gostd::json::float(value).as_bytes())
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> Result<()> {
        let special = |c: char| matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}');
        let mut rest = fragment;
        while let Some(at) = rest.find(special) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let found = rest[at..].chars().next().unwrap_or_default();
            write!(writer, "\\u{:04x}", u32::from(found))?;
            rest = &rest[at + found.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

/// A value as `json.Marshal` writes it.
///
/// # Panics
/// Never: what is written here has text keys only, and memory takes all bytes.
pub(crate) fn marshal(value: &impl Serialize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, GoFormatter);
    value
        .serialize(&mut serializer)
        .expect("a tree with text keys can be written to memory");
    out
}

/// The value with every number as Go holds it, a `float64`.
pub(crate) fn with_go_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().map_or(Value::Null, Value::from),
        Value::Array(items) => items.into_iter().map(with_go_numbers).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(key, value)| (key, with_go_numbers(value)))
            .collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_and_numbers_look_as_in_go() {
        let value = with_go_numbers(json!({"a<b": "&\u{2028}\"\n", "n": [1, 1.5, 1e21, 3.0]}));
        assert_eq!(
            String::from_utf8(marshal(&value)).expect("text"),
            r#"{"a\u003cb":"\u0026\u2028\"\n","n":[1,1.5,1e+21,3]}"#
        );
    }
}
