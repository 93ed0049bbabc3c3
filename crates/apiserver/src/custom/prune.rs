//! Dropping the fields that a schema does not know.

use serde_json::{Map, Value};

use super::structural::{Additional, Structural};

/// What the object at the root has whatever its schema says, and embedded ones as well.
const OBJECT_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Drops what the schema does not know, and returns the paths of what was dropped, sorted.
pub(crate) fn prune(object: &mut Value, schema: &Structural) -> Vec<String> {
    let mut dropped = Vec::new();
    value(object, schema, true, &mut String::new(), &mut dropped);
    dropped.sort();
    dropped
}

/// Drops what the schema does not know from a value inside an object.
pub(crate) fn prune_value(inner: &mut Value, schema: &Structural) -> Vec<String> {
    let mut dropped = Vec::new();
    value(inner, schema, false, &mut String::new(), &mut dropped);
    dropped
}

fn value(
    object: &mut Value,
    schema: &Structural,
    is_object: bool,
    path: &mut String,
    dropped: &mut Vec<String>,
) {
    match object {
        Value::Object(map) => fields(map, schema, is_object || schema.embedded, path, dropped),
        Value::Array(items) => {
            let Some(inner) = &schema.items else { return };
            for (index, item) in items.iter_mut().enumerate() {
                let length = path.len();
                path.push_str(&format!("[{index}]"));
                value(item, inner, false, path, dropped);
                path.truncate(length);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn fields(
    map: &mut Map<String, Value>,
    schema: &Structural,
    is_object: bool,
    path: &mut String,
    dropped: &mut Vec<String>,
) {
    let keeps_all =
        schema.preserve_unknown || matches!(schema.additional, Some(Additional::Bool(true)));
    map.retain(|name, inner| {
        if is_object && OBJECT_FIELDS.contains(&&**name) {
            return true;
        }
        let length = path.len();
        if length > 0 {
            path.push('.');
        }
        path.push_str(name);
        let known = match schema.field(name) {
            Some(field) => {
                value(inner, field, false, path, dropped);
                true
            }
            None => keeps_all,
        };
        if !known {
            dropped.push(path.clone());
        }
        path.truncate(length);
        known
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_schema_does_not_know_goes() {
        let schema = Structural::parse(&json!({
            "type": "object",
            "properties": {"spec": {"type": "object", "properties": {
                "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                    "properties": {"strict": {"type": "object"}}},
                "map": {"type": "object", "additionalProperties": {"type": "object", "properties": {"a": {"type": "string"}}}},
                "list": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}},
                "pod": {"type": "object", "x-kubernetes-embedded-resource": true, "properties": {}},
            }}},
        }));
        let mut object = json!({
            "apiVersion": "e/v1", "kind": "E", "metadata": {"name": "e"}, "extra": 1,
            "spec": {
                "free": {"x": 1, "strict": {"y": 1}},
                "map": {"k": {"a": "1", "b": "2"}},
                "list": [{"a": "1"}, {"b": "2"}],
                "pod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {}},
            },
        });
        let dropped = prune(&mut object, &schema);
        assert_eq!(
            dropped,
            [
                "extra",
                "spec.free.strict.y",
                "spec.list[1].b",
                "spec.map.k.b",
                "spec.pod.spec"
            ]
        );
        assert_eq!(
            object["spec"],
            json!({
                "free": {"x": 1, "strict": {}},
                "map": {"k": {"a": "1"}},
                "list": [{"a": "1"}, {}],
                "pod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}},
            })
        );
    }
}
