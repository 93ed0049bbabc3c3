//! JSON merge patches (RFC 7386).

use serde_json::{Map, Value};

/// Applies a merge patch: objects are merged, `null` removes, everything else replaces.
#[must_use]
pub fn apply(document: Value, patch: Value) -> Value {
    match (document, patch) {
        (Value::Object(mut fields), Value::Object(patch)) => {
            merge(&mut fields, patch);
            Value::Object(fields)
        }
        (_, patch) => without_nulls(patch),
    }
}

fn merge(fields: &mut Map<String, Value>, patch: Map<String, Value>) {
    for (key, value) in patch {
        if value.is_null() {
            fields.remove(&key);
            continue;
        }
        let merged = match fields.remove(&key) {
            Some(present) => apply(present, value),
            None => without_nulls(value),
        };
        fields.insert(key, merged);
    }
}

/// A patch's value where the document has nothing to merge it with: its removals say nothing.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key, without_nulls(value)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        scalar => scalar,
    }
}

/// The merge patch that makes `modified` of `original`.
#[must_use]
pub fn create(original: &Value, modified: &Value) -> Value {
    match (original, modified) {
        (Value::Object(original), Value::Object(modified)) => {
            Value::Object(difference(original, modified))
        }
        _ => modified.clone(),
    }
}

fn difference(original: &Map<String, Value>, modified: &Map<String, Value>) -> Map<String, Value> {
    let mut patch = Map::new();
    for (key, value) in modified {
        match original.get(key) {
            Some(present) if present == value => {}
            Some(Value::Object(present)) if value.is_object() => {
                let inner = value.as_object().map(|value| difference(present, value));
                patch.insert(key.clone(), Value::Object(inner.unwrap_or_default()));
            }
            _ => {
                patch.insert(key.clone(), value.clone());
            }
        }
    }
    for key in original.keys().filter(|key| !modified.contains_key(*key)) {
        patch.insert(key.clone(), Value::Null);
    }
    patch
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_examples_of_the_rfc() {
        let cases = [
            (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
            (
                json!({"a": "b"}),
                json!({"b": "c"}),
                json!({"a": "b", "b": "c"}),
            ),
            (json!({"a": "b"}), json!({"a": null}), json!({})),
            (
                json!({"a": "b", "b": "c"}),
                json!({"a": null}),
                json!({"b": "c"}),
            ),
            (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
            (
                json!({"a": {"b": "c"}}),
                json!({"a": {"b": "d", "c": null}}),
                json!({"a": {"b": "d"}}),
            ),
            (
                json!({"a": [{"b": "c"}]}),
                json!({"a": [1]}),
                json!({"a": [1]}),
            ),
            (
                json!({}),
                json!({"a": {"bb": {"ccc": null}}}),
                json!({"a": {"bb": {}}}),
            ),
        ];
        for (document, patch, expected) in cases {
            assert_eq!(apply(document, patch.clone()), expected, "{patch}");
        }
    }

    #[test]
    fn a_created_patch_says_only_what_differs() {
        let original = json!({"a": {"b": 1, "c": 2}, "l": [1], "same": {"x": 1}});
        let modified = json!({"a": {"b": 1, "d": 3}, "l": [2], "same": {"x": 1}});
        let patch = create(&original, &modified);
        assert_eq!(patch, json!({"a": {"c": null, "d": 3}, "l": [2]}));
        assert_eq!(apply(original, patch), modified);
    }
}
