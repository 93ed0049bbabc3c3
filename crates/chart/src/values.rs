//! Values: what a user sets, from files and flags.

mod json;
mod merge;
mod methods;
mod set;

use gotmpl::{Map, MapName, Str, Value};

pub(crate) use merge::{deep_copy, merge};
pub use set::SetError;

use crate::chart::Chart;
use crate::coalesce::{Nulls, TypeMismatch, coalesce, coalesce_tables};
use crate::log::Log;
use crate::yaml::{self, YamlError};

/// The type that `.Values` has in templates.
pub(crate) static VALUES: MapName = MapName {
    name: "common.Values",
    method: methods::find,
};

/// The key whose table every chart sees.
pub(crate) const GLOBAL: &str = "global";

/// Why a text holds no values.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ValuesError {
    /// It is no YAML.
    #[error("cannot unmarshal yaml document: {0}")]
    Yaml(#[from] YamlError),
    /// It is no map.
    #[error(
        "cannot unmarshal yaml document: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {0} into Go value of type map[string]interface {{}}"
    )]
    NoMap(&'static str),
    /// A separator of documents has something behind it.
    #[error("error reading yaml document: invalid Yaml document separator: {0}")]
    Separator(String),
}

/// What a user sets: the highest of all sources of values.
///
/// ```
/// let mut values = chart::Values::new();
/// values.add_file(b"image:\n  tag: v1\nreplicas: 2")?;
/// values.set("image.tag=v2,hosts={a,b}")?;
/// assert_eq!(values.to_json().to_string(), r#"{"hosts":["a","b"],"image":{"tag":"v2"},"replicas":2.0}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Values(pub(crate) Map);

impl Values {
    /// No values.
    #[must_use]
    pub fn new() -> Values {
        Values::default()
    }

    /// Merges the documents of a values file over the values so far: maps key by key, all else replaced.
    ///
    /// # Errors
    /// The text is no YAML or a document no map.
    pub fn add_file(&mut self, text: &[u8]) -> Result<(), ValuesError> {
        self.0 = merge(&self.0, &read(text)?);
        Ok(())
    }

    /// Values from a JSON object; anything else has none. Numbers become floating-point numbers, as Go decodes them.
    #[must_use]
    pub fn from_json(json: &serde_json::Value) -> Values {
        Values(json.as_object().map(yaml::to_map).unwrap_or_default())
    }

    /// These values over `base`: maps key by key, and a null here removes what is there.
    #[must_use]
    pub fn over(&self, base: &Values, log: &Log) -> Values {
        let values = deep_copy(&self.0);
        coalesce_tables(&values, &base.0, log);
        Values(values)
    }

    /// The values with the chart's defaults and those of the charts that it contains under them.
    ///
    /// # Errors
    /// A contained chart needs a table where the values have something else.
    pub fn with_defaults(&self, chart: &Chart, log: &Log) -> Result<Values, TypeMismatch> {
        coalesce(chart, &self.0, Nulls::Remove, log).map(Values)
    }

    /// The values as a map.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.0
    }

    /// The values as JSON.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        json::from_map(&self.0)
    }
}

impl From<Map> for Values {
    fn from(map: Map) -> Values {
        Values(map)
    }
}

/// Reads the documents of a values file, merged in their order.
pub(crate) fn read(text: &[u8]) -> Result<Map, ValuesError> {
    let mut values = Map::new();
    for document in documents(text)? {
        match yaml::parse_value(document)? {
            Value::Nil => {}
            Value::Map(map) => values = merge(&values, &map),
            Value::List(_) => return Err(ValuesError::NoMap("array")),
            Value::Bool(_) => return Err(ValuesError::NoMap("bool")),
            Value::String(_) => return Err(ValuesError::NoMap("string")),
            _ => return Err(ValuesError::NoMap("number")),
        }
    }
    Ok(values)
}

/// Splits at lines that start with `---`.
fn documents(text: &[u8]) -> Result<Vec<&[u8]>, ValuesError> {
    let mut documents = Vec::new();
    let mut start = 0;
    let marks = memchr::memmem::find_iter(text, b"---");
    for position in marks.filter(|at| *at == 0 || text[at - 1] == b'\n') {
        let rest = &text[position + 3..];
        let rest = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let rest = rest.trim_ascii();
        if !rest.is_empty() && rest[0] != b'#' {
            return Err(ValuesError::Separator(
                String::from_utf8_lossy(rest).into_owned(),
            ));
        }
        documents.push(&text[start..position]);
        start = position;
    }
    documents.push(&text[start..]);
    documents.retain(|document| !document.is_empty());
    Ok(documents)
}

/// The table at a path of keys separated by dots.
pub(crate) fn table(values: &Map, path: &str) -> Option<Map> {
    let mut table = values.clone();
    for key in path.split('.') {
        table = match table.get(key)? {
            Value::Map(inner) => inner,
            _ => return None,
        };
    }
    Some(table)
}

/// The value at a path of keys separated by dots; tables count as no value.
pub(crate) fn path_value(values: &Map, path: &str) -> Option<Value> {
    let value = match path.rsplit_once('.') {
        Some((tables, key)) => table(values, tables)?.get(key)?,
        None => values.get(path)?,
    };
    (!path.is_empty() && !matches!(value, Value::Map(_))).then_some(value)
}

/// A map of one value at a path.
pub(crate) fn at_path(path: &str, value: Map) -> Map {
    if path == "." {
        return value;
    }
    let wrap = |inner: Map, key: &str| Map::from_iter([(Str::from(key), Value::Map(inner))]);
    path.rsplit('.').fold(value, wrap)
}
