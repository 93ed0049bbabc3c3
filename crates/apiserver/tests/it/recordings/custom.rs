//! Definitions and custom resources that were refused or taken.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{difference, recordings, request};
use crate::custom::{DEFINITIONS, define, definition};
use crate::harness::{Api, answer};

/// Cases that read differently, with the reason.
const DIFFERENT: &[(&str, &str)] = &[(
    "crd-values/many",
    "the real server goes through fields in no order",
)];

/// The definition whose objects the recorded requests are of.
pub(super) fn checks() -> Value {
    let keyed = json!({
        "type": "array", "maxItems": 9, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["n"],
        "items": {"type": "object", "required": ["n"], "properties": {"n": {"type": "string"}, "v": {"type": "string"}}},
    });
    let spec = json!({
        "type": "object", "required": ["name"],
        "properties": {
            "name": {"type": "string", "minLength": 2, "maxLength": 5, "pattern": "^[a-z]+$"},
            "kind": {"type": "string", "enum": ["A", "B"]},
            "num": {"type": "integer", "minimum": 1, "maximum": 10, "multipleOf": 2},
            "ex": {"type": "number", "maximum": 1, "exclusiveMaximum": true},
            "list": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2, "x-kubernetes-list-type": "set"},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 2},
            "keyed": keyed,
            "ios": {"x-kubernetes-int-or-string": true},
            "when": {"type": "string", "format": "date-time"},
            "ip": {"type": "string", "format": "ipv4"},
            "replicas": {"type": "integer", "format": "int32"},
            "nul": {"type": "string", "nullable": true},
            "one": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
            "nt": {"type": "string", "not": {"enum": ["bad"]}},
            "fixed": {"type": "string", "maxLength": 9,
                "x-kubernetes-validations": [{"rule": "self == oldSelf", "message": "fixed is fixed"}]},
            "lo": {"type": "integer"},
            "hi": {"type": "integer"},
        },
        "x-kubernetes-validations": [
            {"rule": "!has(self.lo) || !has(self.hi) || self.lo <= self.hi", "message": "lo above hi",
                "reason": "FieldValueForbidden", "fieldPath": ".lo"},
            {"rule": "!has(self.hi) || self.hi < 100", "messageExpression": "'hi is huge'"},
            {"rule": "!has(self.lo) || self.lo > -5"},
        ],
    });
    let status = json!({"type": "object", "properties": {"replicas": {"type": "integer"}}});
    definition(
        "checks",
        "Check",
        "bad.example",
        json!({
            "schema": {"openAPIV3Schema": {"type": "object", "required": ["spec"], "properties": {"spec": spec, "status": status}}},
            "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}},
        }),
    )
}

async fn prepared(group: &str) -> Api {
    let api = Api::new().await;
    for name in ["errors", "errors-c"] {
        api.post("/api/v1/namespaces", &json!({"metadata": {"name": name}}))
            .await;
    }
    if group == "crd-values" {
        define(&api, &checks()).await;
        let base = json!({"metadata": {"name": "base"}, "spec": {"name": "abc", "fixed": "a", "replicas": 1}});
        let created = api
            .post("/apis/bad.example/v1/namespaces/errors/checks", &base)
            .await;
        assert_eq!(created.code, 201, "{}", created.text);
    }
    api
}

fn cases(root: &Path, group: &str) -> Vec<PathBuf> {
    let mut cases: Vec<PathBuf> = fs::read_dir(root.join("errors").join(group))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    cases
}

#[tokio::test]
async fn definitions_and_values_read_as_recorded() {
    let Some(root) = recordings() else { return };
    let (mut alike, mut different) = (0, Vec::new());
    for group in ["crd", "crd-values"] {
        for case in cases(&root, group) {
            let name = format!("{group}/{}", case.file_name().unwrap().to_string_lossy());
            let (Some(request), Ok(text)) = (
                request(&case),
                fs::read_to_string(case.join("response.json")),
            ) else {
                continue;
            };
            let expected: Value = serde_json::from_str(&text).unwrap();
            // These read back what an earlier request made.
            if request.method() == http::Method::GET && request.uri().path() != DEFINITIONS {
                continue;
            }
            let api = prepared(group).await;
            let found = answer(api.send(request).await).await;
            match difference(&expected, &found) {
                None => alike += 1,
                Some(difference) => different.push((name, difference)),
            }
        }
    }
    println!("{alike} alike, {} different", different.len());
    let known: BTreeSet<&str> = DIFFERENT.iter().map(|(name, _)| *name).collect();
    let unexpected: Vec<_> = different
        .iter()
        .filter(|(name, _)| !known.contains(&**name))
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
}
