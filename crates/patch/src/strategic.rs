//! Strategic merge patches: merge patches that know which lists are merged and by which key.
//!
//! The schema's merge keys and strategies decide; the directives `$patch`, `$retainKeys`,
//! `$setElementOrder/LIST` and `$deleteFromPrimitiveList/LIST` in a patch say what keys alone cannot.

mod conflict;
mod diff;
mod diff_list;
mod directive;
mod error;
mod lookup;
mod merge;
mod merge_list;
mod order;
mod three_way;

use schema::Definition;
use serde_json::{Map, Value};

pub use error::Error;
pub use three_way::{Overwrite, create_three_way};

use diff::DiffOptions;
use lookup::Node;
use merge::MergeOptions;

/// Applies a patch to an object of the definition.
///
/// # Errors
/// A patch that contradicts itself or the schema.
pub fn apply(
    original: Value,
    patch: Value,
    definition: &'static Definition,
) -> Result<Value, Error> {
    let options = MergeOptions {
        merge_parallel_list: true,
        ignore_unmatched_nulls: true,
    };
    let merged = merge::map(
        object(original)?,
        object(patch)?,
        Node::Object(definition),
        options,
    )?;
    Ok(Value::Object(merged))
}

/// The patch that makes `modified` of `original`, with the order of merged lists.
///
/// # Errors
/// A difference in a field that the definition does not know, or a list item without its key.
pub fn create_two_way(
    original: &Value,
    modified: &Value,
    definition: &'static Definition,
) -> Result<Value, Error> {
    let options = DiffOptions {
        set_element_order: true,
        ..DiffOptions::default()
    };
    let (original, modified) = (object(original.clone())?, object(modified.clone())?);
    diff::maps(&original, &modified, Node::Object(definition), options).map(Value::Object)
}

/// The fields of an object; `Null` is an object without any.
fn object(value: Value) -> Result<Map<String, Value>, Error> {
    match value {
        Value::Object(fields) => Ok(fields),
        Value::Null => Ok(Map::new()),
        _ => Err(Error::Document),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn deployment() -> &'static Definition {
        schema::definition("io.k8s.api.apps.v1.Deployment").unwrap()
    }

    fn with_containers(containers: &Value) -> Value {
        json!({"spec": {"template": {"spec": {"containers": containers}}}})
    }

    fn applied(original: Value, patch: Value) -> Result<Value, String> {
        apply(original, patch, deployment()).map_err(|error| error.to_string())
    }

    #[test]
    fn lists_are_merged_by_key_and_ordered() {
        let original = with_containers(&json!([{"name": "a", "image": "a:1"}, {"name": "b"}]));
        let modified = with_containers(&json!([{"name": "c"}, {"name": "a", "image": "a:2"}]));
        let patch = create_two_way(&original, &modified, deployment()).unwrap();
        let expected = json!({"spec": {"template": {"spec": {
            "$setElementOrder/containers": [{"name": "c"}, {"name": "a"}],
            "containers": [
                {"name": "c"}, {"image": "a:2", "name": "a"}, {"$patch": "delete", "name": "b"},
            ],
        }}}});
        assert_eq!(patch, expected);
        assert_eq!(applied(original, patch), Ok(modified));
    }

    #[test]
    fn directives_replace_delete_and_retain() {
        let original = json!({"spec": {
            "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}},
            "template": {"spec": {"nodeSelector": {"a": "1"}, "containers": [{"name": "a"}]}},
        }});
        let patch = json!({"spec": {
            "strategy": {"$retainKeys": ["type"], "type": "Recreate"},
            "template": {"spec": {
                "nodeSelector": {"$patch": "replace", "b": "2"},
                "containers": [{"$patch": "replace"}, {"name": "z"}],
            }},
        }});
        let expected = json!({"spec": {
            "strategy": {"type": "Recreate"},
            "template": {"spec": {"nodeSelector": {"b": "2"}, "containers": [{"name": "z"}]}},
        }});
        assert_eq!(applied(original, patch), Ok(expected));
    }

    #[test]
    fn primitive_lists_lose_what_is_named() {
        let original = json!({"metadata": {"finalizers": ["a", "b", "c"]}});
        let patch = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["b"]}});
        assert_eq!(
            applied(original, patch),
            Ok(json!({"metadata": {"finalizers": ["a", "c"]}}))
        );
    }

    #[test]
    fn the_order_of_scalars_is_compared_with_the_sorted_original() {
        let finalizers = |names: [&str; 2]| json!({"metadata": {"finalizers": names}});
        let patch = |original, modified| {
            create_two_way(&finalizers(original), &finalizers(modified), deployment()).unwrap()
        };
        assert_eq!(patch(["g", "f"], ["f", "g"]), json!({}));
        let order = json!({"metadata": {"$setElementOrder/finalizers": ["g", "f"]}});
        assert_eq!(patch(["g", "f"], ["g", "f"]), order);
    }

    #[test]
    fn refusals() {
        let cases = [
            (
                json!([{"name": "c", "$patch": "explode"}]),
                "unknown patch type: explode in map: map[$patch:explode name:c]",
            ),
            (
                json!([{"image": "x"}]),
                "map: map[image:x] does not contain declared merge key: name",
            ),
        ];
        for (containers, expected) in cases {
            let original = with_containers(&json!([{"name": "c"}]));
            assert_eq!(
                applied(original, with_containers(&containers)),
                Err(expected.to_owned())
            );
        }
        let patch = json!({"spec": {"template": {"spec": {
            "$setElementOrder/containers": [{"name": "zz"}],
            "containers": [{"image": "y", "name": "c"}],
        }}}});
        assert_eq!(
            applied(with_containers(&json!([{"name": "c"}])), patch),
            Err("The order in patch list:\n[map[image:y name:c]]\n doesn't match $setElementOrder list:\n[map[name:zz]]\n".to_owned())
        );
    }

    #[test]
    fn three_ways_remove_what_was_applied_and_keep_the_rest() {
        let original = json!({"spec": {"replicas": 1, "paused": true}});
        let modified = json!({"spec": {"replicas": 2}});
        let current = json!({"spec": {"replicas": 1, "paused": true, "minReadySeconds": 5}});
        let patch =
            create_three_way(&original, &modified, &current, deployment(), Overwrite::Yes).unwrap();
        assert_eq!(patch, json!({"spec": {"replicas": 2, "paused": null}}));
        let foreign = json!({"spec": {"replicas": 9, "paused": true}});
        let refused = create_three_way(&original, &modified, &foreign, deployment(), Overwrite::No);
        assert!(matches!(refused, Err(Error::Conflict { .. })));
    }
}
