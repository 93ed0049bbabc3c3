use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use super::{items, simple_path, text};

const TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
const FORMATS: [&str; 8] = [
    "byte",
    "date",
    "date-time",
    "double",
    "float",
    "int32",
    "int64",
    "password",
];

/// Checks the columns of a version's table. Their paths are hardly looked at.
pub(super) fn validate(version: &Value, path: &FieldPath) -> Vec<Error> {
    let mut errors = Vec::new();
    for (index, column) in items(&version["additionalPrinterColumns"]).enumerate() {
        let path = path.child("additionalPrinterColumns").index(index);
        if text(column, "name").is_empty() {
            errors.push(Error::required(&path.child("name"), ""));
        }
        let word = |key: &str, known: &[&str]| {
            let detail = format!("must be one of {}", known.join(","));
            Error::invalid(&path.child(key), text(column, key), detail)
        };
        match text(column, "type") {
            "" => {
                let detail = format!("must be one of {}", TYPES.join(","));
                errors.push(Error::required(&path.child("type"), detail));
            }
            kind if !TYPES.contains(&kind) => errors.push(word("type", &TYPES)),
            _ => {}
        }
        let format = text(column, "format");
        if !format.is_empty() && !FORMATS.contains(&format) {
            errors.push(word("format", &FORMATS));
        }
        errors.extend(simple_path(
            text(column, "jsonPath"),
            &path.child("JSONPath"),
        ));
    }
    errors
}
