//! Definitions of custom resources.

use std::collections::BTreeSet;

use apimachinery::Gvk;
use serde_json::{Map, Value, json};

use super::definitions::{Dialect, add_named};
use crate::custom::CustomKind;
use crate::registry::Served;

const OBJECT_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const LIST_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

/// What the old document cannot say.
const NEW_KEYWORDS: [&str; 6] = ["allOf", "anyOf", "oneOf", "not", "nullable", "default"];

/// The name of a custom resource's definition: its group from the end to the beginning, version and kind.
pub(super) fn definition_name(gvk: &Gvk) -> String {
    let group: Vec<&str> = gvk.group.rsplit('.').collect();
    format!("{}.{}.{}", group.join("."), gvk.version, gvk.kind)
}

/// Adds the definitions of a custom resource and of its lists.
pub(super) fn add(
    served: &Served,
    custom: &CustomKind,
    dialect: Dialect,
    seen: &mut BTreeSet<&'static str>,
    out: &mut Map<String, Value>,
) {
    for name in [OBJECT_META, LIST_META] {
        add_named(name, dialect, seen, out);
    }
    let fields: Vec<Value> = custom
        .selectable
        .iter()
        .map(|field| json!({"fieldPath": field}))
        .collect();
    let mut finish = |mut definition: Value, gvk: &Gvk| {
        definition["x-kubernetes-group-version-kind"] =
            json!([{"group": gvk.group, "version": gvk.version, "kind": gvk.kind}]);
        if !fields.is_empty() {
            definition["x-kubernetes-selectable-fields"] = fields.clone().into();
        }
        out.insert(definition_name(gvk), definition);
    };
    finish(object(custom, dialect), &custom.gvk);
    let list = Gvk::new(&*custom.gvk.group, &*custom.gvk.version, &*served.list_kind);
    let items = dialect.reference(&definition_name(&custom.gvk));
    let definition = json!({
        "type": "object",
        "required": ["items"],
        "properties": {
            "apiVersion": {"type": "string"},
            "kind": {"type": "string"},
            "metadata": dialect.wrapped_reference(LIST_META),
            "items": {"type": "array", "items": items},
        },
    });
    finish(definition, &list);
}

fn object(custom: &CustomKind, dialect: Dialect) -> Value {
    let source = published(custom.schema_source(), dialect);
    let is_open = source["x-kubernetes-preserve-unknown-fields"] == true;
    let mut definition = match dialect {
        Dialect::V2 if is_open => json!({"type": "object"}),
        Dialect::V2 | Dialect::V3 => source,
    };
    let properties = &mut definition["properties"];
    if !properties.is_object() {
        *properties = json!({});
    }
    properties["apiVersion"] = json!({"type": "string"});
    properties["kind"] = json!({"type": "string"});
    properties["metadata"] = dialect.wrapped_reference(OBJECT_META);
    definition
}

/// A schema as it is published: with both types where there are two, and in words that the dialect knows.
fn published(schema: &Value, dialect: Dialect) -> Value {
    let Value::Object(schema) = schema else {
        return schema.clone();
    };
    let mut out = schema.clone();
    for key in ["items", "additionalProperties", "not"] {
        if let Some(inner) = out.get_mut(key).filter(|inner| inner.is_object()) {
            *inner = published(inner, dialect);
        }
    }
    if let Some(Value::Object(properties)) = out.get_mut("properties") {
        for inner in properties.values_mut() {
            *inner = published(inner, dialect);
        }
    }
    let is_either = out
        .get("x-kubernetes-int-or-string")
        .is_some_and(|flag| flag == true);
    match dialect {
        Dialect::V3 if is_either && !out.contains_key("anyOf") => {
            out.insert(
                "anyOf".to_owned(),
                json!([{"type": "integer"}, {"type": "string"}]),
            );
        }
        Dialect::V3 => {}
        Dialect::V2 => {
            let vague = is_either || out.get("nullable").is_some_and(|flag| flag == true);
            if vague {
                for key in ["type", "items", "properties"] {
                    out.remove(key);
                }
            }
            for key in NEW_KEYWORDS {
                out.remove(key);
            }
        }
    }
    Value::Object(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_document_says_less() {
        let schema = json!({"type": "object", "properties": {
            "port": {"x-kubernetes-int-or-string": true},
            "note": {"type": "string", "nullable": true, "default": "x"},
        }});
        assert_eq!(
            published(&schema, Dialect::V2),
            json!({"type": "object", "properties": {"port": {"x-kubernetes-int-or-string": true}, "note": {}}})
        );
        assert_eq!(
            published(&schema, Dialect::V3)["properties"]["port"]["anyOf"],
            json!([{"type": "integer"}, {"type": "string"}])
        );
    }
}
