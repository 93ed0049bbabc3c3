//! What a junctor speaks of has to be there outside of it.

use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use super::structure::junctors;

/// Checks a schema and those inside it.
pub(super) fn validate(schema: &Value, path: &FieldPath, errors: &mut Vec<Error>) {
    for (_, inner, at) in junctors(schema, path) {
        covered(inner, &at, Some(schema), path, errors);
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

fn covered(
    nested: &Value,
    nested_path: &FieldPath,
    outer: Option<&Value>,
    outer_path: &FieldPath,
    errors: &mut Vec<Error>,
) {
    let Some(outer) = outer else {
        errors.push(Error::required(
            outer_path,
            format!("because it is defined in {nested_path}"),
        ));
        return;
    };
    for (name, inner) in nested["properties"].as_object().into_iter().flatten() {
        let step = |path: &FieldPath| path.child("properties").key(name);
        let known = outer["properties"].get(name);
        covered(inner, &step(nested_path), known, &step(outer_path), errors);
    }
    if nested["items"].is_object() {
        let known = outer.get("items").filter(|items| items.is_object());
        covered(
            &nested["items"],
            &nested_path.child("items"),
            known,
            &outer_path.child("items"),
            errors,
        );
    }
    for (_, inner, at) in junctors(nested, nested_path) {
        covered(inner, &at, Some(outer), outer_path, errors);
    }
}
