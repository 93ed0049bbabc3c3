//! Lists in which nothing may occur twice.

use std::collections::BTreeSet;

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::{Map, Value};

use super::structural::{ListType, Structural};

/// The items of sets and keyed lists that occur twice.
pub(crate) fn validate(value: &Value, schema: &Structural) -> ErrorList {
    let mut errors = ErrorList::new();
    walk(value, schema, &FieldPath::root(), &mut errors);
    errors
}

fn walk(value: &Value, schema: &Structural, path: &FieldPath, errors: &mut ErrorList) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                let Some(field) = schema.field(name) else {
                    continue;
                };
                let path = if schema.properties.contains_key(name) {
                    path.child(name)
                } else {
                    path.key(name)
                };
                walk(inner, field, &path, errors);
            }
        }
        Value::Array(items) => {
            errors.extend(repeated(items, &schema.list_type, path));
            if let Some(inner) = &schema.items {
                for (index, item) in items.iter().enumerate() {
                    walk(item, inner, &path.index(index), errors);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The items whose key, or which themselves, have occurred before.
fn repeated(items: &[Value], list_type: &ListType, path: &FieldPath) -> Vec<Error> {
    let key = |item: &Value| -> Value {
        match list_type {
            ListType::Map(keys) => {
                let entries = keys
                    .iter()
                    .filter_map(|key| Some((key.clone(), item.get(key)?.clone())));
                Value::Object(entries.collect::<Map<_, _>>())
            }
            ListType::Set | ListType::Atomic => item.clone(),
        }
    };
    if *list_type == ListType::Atomic {
        return Vec::new();
    }
    let (mut seen, mut told) = (BTreeSet::new(), BTreeSet::new());
    let mut errors = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let key = key(item);
        let text = key.to_string();
        if !seen.insert(text.clone()) && told.insert(text) {
            errors.push(Error::duplicate(&path.index(index), key));
        }
    }
    errors
}
