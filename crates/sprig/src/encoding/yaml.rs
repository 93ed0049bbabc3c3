//! YAML by way of JSON, as `sigs.k8s.io/yaml` has it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gotmpl::{Map, Str, Type, Value};
use goyaml::{
    DecodeOptions, Decoded, Dialect, Emitter, Layout, ReadOptions, Scalar, decode, parse_document,
    sort_by_key,
};

use super::json::{EncodeError, text_form, to_json};
use super::{GO_LIST, GO_MAP, error_map, mismatch};

/// Helm's `toYaml`: the YAML of a value's JSON, without the line break at the end.
///
/// # Errors
/// The value has no JSON.
pub fn to_yaml(value: &Value) -> Result<String, YamlError> {
    let mut emitter = Emitter::new(Layout::V2);
    emit(&mut emitter, value, 1000)?;
    let mut text = emitter.finish();
    if text.ends_with('\n') {
        text.pop();
    }
    Ok(text)
}

/// A value that has no YAML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("error marshaling into JSON: {0}")]
pub struct YamlError(#[from] EncodeError);

fn emit(emitter: &mut Emitter, value: &Value, depth: usize) -> Result<(), EncodeError> {
    if depth == 0 {
        return Err(EncodeError::Value(format!(
            "encountered a cycle via {}",
            value.type_name()
        )));
    }
    match value {
        Value::Nil => emitter.scalar(&Scalar::Null),
        Value::Bool(flag) => emitter.scalar(&Scalar::Bool(*flag)),
        Value::Int(number) | Value::Int64(number) => emitter.scalar(&Scalar::Int(*number)),
        Value::Uint8(number) => emitter.scalar(&Scalar::Int(i64::from(*number))),
        Value::Uint64(number) => emitter.scalar(&Scalar::Uint(*number)),
        Value::Float64(number) if number.is_finite() => {
            emitter.scalar(&Scalar::from_json_float(*number));
        }
        Value::String(text) => emitter.string(&text.to_str()),
        Value::List(list) if !list.is_nil() && list.to_bytes().is_none() => {
            emitter.begin_sequence(list.is_empty());
            for item in list.items() {
                emit(emitter, item, depth - 1)?;
            }
            if !list.is_empty() {
                emitter.end_sequence();
            }
        }
        Value::Map(map) if !map.is_nil() => {
            let entries = map.borrow();
            let mut entries: Vec<(Cow<'_, str>, &Value)> = entries
                .iter()
                .map(|(key, item)| (key.to_str(), item))
                .collect();
            emit_mapping(emitter, &mut entries, depth)?;
        }
        Value::Object(object) if text_form(value).is_none() => match object.underlying() {
            Some(plain) => emit(emitter, &plain, depth - 1)?,
            None => {
                let fields = object.json_fields();
                let mut entries: Vec<(Cow<'_, str>, &Value)> = fields
                    .iter()
                    .map(|(name, item)| (Cow::Borrowed(*name), item))
                    .collect();
                emit_mapping(emitter, &mut entries, depth)?;
            }
        },
        // What is left is a text or nothing in JSON, or an error.
        _ => match super::json_decode::from_json_text(to_json(value)?.as_bytes()) {
            Ok(Value::String(text)) => emitter.string(&text.to_str()),
            _ => emitter.scalar(&Scalar::Null),
        },
    }
    Ok(())
}

fn emit_mapping(
    emitter: &mut Emitter,
    entries: &mut Vec<(Cow<'_, str>, &Value)>,
    depth: usize,
) -> Result<(), EncodeError> {
    emitter.begin_mapping(entries.is_empty());
    if entries.is_empty() {
        return Ok(());
    }
    sort_by_key(entries, |(key, _)| key);
    for (key, value) in entries {
        emitter.key(key);
        emit(emitter, value, depth - 1)?;
    }
    emitter.end_mapping();
    Ok(())
}

/// Why a text did not become a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FromYamlError {
    /// The text is not YAML, or has no JSON.
    #[error("error converting YAML to JSON: {0}")]
    Yaml(#[from] goyaml::Error),
}

/// Reads the first document of a text; all numbers are `float64`, no document is nil.
///
/// # Errors
/// The texts of `sigs.k8s.io/yaml`, see [`FromYamlError`].
pub fn from_yaml_text(text: &[u8]) -> Result<Value, FromYamlError> {
    let options = DecodeOptions {
        dialect: Dialect::V2,
        strict: false,
    };
    match parse_document(text, &ReadOptions::new(options.dialect))? {
        Some(node) => Ok(decode::<Item>(&node, &options)?.0),
        None => Ok(Value::Nil),
    }
}

/// A value while it is decoded.
struct Item(Value);

impl<'n> Decoded<'n> for Item {
    type Entries = BTreeMap<Str, Value>;

    fn scalar(scalar: Scalar<'n>) -> Self {
        Item(match scalar {
            Scalar::Null => Value::Nil,
            Scalar::Bool(flag) => Value::Bool(flag),
            Scalar::Int(number) => Value::Float64(number as f64),
            Scalar::Uint(number) => Value::Float64(number as f64),
            Scalar::Float(number) => Value::Float64(number),
            Scalar::Str(text) => Value::from(&*text),
            Scalar::Timestamp(text) => Value::from(text),
        })
    }

    fn list(items: Vec<Self>) -> Self {
        Item(Value::list(
            items.into_iter().map(|Item(item)| item).collect(),
        ))
    }

    fn map(entries: Self::Entries) -> Self {
        Item(Value::Map(Map::of(&Type::Interface, entries)))
    }

    fn insert(entries: &mut Self::Entries, key: Cow<'n, str>, Item(value): Self) {
        entries.insert(Str::from(key), value);
    }

    fn contains_key(entries: &Self::Entries, key: &str) -> bool {
        entries.contains_key(key.as_bytes())
    }
}

fn decoding(kind: &str, go_type: &str) -> String {
    format!(
        "error unmarshaling JSON: while decoding JSON: {}",
        mismatch(kind, go_type)
    )
}

/// `fromYaml`: a map, with the error in it if there is one.
pub(super) fn map_of(text: &[u8]) -> Value {
    match from_yaml_text(text) {
        Ok(value @ Value::Map(_)) => value,
        Ok(Value::Nil) => Value::Map(Map::new()),
        Ok(other) => error_map(decoding(super::json::kind(&other), GO_MAP)),
        Err(error) => error_map(error.to_string()),
    }
}

/// `fromYamlArray`: a list, with the error as its item if there is one.
pub(super) fn list_of(text: &[u8]) -> Value {
    match from_yaml_text(text) {
        Ok(value @ Value::List(_)) => value,
        Ok(Value::Nil) => Value::list(Vec::new()),
        Ok(other) => Value::list(vec![Value::from(decoding(
            super::json::kind(&other),
            GO_LIST,
        ))]),
        Err(error) => Value::list(vec![Value::from(error.to_string())]),
    }
}
