//! Values as Go's `encoding/json` writes them.

use gostd::json::{append_float, append_string, indent};
use gostd::strconv::format_float;
use gotmpl::Value;

use crate::date::TimeObject;
use crate::semver::VersionObject;

/// Nesting beyond which a value is taken to contain itself.
const MAX_DEPTH: usize = 1000;

/// A value that has no JSON; the text is that of Go's encoder.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// An infinity or NaN, or a map that contains itself.
    #[error("json: unsupported value: {0}")]
    Value(String),
    /// A function.
    #[error("json: unsupported type: {0}")]
    Type(String),
}

/// The JSON of a value, keys in byte order, `<`, `>` and `&` escaped.
///
/// # Errors
/// Numbers that are not finite, functions, values that contain themselves.
pub fn to_json(value: &Value) -> Result<String, EncodeError> {
    encode(value, true)
}

pub(super) fn to_raw_json(value: &Value) -> Result<String, EncodeError> {
    encode(value, false)
}

pub(super) fn to_pretty_json(value: &Value) -> Result<String, EncodeError> {
    Ok(indent(&to_json(value)?, "", "  "))
}

/// What Go's decoder calls the kind of a decoded value.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
        Value::Nil => "null",
        _ => "number",
    }
}

fn encode(value: &Value, escape_html: bool) -> Result<String, EncodeError> {
    let mut encoder = Encoder {
        out: String::new(),
        escape_html,
    };
    encoder.value(value, MAX_DEPTH)?;
    Ok(encoder.out)
}

struct Encoder {
    out: String,
    escape_html: bool,
}

impl Encoder {
    fn value(&mut self, value: &Value, depth: usize) -> Result<(), EncodeError> {
        // Only what can contain itself is what a cycle goes through.
        if depth == 0 && !matches!(value, Value::Map(_) | Value::List(_)) {
            return self.value(value, 1);
        }
        if depth == 0 {
            return Err(EncodeError::Value(format!(
                "encountered a cycle via {}",
                value.type_name()
            )));
        }
        match value {
            Value::Nil => self.out.push_str("null"),
            Value::Bool(flag) => self.out.push_str(if *flag { "true" } else { "false" }),
            Value::Int(number) | Value::Int64(number) => self.out.push_str(&number.to_string()),
            Value::Uint8(number) => self.out.push_str(&number.to_string()),
            Value::Uint64(number) => self.out.push_str(&number.to_string()),
            Value::Float64(number) if !number.is_finite() => {
                return Err(EncodeError::Value(format_float(*number, 'g', -1)));
            }
            Value::Float64(number) => append_float(&mut self.out, *number),
            Value::String(text) => append_string(&mut self.out, text.as_bytes(), self.escape_html),
            Value::List(list) if list.is_nil() => self.out.push_str("null"),
            Value::List(list) => match list.to_bytes() {
                Some(bytes) => append_string(
                    &mut self.out,
                    gostd::base64::encode(&bytes).as_bytes(),
                    false,
                ),
                None => self.members('[', list.items(), ']', |encoder, item| {
                    encoder.value(item, depth - 1)
                })?,
            },
            Value::Map(map) if map.is_nil() => self.out.push_str("null"),
            Value::Map(map) => self.members('{', &map.entries(), '}', |encoder, (key, item)| {
                encoder.member(key.as_bytes(), item, depth - 1)
            })?,
            Value::Object(object) => {
                if let Some(text) = text_form(value) {
                    append_string(&mut self.out, text.as_bytes(), self.escape_html);
                } else if let Some(plain) = object.underlying() {
                    self.value(&plain, depth - 1)?;
                } else {
                    self.members('{', &object.json_fields(), '}', |encoder, (name, item)| {
                        encoder.member(name.as_bytes(), item, depth - 1)
                    })?;
                }
            }
            Value::Func(_) => return Err(EncodeError::Type(value.type_name())),
        }
        Ok(())
    }

    fn member(&mut self, key: &[u8], value: &Value, depth: usize) -> Result<(), EncodeError> {
        append_string(&mut self.out, key, self.escape_html);
        self.out.push(':');
        self.value(value, depth)
    }

    fn members<T>(
        &mut self,
        open: char,
        items: &[T],
        close: char,
        mut write: impl FnMut(&mut Self, &T) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.out.push(open);
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.push(',');
            }
            write(self, item)?;
        }
        self.out.push(close);
        Ok(())
    }
}

/// The text of the types that write themselves as one: times and versions.
pub(super) fn text_form(value: &Value) -> Option<String> {
    let Value::Object(object) = value else {
        return None;
    };
    if let Some(time) = object.downcast_ref::<TimeObject>() {
        return Some(time.0.format(gostd::time::RFC3339_NANO));
    }
    object
        .downcast_ref::<VersionObject>()
        .map(|object| object.version.to_string())
}
