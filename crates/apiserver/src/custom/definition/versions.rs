//! The versions of a definition.
//!
//! What all versions have in common is told of as if it stood beside them: so the real server holds definitions.

use std::collections::BTreeSet;

use apimachinery::field::{Error, FieldPath};
use serde_json::{Map, Value, json};

use super::{items, text};

/// Which parts are the same in all versions.
pub(super) struct Hoisted {
    pub(super) schema: bool,
    pub(super) subresources: bool,
    pub(super) columns: bool,
    pub(super) selectable: bool,
}

impl Hoisted {
    pub(super) fn of(spec: &Value) -> Self {
        let same = |key: &str| {
            let mut all = items(&spec["versions"]).map(|version| &version[key]);
            let first = all.next();
            all.all(|other| Some(other) == first)
        };
        Self {
            schema: same("schema"),
            subresources: same("subresources"),
            columns: same("additionalPrinterColumns"),
            selectable: same("selectableFields"),
        }
    }
}

pub(super) fn missing_schemas(spec: &Value, path: &FieldPath) -> Vec<Error> {
    let versions = items(&spec["versions"]).enumerate();
    versions
        .filter(|(_, version)| !version["schema"]["openAPIV3Schema"].is_object())
        .map(|(index, _)| {
            let at = path.child("versions").index(index).child("schema");
            Error::required(&at.child("openAPIV3Schema"), "")
        })
        .collect()
}

/// Checks that names are unique and that one version is stored.
pub(super) fn flags(spec: &Value, hoisted: &Hoisted, path: &FieldPath) -> Vec<Error> {
    let mut errors = Vec::new();
    let names: BTreeSet<&str> = items(&spec["versions"])
        .map(|version| text(version, "name"))
        .collect();
    let shown = || in_memory(spec, hoisted);
    if names.len() < items(&spec["versions"]).count() {
        errors.push(Error::invalid(
            path,
            shown(),
            "must contain unique version names",
        ));
    }
    let stored = items(&spec["versions"])
        .filter(|version| version["storage"] == true)
        .count();
    if stored != 1 {
        let detail = "must have exactly one version marked as storage version";
        errors.push(Error::invalid(path, Value::Null, detail).shown_as(shown()));
    }
    errors
}

/// The versions as the real server holds them, in the order of its fields.
fn in_memory(spec: &Value, hoisted: &Hoisted) -> String {
    let versions = items(&spec["versions"]).map(|version| {
        let part = |key: &str, hoisted: bool| match version.get(key) {
            Some(part) if !hoisted => go_names(part),
            Some(_) | None => Value::Null,
        };
        let fields = [
            ("Name", version["name"].clone()),
            ("Served", version["served"].clone()),
            ("Storage", version["storage"].clone()),
            ("Deprecated", json!(version["deprecated"] == true)),
            ("DeprecationWarning", version["deprecationWarning"].clone()),
            ("Schema", part("schema", hoisted.schema)),
            ("Subresources", part("subresources", hoisted.subresources)),
            (
                "AdditionalPrinterColumns",
                part("additionalPrinterColumns", hoisted.columns),
            ),
            (
                "SelectableFields",
                part("selectableFields", hoisted.selectable),
            ),
        ];
        let fields: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("\"{name}\":{value}"))
            .collect();
        format!("{{{}}}", fields.join(","))
    });
    format!("[{}]", versions.collect::<Vec<_>>().join(","))
}

/// A value with the names of Go's fields, which begin with a capital.
fn go_names(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let fields = map.iter().map(|(name, value)| {
                let mut letters = name.chars();
                let first = letters.next().map(|first| first.to_ascii_uppercase());
                (
                    first.into_iter().chain(letters).collect::<String>(),
                    go_names(value),
                )
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Value::Array(list) => list.iter().map(go_names).collect(),
        other => other.clone(),
    }
}
