//! The three-way merge of kinds without a schema: what `kubectl apply` sends for custom resources.

use serde_json::{Map, Value};

use crate::merge_patch;

/// The merge patch that brings `current` to `modified` and removes what `original` had beyond it.
///
/// `original` is what was applied last (`Null` if nothing was), `modified` what is to be applied
/// now. What others added to `current` stays.
#[must_use]
pub fn create(original: &Value, modified: &Value, current: &Value) -> Value {
    let empty = Value::Object(Map::new());
    let original = if original.is_null() { &empty } else { original };
    let mut patch = only_removals(&merge_patch::create(original, modified));
    add(
        &mut patch,
        only_values(&merge_patch::create(current, modified)),
    );
    Value::Object(patch)
}

fn only_removals(patch: &Value) -> Map<String, Value> {
    let mut kept = Map::new();
    for (key, value) in patch.as_object().into_iter().flatten() {
        let value = match value {
            Value::Null => Value::Null,
            Value::Object(_) => Value::Object(only_removals(value)),
            _ => continue,
        };
        if value.as_object().is_none_or(|fields| !fields.is_empty()) {
            kept.insert(key.clone(), value);
        }
    }
    kept
}

/// The additions and changes. An object that is empty because it was written so is a value.
fn only_values(patch: &Value) -> Map<String, Value> {
    let mut kept = Map::new();
    for (key, value) in patch.as_object().into_iter().flatten() {
        let value = match value {
            Value::Null => continue,
            Value::Object(fields) if !fields.is_empty() => {
                let fields = only_values(value);
                if fields.is_empty() {
                    continue;
                }
                Value::Object(fields)
            }
            _ => value.clone(),
        };
        kept.insert(key.clone(), value);
    }
    kept
}

/// Merges the second patch into the first, so that applying the result is applying both.
fn add(patch: &mut Map<String, Value>, second: Map<String, Value>) {
    for (key, value) in second {
        match (patch.get_mut(&key), value) {
            (Some(Value::Object(first)), Value::Object(second)) => add(first, second),
            (_, value) => {
                patch.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn removes_what_was_applied_and_keeps_what_others_set() {
        let original = json!({"spec": {"a": 1, "gone": 2, "nest": {"x": 1}}});
        let modified = json!({"spec": {"a": 3, "nest": {}}});
        let current =
            json!({"spec": {"a": 1, "gone": 2, "other": 4, "nest": {"x": 1}}, "status": {}});
        let patch = create(&original, &modified, &current);
        assert_eq!(
            patch,
            json!({"spec": {"a": 3, "gone": null, "nest": {"x": null}}})
        );
    }

    #[test]
    fn nothing_to_do_is_an_empty_patch() {
        let object = json!({"spec": {"a": 1}});
        assert_eq!(create(&object, &object, &object), json!({}));
        assert_eq!(create(&Value::Null, &object, &json!({})), object);
    }
}
