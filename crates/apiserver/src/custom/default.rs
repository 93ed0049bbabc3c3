//! Filling in what an object leaves out.

use serde_json::Value;

use super::structural::Structural;

/// Fills in the defaults of the schema, from the top down, so that a default object gets the defaults of its own fields.
/// A null where there may be none counts as left out.
pub(crate) fn fill(value: &mut Value, schema: &Structural) {
    match value {
        Value::Object(map) => {
            for (name, field) in &schema.properties {
                let left_out = match map.get(name) {
                    None => true,
                    Some(Value::Null) => !field.nullable,
                    Some(_) => false,
                };
                match &field.default {
                    Some(default) if left_out => {
                        map.insert(name.clone(), default.clone());
                    }
                    Some(_) => {}
                    None if left_out => {
                        map.remove(name);
                    }
                    None => {}
                }
            }
            for (name, inner) in map.iter_mut() {
                if let Some(field) = schema.field(name) {
                    fill_null(inner, field);
                    fill(inner, field);
                }
            }
        }
        Value::Array(items) => {
            if let Some(inner) = &schema.items {
                for item in items {
                    fill_null(item, inner);
                    fill(item, inner);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn fill_null(value: &mut Value, schema: &Structural) {
    if let (Value::Null, false, Some(default)) = (&*value, schema.nullable, &schema.default) {
        *value = default.clone();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn defaults_have_defaults_and_nulls_are_left_out() {
        let schema = Structural::parse(&json!({
            "type": "object",
            "properties": {
                "a": {"type": "object", "default": {}, "properties": {"b": {"type": "integer", "default": 1}}},
                "plain": {"type": "string"},
                "null": {"type": "string", "nullable": true, "default": "x"},
                "list": {"type": "array", "items": {"type": "object", "properties": {"c": {"type": "string", "default": "d"}}}},
                "map": {"type": "object", "additionalProperties": {"type": "string", "default": "e"}},
            },
        }));
        let mut value =
            json!({"plain": null, "null": null, "list": [{}, {"c": null}], "map": {"k": null}});
        fill(&mut value, &schema);
        assert_eq!(
            value,
            json!({"a": {"b": 1}, "null": null, "list": [{"c": "d"}, {"c": "d"}], "map": {"k": "e"}})
        );
    }
}
