//! Objects as KYAML: YAML in which everything stands in brackets and every text in quotes.

use gostd::json::append_float;
use serde_json::Value;

use super::go_struct::{self, Order};

/// Words that some reader of YAML takes for something else than a text, in lower case.
const AMBIGUOUS: [&str; 16] = [
    "", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "t", "f", "nan", "inf",
    "infinity",
];

/// The object as a document of its own, its fields in an order.
pub(super) fn kyaml(object: &Value, order: Order) -> String {
    let mut out = "---\n".to_owned();
    write(object, order, 0, &mut out);
    out.push('\n');
    out
}

fn write(value: &Value, order: Order, depth: usize, out: &mut String) {
    match value {
        Value::Object(fields) if fields.is_empty() => out.push_str("{}"),
        Value::Object(object) => {
            out.push_str("{\n");
            for field in go_struct::fields(object, order) {
                indent(depth + 1, out);
                write_key(field.key, out);
                out.push_str(": ");
                write(field.value, field.order, depth + 1, out);
                out.push_str(",\n");
            }
            indent(depth, out);
            out.push('}');
        }
        Value::Array(items) => write_list(items, order, depth, out),
        Value::String(text) => write_text(text, depth, out),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => append_float(out, float),
            None => out.push_str(&number.to_string()),
        },
        Value::Bool(_) | Value::Null => out.push_str(&value.to_string()),
    }
}

/// Brackets of lists whose items have brackets of their own stand together with these.
fn write_list(items: &[Value], order: Order, depth: usize, out: &mut String) {
    let together = items.iter().all(Value::is_object) || items.iter().all(Value::is_array);
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        if together {
            if i > 0 {
                out.push_str(", ");
            }
            write(item, order, depth, out);
        } else {
            out.push('\n');
            indent(depth + 1, out);
            write(item, order, depth + 1, out);
            out.push(',');
        }
    }
    if !together {
        out.push('\n');
        indent(depth, out);
    }
    out.push(']');
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

fn write_key(key: &str, out: &mut String) {
    if is_plain_key(key) {
        out.push_str(key);
    } else {
        out.push('"');
        write_escaped(key, out);
        out.push('"');
    }
}

/// Whether a key is a text without quotes, whoever reads it.
fn is_plain_key(key: &str) -> bool {
    let at_end = |c: char| c.is_alphanumeric() || c == '_';
    let inside = |c: char| at_end(c) || matches!(c, '-' | '.' | '/');
    key.starts_with(at_end)
        && key.ends_with(at_end)
        && key.chars().all(inside)
        && !AMBIGUOUS.contains(&key.to_lowercase().as_str())
        && !is_number(key)
        && !is_date(key)
}

fn is_number(key: &str) -> bool {
    let digits = key.replace('_', "");
    let of_base = |prefix: &str, radix| {
        let lower = digits.to_lowercase();
        let rest = lower.strip_prefix(prefix).filter(|rest| !rest.is_empty());
        rest.is_some_and(|rest| rest.chars().all(|c| c.is_digit(radix)))
    };
    let starts_like_one = digits.starts_with(|c: char| c.is_ascii_digit());
    (starts_like_one && digits.parse::<f64>().is_ok())
        || of_base("0x", 16)
        || of_base("0o", 8)
        || of_base("0b", 2)
}

/// Whether a key begins like `2001-12-14`.
fn is_date(key: &str) -> bool {
    let mut parts = key.splitn(3, '-');
    let mut digits = |count: std::ops::RangeInclusive<usize>| {
        let part = parts.next().unwrap_or_default();
        let leading = part.bytes().take_while(u8::is_ascii_digit).count();
        count.contains(&leading)
    };
    digits(4..=4) && digits(1..=2) && digits(1..=2)
}

/// A text in quotes; one of several lines has a line for each.
fn write_text(text: &str, depth: usize, out: &mut String) {
    out.push('"');
    if text.contains('\n') {
        for line in text.split_inclusive('\n') {
            out.push_str("\\\n");
            indent(depth + 1, out);
            // White space at the beginning of a line would be lost.
            out.push(if line.starts_with([' ', '\t']) {
                '\\'
            } else {
                ' '
            });
            write_escaped(line, out);
        }
        out.push_str("\\\n");
        indent(depth + 1, out);
    } else {
        write_escaped(text, out);
    }
    out.push('"');
}

fn write_escaped(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push('\t'),
            '\0' => out.push_str("\\0"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\u{1b}' => out.push_str("\\e"),
            '\u{85}' => out.push_str("\\N"),
            '\u{a0}' => out.push_str("\\_"),
            '\u{2028}' => out.push_str("\\L"),
            '\u{2029}' => out.push_str("\\P"),
            '\u{feff}' => out.push_str("\\ufeff"),
            c if c < ' ' || ('\u{7f}'..'\u{a0}').contains(&c) => {
                out.push_str(&format!("\\x{:02x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Order, is_plain_key, kyaml};

    #[test]
    fn brackets_of_lists_stand_with_those_of_their_items() {
        let object =
            json!({"a": [{"b": 1}, {}], "c": ["x"], "d": [[1], []], "e": [], "t": "x\n  y"});
        let expected = "---
{
  a: [{
    b: 1,
  }, {}],
  c: [
    \"x\",
  ],
  d: [[
    1,
  ], []],
  e: [],
  \"t\": \"\\
     x\\n\\
    \\  y\\
    \",
}
";
        assert_eq!(kyaml(&object, Order::Names), expected);
    }

    #[test]
    fn keys_are_quoted_where_a_reader_could_mistake_them() {
        for plain in [
            "a/b", "1h", "0x", "1e", "1-2", "1.2.3", "0.0.0.0", "None", "nil", "_", "a..b", "é",
        ] {
            assert!(is_plain_key(plain), "{plain}");
        }
        for quoted in [
            "y", "N", "tRUE", "1_000", "0b1", "00", "12e3", "2001-1-1", "x.", "-a", "a:b", "",
            "infinity",
        ] {
            assert!(!is_plain_key(quoted), "{quoted}");
        }
    }
}
