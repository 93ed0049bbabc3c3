//! The head of a document: what it takes to sort it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use goyaml::{Decoded, ReadOptions, Scalar};

use super::HeadError;
use crate::yaml::{self, YamlError};

/// Kind, name and annotations of an object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) annotations: BTreeMap<String, String>,
}

/// A document whose texts stay where they are, and whose lists are only known to be lists.
enum Outline<'n> {
    Scalar(Scalar<'n>),
    List,
    /// Of a key that was set twice, the last entry counts.
    Map(Vec<(Cow<'n, str>, Outline<'n>)>),
}

impl<'n> Decoded<'n> for Outline<'n> {
    type Entries = Vec<(Cow<'n, str>, Outline<'n>)>;

    fn scalar(scalar: Scalar<'n>) -> Self {
        Outline::Scalar(scalar)
    }

    fn list(_: Vec<Self>) -> Self {
        Outline::List
    }

    fn map(entries: Self::Entries) -> Self {
        Outline::Map(entries)
    }

    fn insert(entries: &mut Self::Entries, key: Cow<'n, str>, value: Self) {
        entries.push((key, value));
    }

    fn contains_key(entries: &Self::Entries, key: &str) -> bool {
        field(entries, key).is_some()
    }
}

impl Head {
    /// Reads a document, all of which has to be YAML.
    pub(crate) fn read(text: &str) -> Result<Head, HeadError> {
        let options = ReadOptions::new(yaml::OPTIONS.dialect);
        let document =
            goyaml::parse_document(text.as_bytes(), &options).map_err(YamlError::from)?;
        let mut head = Head::default();
        let Some(document) = document else {
            return Ok(head);
        };
        let fields = match goyaml::decode(&document, &yaml::OPTIONS).map_err(YamlError::from)? {
            Outline::Scalar(Scalar::Null) => return Ok(head),
            Outline::Map(fields) => fields,
            other => return Err(mismatch(&other, "value of type util.SimpleHead")),
        };
        string(field(&fields, "apiVersion"), "apiVersion")?;
        head.kind = string(field(&fields, "kind"), "kind")?;
        match field(&fields, "metadata") {
            None | Some(Outline::Scalar(Scalar::Null)) => {}
            Some(Outline::Map(metadata)) => {
                head.name = string(field(metadata, "name"), "metadata.name")?;
                head.annotations = annotations(field(metadata, "annotations"))?;
            }
            Some(other) => {
                let place = "struct field .metadata of type struct { Name string \"json:\\\"name\\\"\"; Annotations map[string]string \"json:\\\"annotations\\\"\" }";
                return Err(mismatch(other, place));
            }
        }
        Ok(head)
    }
}

fn field<'a, 'n>(entries: &'a [(Cow<'n, str>, Outline<'n>)], key: &str) -> Option<&'a Outline<'n>> {
    let mut entries = entries.iter().rev();
    entries
        .find(|(other, _)| other == key)
        .map(|(_, value)| value)
}

fn mismatch(found: &Outline<'_>, place: &str) -> HeadError {
    HeadError::Type {
        found: match found {
            Outline::List => "array",
            Outline::Map(_) => "object",
            Outline::Scalar(Scalar::Null) => "null",
            Outline::Scalar(Scalar::Bool(_)) => "bool",
            Outline::Scalar(Scalar::Str(_) | Scalar::Timestamp(_)) => "string",
            Outline::Scalar(Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)) => "number",
        },
        place: place.to_owned(),
    }
}

/// A scalar as text: numbers and booleans become strings.
fn string(value: Option<&Outline<'_>>, field: &str) -> Result<String, HeadError> {
    match value {
        None => Ok(String::new()),
        Some(Outline::Scalar(scalar)) => Ok(match scalar {
            Scalar::Null => String::new(),
            Scalar::Str(text) => text.clone().into_owned(),
            Scalar::Timestamp(text) => text.clone(),
            Scalar::Bool(value) => value.to_string(),
            Scalar::Int(value) => value.to_string(),
            Scalar::Uint(value) => value.to_string(),
            Scalar::Float(value) => gostd::strconv::format_float(*value, 'g', -1),
        }),
        Some(value) => {
            let place = format!("struct field .{field} of type string");
            Err(mismatch(value, &place))
        }
    }
}

fn annotations(value: Option<&Outline<'_>>) -> Result<BTreeMap<String, String>, HeadError> {
    match value {
        None | Some(Outline::Scalar(Scalar::Null)) => Ok(BTreeMap::new()),
        Some(Outline::Map(entries)) => {
            let entry = |(key, value): &(Cow<'_, str>, Outline<'_>)| {
                let text = string(Some(value), &format!("metadata.annotations.{key}"))?;
                Ok((key.clone().into_owned(), text))
            };
            entries.iter().map(entry).collect()
        }
        Some(other) => {
            let place = "struct field .metadata.annotations of type map[string]string";
            Err(mismatch(other, place))
        }
    }
}
