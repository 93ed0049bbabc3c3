//! What holds of server-side apply whatever is applied.

use proptest::collection::{btree_map, btree_set};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{Applier, apply};
use crate::custom::Structural;
use crate::typing::Typing;

fn schema() -> Structural {
    let item = json!({"type": "object", "required": ["n"], "properties": {"n": {"type": "string"}, "v": {"type": "string"}}});
    Structural::parse(&json!({"type": "object", "properties": {
        "map": {"type": "object", "additionalProperties": {"type": "string"}},
        "set": {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
        "keyed": {"type": "array", "items": item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["n"]},
        "whole": {"type": "array", "items": {"type": "string"}},
    }}))
}

/// An object with some of these names everywhere where names can be.
fn object(names: &'static [&'static str]) -> impl Strategy<Value = Value> {
    let some = || btree_set(prop::sample::select(names), 0..4);
    let values = btree_map(prop::sample::select(names), "[12]", 0..4);
    (values.clone(), some(), values).prop_map(|(map, set, keyed)| {
        let keyed: Vec<Value> = keyed
            .into_iter()
            .map(|(name, value)| json!({"n": name, "v": value}))
            .collect();
        // An empty list says nothing: the real server, too, leaves it out or in as it came to be.
        let mut object = said(&json!({"map": map, "set": set, "keyed": keyed}));
        object["metadata"] = json!({"name": "o"});
        object
    })
}

fn applied(live: &Value, object: &Value, manager: &str, schema: &Structural) -> Value {
    let applier = Applier {
        manager: manager.to_owned(),
        api_version: "made.example/v1".to_owned(),
        subresource: String::new(),
        time: "2026-01-01T00:00:00Z".to_owned(),
        force: false,
        own_status: false,
    };
    apply(live, object, Typing::Custom(schema), &applier).expect("nobody else manages it")
}

/// What an object says, without the order of its lists and without what is empty.
fn said(object: &Value) -> Value {
    let mut out = Map::new();
    for key in ["map", "set", "keyed"] {
        let mut value = object[key].clone();
        if let Some(items) = value.as_array_mut() {
            items.sort_by_key(ToString::to_string);
        }
        let is_empty = value.as_array().is_none_or(Vec::is_empty)
            && value.as_object().is_none_or(Map::is_empty);
        if !is_empty {
            out.insert(key.to_owned(), value);
        }
    }
    out.into()
}

const OURS: &[&str] = &["a", "b", "c", "d"];
const THEIRS: &[&str] = &["p", "q", "r", "s"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn applying_twice_is_applying_once(before in object(OURS), now in object(OURS)) {
        let schema = schema();
        let start = applied(&json!({}), &before, "one", &schema);
        let once = applied(&start, &now, "one", &schema);
        prop_assert_eq!(&applied(&once, &now, "one", &schema), &once);
        prop_assert_eq!(said(&once), said(&now));
    }

    #[test]
    fn managers_of_different_things_do_not_meet(ours in object(OURS), theirs in object(THEIRS)) {
        let schema = schema();
        let empty = json!({});
        let one_first = applied(&applied(&empty, &ours, "one", &schema), &theirs, "two", &schema);
        let two_first = applied(&applied(&empty, &theirs, "two", &schema), &ours, "one", &schema);
        prop_assert_eq!(said(&one_first), said(&two_first));
        let left = applied(&one_first, &json!({"metadata": {"name": "o"}}), "one", &schema);
        prop_assert_eq!(said(&left), said(&theirs));
    }
}
