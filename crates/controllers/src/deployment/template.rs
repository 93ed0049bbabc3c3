use apimachinery::Quantity;
use serde_json::{Map, Value};

/// The label by which a ReplicaSet tells its pods from those of other templates.
pub(super) const HASH_LABEL: &str = "pod-template-hash";

/// Fields whose values are maps of quantities, or one quantity.
const QUANTITIES: [&str; 5] = ["limits", "requests", "overhead", "sizeLimit", "divisor"];

/// Whether two pod templates are the same but for the label `pod-template-hash`: what is absent equals what is empty, and quantities are
/// compared by value.
#[must_use]
pub fn equal_ignoring_hash(a: &Value, b: &Value) -> bool {
    equal(&without_hash(a), &without_hash(b), "")
}

fn without_hash(template: &Value) -> Value {
    let mut template = template.clone();
    if let Some(labels) = template["metadata"]["labels"].as_object_mut() {
        labels.remove(HASH_LABEL);
    }
    template
}

/// Compares two values of the field `name`.
fn equal(a: &Value, b: &Value, name: &str) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let only_in_b = b.iter().filter(|(key, _)| !a.contains_key(*key));
            fields_equal(a, b, name) && only_in_b.into_iter().all(|(_, value)| is_empty(value))
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b, name))
        }
        (Value::String(_) | Value::Number(_), Value::String(_) | Value::Number(_))
            if QUANTITIES.contains(&name) =>
        {
            a == b
                || Quantity::from_json(a)
                    .is_ok_and(|a| Quantity::from_json(b).is_ok_and(|b| a == b))
        }
        _ => a == b || (is_empty(a) && is_empty(b)),
    }
}

fn fields_equal(a: &Map<String, Value>, b: &Map<String, Value>, name: &str) -> bool {
    let is_quantities = QUANTITIES.contains(&name);
    a.iter().all(|(key, value)| match b.get(key) {
        Some(other) => equal(value, other, if is_quantities { name } else { key }),
        None => is_empty(value),
    })
}

/// Nothing, an empty list, or a map in which everything is empty.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_empty),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_hash_label_does_not_count() {
        let plain = json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"image": "a"}]}});
        let hashed = json!({"metadata": {"labels": {"app": "web", HASH_LABEL: "abc"}}, "spec": {"containers": [{"image": "a"}]}});
        assert!(equal_ignoring_hash(&plain, &hashed));
        assert!(equal_ignoring_hash(&hashed, &plain));
        let other = json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"image": "b"}]}});
        assert!(!equal_ignoring_hash(&plain, &other));
        let labelled = json!({"metadata": {"labels": {"app": "web", "more": "x"}}, "spec": {"containers": [{"image": "a"}]}});
        assert!(!equal_ignoring_hash(&plain, &labelled));
        assert!(!equal_ignoring_hash(&labelled, &hashed));
        let unlabelled = json!({"spec": {}});
        assert!(equal_ignoring_hash(
            &unlabelled,
            &json!({"metadata": {"labels": {HASH_LABEL: "abc"}}, "spec": {}})
        ));
    }

    #[test]
    fn absent_equals_empty_and_quantities_count_by_value() {
        let a = json!({"spec": {"containers": [{"resources": {"limits": {"cpu": "1000m"}}, "env": []}], "volumes": null}});
        let b = json!({"spec": {"containers": [{"resources": {"limits": {"cpu": "1"}}}]}, "metadata": {}});
        assert!(equal_ignoring_hash(&a, &b));
        assert!(equal_ignoring_hash(&b, &a));
        let c = json!({"spec": {"containers": [{"resources": {"limits": {"cpu": "2"}}}]}});
        assert!(!equal_ignoring_hash(&b, &c));
        let labels = |value: &str| json!({"metadata": {"labels": {"limits": value}}});
        assert!(equal_ignoring_hash(&labels("1"), &labels("1")));
    }
}
