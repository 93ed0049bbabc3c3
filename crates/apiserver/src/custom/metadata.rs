//! The metadata of custom resources and of the objects inside them.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::structural::Structural;

/// What is wrong with the objects inside an object.
pub(super) fn validate_embedded(object: &Value, schema: &Structural) -> ErrorList {
    let mut errors = ErrorList::new();
    walk(object, schema, &FieldPath::root(), &mut errors);
    errors
}

fn walk(value: &Value, schema: &Structural, path: &FieldPath, errors: &mut ErrorList) {
    if schema.embedded && value.is_object() {
        for key in ["apiVersion", "kind"] {
            if value[key].as_str().unwrap_or_default().is_empty() {
                errors.push(Error::required(&path.child(key), "must not be empty"));
            }
        }
    }
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                if let Some(field) = schema.field(name) {
                    walk(inner, field, &path.child(name), errors);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                if let Some(inner) = &schema.items {
                    walk(item, inner, &path.index(index), errors);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
