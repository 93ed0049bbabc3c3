//! The fields by which objects of a version may be selected.

use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use super::{items, text};

const MAX_FIELDS: usize = 8;

/// Checks that every path leads to a scalar that the schema knows.
pub(super) fn validate(version: &Value, path: &FieldPath) -> Vec<Error> {
    let path = path.child("selectableFields");
    let mut errors = Vec::new();
    let mut seen = Vec::new();
    for (index, field) in items(&version["selectableFields"]).enumerate() {
        let (json_path, at) = (text(field, "jsonPath"), path.index(index).child("jsonPath"));
        if json_path.is_empty() {
            errors.push(Error::required(&at, ""));
            continue;
        }
        if let Some(fault) = fault(&version["schema"]["openAPIV3Schema"], json_path) {
            errors.push(Error::invalid(&at, json_path, fault));
            continue;
        }
        if seen.contains(&json_path) {
            errors.push(Error::duplicate(&at, json_path));
        }
        seen.push(json_path);
    }
    let count = items(&version["selectableFields"]).count();
    if count > MAX_FIELDS {
        errors.push(Error::too_many(&path, count, MAX_FIELDS));
    }
    errors
}

/// The name in field selectors for a path.
pub(crate) fn field_of(json_path: &str) -> &str {
    json_path.trim_start_matches('.')
}

fn fault(schema: &Value, json_path: &str) -> Option<String> {
    let Some(fields) = json_path.strip_prefix('.') else {
        return Some("is an invalid path: does not start with .".to_owned());
    };
    let mut at = schema;
    for name in fields.split('.') {
        match at["properties"].get(name) {
            Some(inner) => at = inner,
            None => {
                return Some("is an invalid path: does not refer to a valid field".to_owned());
            }
        }
    }
    if fields.starts_with("metadata") {
        return Some("is an invalid path: must not refer to fields in metadata".to_owned());
    }
    match text(at, "type") {
        "string" | "boolean" | "integer" => None,
        _ => Some("must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.".to_owned()),
    }
}
