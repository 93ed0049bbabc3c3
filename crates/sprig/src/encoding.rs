//! Encodings: base64 and base32, JSON, YAML, TOML.

mod base;
mod json;
mod json_decode;
mod toml;
mod yaml;
mod yaml_pretty;

use gotmpl::{CallError, Map, Str, Value};

use crate::function::{Named, Result, unary};

pub use json::to_json;
pub use json_decode::from_json_text;
pub use yaml::{FromYamlError, from_yaml_text, to_yaml};

pub(crate) fn functions() -> Vec<Named> {
    let mut functions = base::functions();
    functions.extend([
        // The functions without `must` drop the error, but for toRawJson.
        (
            "toJson",
            unary(|value: Value| to_json(&value).unwrap_or_default()),
        ),
        (
            "mustToJson",
            unary(|value: Value| required(to_json(&value))),
        ),
        (
            "toPrettyJson",
            unary(|value: Value| json::to_pretty_json(&value).unwrap_or_default()),
        ),
        (
            "mustToPrettyJson",
            unary(|value: Value| required(json::to_pretty_json(&value))),
        ),
        (
            "toRawJson",
            unary(|value: Value| required(json::to_raw_json(&value))),
        ),
        (
            "mustToRawJson",
            unary(|value: Value| required(json::to_raw_json(&value))),
        ),
        (
            "fromJson",
            unary(|text: Str| map_or_error(from_json_text(text.as_bytes()))),
        ),
        (
            "fromJsonArray",
            unary(|text: Str| list_or_error(from_json_text(text.as_bytes()))),
        ),
        (
            "mustFromJson",
            unary(|text: Str| required(from_json_text(text.as_bytes()))),
        ),
        (
            "toYaml",
            unary(|value: Value| to_yaml(&value).unwrap_or_default()),
        ),
        (
            "mustToYaml",
            unary(|value: Value| required(to_yaml(&value))),
        ),
        (
            "toYamlPretty",
            unary(|value: Value| yaml_pretty::to_yaml_pretty(&value)),
        ),
        ("fromYaml", unary(|text: Str| yaml::map_of(text.as_bytes()))),
        (
            "fromYamlArray",
            unary(|text: Str| yaml::list_of(text.as_bytes())),
        ),
    ]);
    functions.extend(toml::functions());
    functions
}

fn required<T, E: std::fmt::Display>(result: std::result::Result<T, E>) -> Result<T> {
    result.map_err(|error| CallError::new(error.to_string()))
}

/// A map with the error's text under the key `Error`.
fn error_map(text: String) -> Value {
    Value::Map(Map::from_iter([("Error", Value::from(text))]))
}

/// What `json.Unmarshal` says of a value of the wrong kind.
fn mismatch(kind: &str, go_type: &str) -> String {
    format!("json: cannot unmarshal {kind} into Go value of type {go_type}")
}

const GO_MAP: &str = "map[string]interface {}";
const GO_LIST: &str = "[]interface {}";

fn map_or_error<E: std::fmt::Display>(value: std::result::Result<Value, E>) -> Value {
    match value {
        Ok(value @ Value::Map(_)) => value,
        Ok(Value::Nil) => Value::Map(Map::nil(&gotmpl::Type::Interface)),
        Ok(other) => error_map(mismatch(json::kind(&other), GO_MAP)),
        Err(error) => error_map(error.to_string()),
    }
}

fn list_or_error<E: std::fmt::Display>(value: std::result::Result<Value, E>) -> Value {
    match value {
        Ok(value @ Value::List(_)) => value,
        Ok(Value::Nil) => Value::List(gotmpl::List::nil(&gotmpl::Type::Interface)),
        Ok(other) => Value::list(vec![Value::from(mismatch(json::kind(&other), GO_LIST))]),
        Err(error) => Value::list(vec![Value::from(error.to_string())]),
    }
}
