//! JSON as Go's `encoding/json` reads it into an `interface {}`.

use std::collections::BTreeMap;

use gostd::json::{SyntaxError, Value as Json, decode};
use gostd::strconv::parse_float;
use gotmpl::{Map, Str, Type, Value};

/// Why a text was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The text is not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// A number that no `float64` can hold.
    #[error("json: cannot unmarshal number {0} into Go value of type float64")]
    Number(String),
}

/// Reads JSON; all numbers are `float64`.
///
/// # Errors
/// Go's texts, see [`DecodeError`].
pub fn from_json_text(text: &[u8]) -> Result<Value, DecodeError> {
    value_of(decode(text)?)
}

fn value_of(json: Json) -> Result<Value, DecodeError> {
    Ok(match json {
        Json::Null => Value::Nil,
        Json::Bool(flag) => Value::Bool(flag),
        Json::Number(literal) => {
            Value::Float64(parse_float(&literal).map_err(|_| DecodeError::Number(literal))?)
        }
        Json::String(text) => Value::from(text),
        Json::Array(items) => {
            Value::list(items.into_iter().map(value_of).collect::<Result<_, _>>()?)
        }
        Json::Object(members) => {
            let members = members
                .into_iter()
                .map(|(key, item)| Ok((Str::from(key), value_of(item)?)));
            Value::Map(Map::of(
                &Type::Interface,
                members.collect::<Result<BTreeMap<_, _>, DecodeError>>()?,
            ))
        }
    })
}
