//! YAML documents as values.

use gotmpl::{Map, Value};
use goyaml::{DecodeOptions, Dialect};
use sprig::FromYamlError;

/// Why a text is no YAML, as `sigs.k8s.io/yaml` words it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("error converting YAML to JSON: {0}")]
pub struct YamlError(#[from] goyaml::Error);

impl YamlError {
    /// The line of the text where the trouble is, counted from 1; 0 if it is not known.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.0.position.line
    }
}

/// How charts read YAML.
pub(crate) const OPTIONS: DecodeOptions = DecodeOptions {
    dialect: Dialect::V2,
    strict: false,
};

/// Reads the first document of a text.
pub(crate) fn parse(text: &[u8]) -> Result<serde_json::Value, YamlError> {
    Ok(goyaml::yaml_to_json(text, &OPTIONS)?)
}

/// Reads the first document of a text as templates see it: every number is a `float64`.
pub(crate) fn parse_value(text: &[u8]) -> Result<Value, YamlError> {
    sprig::from_yaml_text(text).map_err(|FromYamlError::Yaml(error)| YamlError(error))
}

/// A JSON value as Go decodes it: every number is a `float64`.
pub(crate) fn to_value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(value) => Value::Bool(*value),
        serde_json::Value::Number(number) => Value::Float64(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Value::from(text.as_str()),
        serde_json::Value::Array(items) => {
            items.iter().map(to_value).collect::<gotmpl::List>().into()
        }
        serde_json::Value::Object(entries) => Value::Map(to_map(entries)),
    }
}

/// A JSON object as a map of values.
pub(crate) fn to_map(entries: &serde_json::Map<String, serde_json::Value>) -> Map {
    entries
        .iter()
        .map(|(key, value)| (key.as_str(), to_value(value)))
        .collect()
}

/// The name that Go's JSON decoder has for a kind of value.
pub(crate) fn json_kind(json: &serde_json::Value) -> &'static str {
    match json {
        serde_json::Value::Null => "null",
        serde_json::Value::Bool(_) => "bool",
        serde_json::Value::Number(_) => "number",
        serde_json::Value::String(_) => "string",
        serde_json::Value::Array(_) => "array",
        serde_json::Value::Object(_) => "object",
    }
}
