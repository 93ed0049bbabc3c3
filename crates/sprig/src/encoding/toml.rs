//! TOML as BurntSushi's library writes and reads it.

mod encode;
mod parse;
mod scan;

use gotmpl::{CallError, Str, Value};

use super::error_map;
use crate::function::{Named, Result, unary};

pub(super) fn functions() -> Vec<Named> {
    vec![
        (
            "toToml",
            unary(|value: Value| {
                encode(&value).map(|result| result.unwrap_or_else(|error| error.to_string()))
            }),
        ),
        (
            "mustToToml",
            unary(|value: Value| {
                encode(&value)?.map_err(|error| CallError::new(error.to_string()))
            }),
        ),
        (
            "fromToml",
            unary(|text: Str| {
                parse::parse(&text.to_str())
                    .map_or_else(|error| error_map(error.to_string()), Value::Map)
            }),
        ),
    ]
}

fn encode(value: &Value) -> Result<std::result::Result<String, encode::EncodeError>> {
    match value {
        Value::Nil => Err("reflect: call of reflect.Value.Type on zero Value".into()),
        _ => Ok(encode::encode(value)),
    }
}
