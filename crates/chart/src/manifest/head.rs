//! The head of a document: what it takes to sort it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::HeadError;
use crate::metadata;
use crate::yaml;

/// Kind, name and annotations of an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) annotations: BTreeMap<String, String>,
}

impl Head {
    /// Reads a document, all of which has to be YAML.
    pub(crate) fn read(text: &str) -> Result<Head, HeadError> {
        let document = yaml::parse(text.as_bytes())?;
        let mut head = Head::default();
        let fields = match &document {
            Value::Null => return Ok(head),
            Value::Object(fields) => fields,
            other => return Err(mismatch(other, "value of type util.SimpleHead")),
        };
        string(fields.get("apiVersion"), "apiVersion")?;
        head.kind = string(fields.get("kind"), "kind")?;
        match fields.get("metadata") {
            None | Some(Value::Null) => {}
            Some(Value::Object(metadata)) => {
                head.name = string(metadata.get("name"), "metadata.name")?;
                head.annotations = annotations(metadata.get("annotations"))?;
            }
            Some(other) => {
                let place = "struct field SimpleHead.metadata of type struct { Name string \"json:\\\"name\\\"\"; Annotations map[string]string \"json:\\\"annotations\\\"\" }";
                return Err(mismatch(other, place));
            }
        }
        Ok(head)
    }
}

fn mismatch(found: &Value, place: &str) -> HeadError {
    HeadError::Type {
        found: yaml::json_kind(found),
        place: place.to_owned(),
    }
}

fn string(value: Option<&Value>, field: &str) -> Result<String, HeadError> {
    match value {
        None | Some(Value::Null) => Ok(String::new()),
        Some(value) => metadata::text(value).ok_or_else(|| {
            mismatch(
                value,
                &format!("struct field SimpleHead.{field} of type string"),
            )
        }),
    }
}

fn annotations(value: Option<&Value>) -> Result<BTreeMap<String, String>, HeadError> {
    match value {
        None | Some(Value::Null) => Ok(BTreeMap::new()),
        Some(Value::Object(entries)) => {
            let entries = entries.iter();
            entries
                .map(|(key, value)| Ok((key.clone(), string(Some(value), "metadata.annotations")?)))
                .collect()
        }
        Some(other) => {
            let place = "struct field SimpleHead.metadata.annotations of type map[string]string";
            Err(mismatch(other, place))
        }
    }
}
