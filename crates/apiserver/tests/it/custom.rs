//! Custom resources from their definition to its end.

mod definitions;
mod objects;
mod rules;
mod versions;

use serde_json::{Value, json};

use crate::harness::Api;

pub(crate) const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/// A definition of one version with this schema.
pub(crate) fn definition(plural: &str, kind: &str, group: &str, version: Value) -> Value {
    let mut version = version;
    for (key, value) in [
        ("name", json!("v1")),
        ("served", json!(true)),
        ("storage", json!(true)),
    ] {
        if version.get(key).is_none() {
            version[key] = value;
        }
    }
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{plural}.{group}")},
        "spec": {
            "group": group, "scope": "Namespaced",
            "names": {"plural": plural, "kind": kind, "shortNames": [&plural[..2]], "categories": ["all"]},
            "versions": [version],
        },
    })
}

/// Makes the definition, which has to be accepted.
pub(crate) async fn define(api: &Api, definition: &Value) {
    let created = api.post(DEFINITIONS, definition).await;
    assert_eq!(created.code, 201, "{}", created.text);
}

pub(crate) fn gadgets() -> Value {
    let spec = json!({"type": "object", "properties": {
        "size": {"type": "integer", "default": 3, "minimum": 1, "maximum": 9},
        "replicas": {"type": "integer"},
        "note": {"type": "string"},
        "color": {"type": "string", "enum": ["red", "blue"]},
        "port": {"x-kubernetes-int-or-string": true},
    }});
    let status = json!({"type": "object", "properties": {
        "replicas": {"type": "integer"}, "selector": {"type": "string"},
    }});
    definition(
        "gadgets",
        "Gadget",
        "made.example",
        json!({
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec, "status": status}}},
            "subresources": {"status": {}, "scale": {
                "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
                "labelSelectorPath": ".status.selector",
            }},
            "additionalPrinterColumns": [
                {"name": "Size", "type": "integer", "jsonPath": ".spec.size"},
                {"name": "Born", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
                {"name": "Note", "type": "string", "priority": 1, "jsonPath": ".spec.note"},
                {"name": "Odd", "type": "string", "jsonPath": ".spec["},
            ],
            "selectableFields": [{"jsonPath": ".spec.color"}],
        }),
    )
}
