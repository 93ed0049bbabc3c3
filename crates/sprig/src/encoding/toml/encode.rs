//! The writer: plain keys of a table first, then its sub-tables, each level indented.

use gostd::strconv::format_float;
use gotmpl::{List, Value};

use crate::date::TimeObject;

/// Nesting beyond which a value is taken to contain itself.
const MAX_DEPTH: usize = 1000;

/// A value that has no TOML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum EncodeError {
    /// TOML has no null.
    #[error("toml: cannot encode array with nil element")]
    NilElement,
    /// A list of tables needs a key to stand under.
    #[error("toml: top-level values must be Go maps or structs")]
    NoKey,
    /// A function, or a map that contains itself.
    #[error("toml: unsupported type")]
    Unsupported,
}

type Result<T = ()> = std::result::Result<T, EncodeError>;

pub(super) fn encode(value: &Value) -> Result<String> {
    let mut encoder = Encoder { out: String::new() };
    encoder.value(&mut Vec::new(), value)?;
    Ok(encoder.out)
}

/// What a value is for TOML.
enum Shape {
    Nil,
    Scalar(String),
    Array(List),
    TableArray(List),
    Table(Vec<(String, Value)>),
}

fn shape(value: &Value) -> Result<Shape> {
    Ok(match value {
        Value::Nil => Shape::Nil,
        Value::Bool(flag) => Shape::Scalar(flag.to_string()),
        Value::Int(number) | Value::Int64(number) => Shape::Scalar(number.to_string()),
        Value::Uint8(number) => Shape::Scalar(number.to_string()),
        Value::Uint64(number) => Shape::Scalar(number.to_string()),
        Value::Float64(number) => Shape::Scalar(float(*number)),
        Value::String(text) => Shape::Scalar(quoted(&text.to_str())),
        Value::List(list) if list.is_nil() => Shape::Nil,
        Value::List(list) if is_table_array(list)? => Shape::TableArray(list.clone()),
        Value::List(list) => Shape::Array(list.clone()),
        Value::Map(map) if map.is_nil() => Shape::Nil,
        Value::Map(map) => Shape::Table(
            map.entries()
                .into_iter()
                .map(|(key, item)| (key.to_str().into_owned(), item))
                .collect(),
        ),
        Value::Object(object) => {
            if let Some(time) = object.downcast_ref::<TimeObject>() {
                Shape::Scalar(time.0.format(gostd::time::RFC3339_NANO))
            } else if let Some(text) = object.string() {
                Shape::Scalar(quoted(&text.to_str()))
            } else if let Some(plain) = object.underlying() {
                return shape(&plain);
            } else {
                Shape::Table(
                    object
                        .fields()
                        .into_iter()
                        .map(|(name, item)| (name.to_owned(), item))
                        .collect(),
                )
            }
        }
        Value::Func(_) => return Err(EncodeError::Unsupported),
    })
}

fn is_table_array(list: &List) -> Result<bool> {
    let mut all_tables = !list.is_empty();
    for item in list.items() {
        match item {
            Value::Nil => return Err(EncodeError::NilElement),
            Value::Map(_) => {}
            _ => all_tables = false,
        }
    }
    Ok(all_tables)
}

/// Always with a point or an exponent.
fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let text = format_float(number, 'g', -1);
    if text.contains(['e', '.']) {
        text
    } else {
        format!("{text}.0")
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for rune in text.chars() {
        match rune {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x08' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\x0c' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..='\x1f' | '\x7f' => out.push_str(&format!("\\u{:04x}", u32::from(rune))),
            _ => out.push(rune),
        }
    }
    out.push('"');
    out
}

fn key_text(key: &str) -> String {
    let bare = !key.is_empty()
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if bare { key.to_owned() } else { quoted(key) }
}

struct Encoder {
    out: String,
}

impl Encoder {
    /// Writes a value under its path of keys: `key = value`, or a table with its header.
    fn value(&mut self, path: &mut Vec<String>, value: &Value) -> Result {
        if path.len() > MAX_DEPTH {
            return Err(EncodeError::Unsupported);
        }
        match shape(value)? {
            Shape::Nil => Ok(()),
            Shape::Table(entries) => self.table(path, &entries),
            Shape::TableArray(list) => self.table_array(path, &list),
            plain @ (Shape::Scalar(_) | Shape::Array(_)) => {
                if let Some((last, parents)) = path.split_last() {
                    let indent = "  ".repeat(parents.len());
                    self.out.push_str(&format!("{indent}{} = ", key_text(last)));
                    self.element(plain, path.len())?;
                    self.out.push('\n');
                    return Ok(());
                }
                self.element(plain, 0)
            }
        }
    }

    fn blank_line(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }

    fn header(&mut self, path: &[String], open: &str, close: &str) {
        let indent = "  ".repeat(path.len() - 1);
        let name = path
            .iter()
            .map(|key| key_text(key))
            .collect::<Vec<_>>()
            .join(".");
        self.out.push_str(&format!("{indent}{open}{name}{close}\n"));
    }

    fn table(&mut self, path: &mut Vec<String>, entries: &[(String, Value)]) -> Result {
        if path.len() == 1 {
            self.blank_line();
        }
        if !path.is_empty() {
            self.header(path, "[", "]");
        }
        self.entries(path, entries)
    }

    fn table_array(&mut self, path: &mut Vec<String>, list: &List) -> Result {
        if path.is_empty() {
            return Err(EncodeError::NoKey);
        }
        for item in list.items() {
            if let Shape::Table(entries) = shape(item)? {
                self.blank_line();
                self.header(path, "[[", "]]");
                self.entries(path, &entries)?;
            }
        }
        Ok(())
    }

    fn entries(&mut self, path: &mut Vec<String>, entries: &[(String, Value)]) -> Result {
        for tables in [false, true] {
            for (key, value) in entries {
                if matches!(shape(value)?, Shape::Table(_) | Shape::TableArray(_)) == tables {
                    path.push(key.clone());
                    self.value(path, value)?;
                    path.pop();
                }
            }
        }
        Ok(())
    }

    /// A value inside a line: tables in braces.
    fn element(&mut self, shape_of_value: Shape, depth: usize) -> Result {
        if depth > MAX_DEPTH {
            return Err(EncodeError::Unsupported);
        }
        match shape_of_value {
            Shape::Nil => return Err(EncodeError::NilElement),
            Shape::Scalar(text) => self.out.push_str(&text),
            Shape::Array(list) | Shape::TableArray(list) => {
                self.out.push('[');
                for (i, item) in list.items().iter().enumerate() {
                    if i > 0 {
                        self.out.push_str(", ");
                    }
                    self.element(shape(item)?, depth + 1)?;
                }
                self.out.push(']');
            }
            Shape::Table(entries) => {
                self.out.push('{');
                self.inline_entries(&entries, depth)?;
                self.out.push('}');
            }
        }
        Ok(())
    }

    fn inline_entries(&mut self, entries: &[(String, Value)], depth: usize) -> Result {
        let mut first = true;
        for tables in [false, true] {
            for (key, value) in entries {
                let shape = shape(value)?;
                if matches!(shape, Shape::Nil)
                    || matches!(shape, Shape::Table(_) | Shape::TableArray(_)) != tables
                {
                    continue;
                }
                if !first {
                    self.out.push_str(", ");
                }
                first = false;
                self.out.push_str(&format!("{} = ", key_text(key)));
                self.element(shape, depth + 1)?;
            }
        }
        Ok(())
    }
}
