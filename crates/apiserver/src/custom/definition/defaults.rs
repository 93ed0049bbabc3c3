use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use crate::custom::structural::Structural;
use crate::custom::validate::validate_default;
use crate::custom::{list_types, prune};

/// Checks that every default would be accepted where it is filled in.
pub(super) fn validate(schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    if let Some(default) = schema.get("default") {
        errors.extend(one(schema, default, &path.child("default")));
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        validate(inner, &path.child("properties").key(name), errors);
    }
    for key in ["items", "additionalProperties"] {
        if schema[key].is_object() {
            validate(&schema[key], &path.child(key), errors);
        }
    }
}

fn one(schema: &Value, default: &Value, path: &FieldPath) -> Vec<Error> {
    let structural = Structural::parse(schema);
    if default.is_null() && !structural.nullable {
        return vec![Error::invalid(path, Value::Null, "must not be null")];
    }
    let mut pruned = default.clone();
    if !prune::prune_value(&mut pruned, &structural).is_empty() {
        return vec![Error::invalid(
            path,
            default.clone(),
            "must not have unknown fields",
        )];
    }
    let mut found = validate_default(default, &structural);
    found.extend(list_types::validate(default, &structural));
    found
        .into_iter()
        .map(|mut error| {
            let at = match error.field.as_str() {
                "" => path.clone(),
                inner if inner.starts_with('[') => FieldPath::new(&format!("{path}{inner}")),
                inner => path.child(inner),
            };
            error.field = at;
            error
        })
        .collect()
}
