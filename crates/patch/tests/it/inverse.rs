//! Applying a created patch gives what it was created for.

use patch::strategic::Overwrite;
use patch::{merge_patch, strategic, three_way};
use proptest::prelude::*;
use schema::Definition;
use serde_json::{Map, Value, json};

fn definition() -> &'static Definition {
    schema::definition("io.k8s.api.apps.v1.Deployment").expect("a built-in kind")
}

fn labels() -> impl Strategy<Value = Value> {
    prop::collection::btree_map("[abc]", "[xyz]", 0..3).prop_map(|labels| json!(labels))
}

fn environment() -> impl Strategy<Value = Value> {
    let variables = prop::collection::btree_map("[A-D]", "[0-3]", 0..4).prop_map(|variables| {
        variables
            .into_iter()
            .map(|(name, value)| json!({"name": name, "value": value}))
            .collect()
    });
    variables.prop_shuffle_list()
}

/// Shuffles a generated list.
trait ShuffleList: Strategy<Value = Vec<Value>> + Sized {
    fn prop_shuffle_list(self) -> impl Strategy<Value = Value> {
        self.prop_shuffle().prop_map(Value::Array)
    }
}

impl<S: Strategy<Value = Vec<Value>>> ShuffleList for S {}

fn containers() -> impl Strategy<Value = Value> {
    let container = (
        "[1-3]",
        environment(),
        prop::option::of(prop::collection::vec("[a-c]", 0..3)),
    );
    prop::collection::btree_map("[a-d]", container, 1..4)
        .prop_map(|containers| {
            let items = containers.into_iter().map(|(name, (image, env, args))| {
                let mut container = json!({"name": name, "image": image, "env": env});
                if let Some(args) = args {
                    container["args"] = json!(args);
                }
                container
            });
            items.collect::<Vec<Value>>()
        })
        .prop_shuffle_list()
}

fn volumes() -> impl Strategy<Value = Value> {
    let source = prop_oneof![
        Just(json!({"emptyDir": {}})),
        "[ab]".prop_map(|name| json!({"configMap": {"name": name}})),
        "[ab]".prop_map(|name| json!({"secret": {"secretName": name}})),
    ];
    prop::collection::btree_map("[v-z]", source, 0..4)
        .prop_map(|volumes| {
            let items = volumes.into_iter().map(|(name, mut source)| {
                source["name"] = json!(name);
                source
            });
            items.collect::<Vec<Value>>()
        })
        .prop_shuffle_list()
}

fn deployment() -> impl Strategy<Value = Value> {
    let finalizers = prop::collection::btree_set("[f-i]", 0..3);
    (
        labels(),
        finalizers,
        prop::option::of(0..3),
        containers(),
        volumes(),
    )
        .prop_map(|(labels, finalizers, replicas, containers, volumes)| {
            let mut object = json!({
                "metadata": {"labels": labels, "finalizers": finalizers},
                "spec": {"template": {"spec": {"containers": containers, "volumes": volumes}}},
            });
            if let Some(replicas) = replicas {
                object["spec"]["replicas"] = json!(replicas);
            }
            object
        })
}

/// Lists and maps that are empty and those that are absent mean the same to a strategic merge.
fn without_empty(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields
                .iter()
                .map(|(key, value)| (key.clone(), without_empty(value)));
            let empty = |value: &Value| {
                value.as_array().is_some_and(Vec::is_empty)
                    || value.as_object().is_some_and(Map::is_empty)
            };
            Value::Object(
                kept.filter(|(key, value)| key == "emptyDir" || !empty(value))
                    .collect(),
            )
        }
        Value::Array(items) => Value::Array(items.iter().map(without_empty).collect()),
        scalar => scalar.clone(),
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (0..5).prop_map(Value::from),
        "[a-c]{0,2}".prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-d]", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn strategic(original in deployment(), modified in deployment()) {
        let patch = strategic::create_two_way(&original, &modified, definition()).unwrap();
        let applied = strategic::apply(original, patch.clone(), definition()).unwrap();
        prop_assert_eq!(without_empty(&applied), without_empty(&modified), "{}", patch);
    }

    #[test]
    fn strategic_three_way(original in deployment(), modified in deployment()) {
        let overwrite = Overwrite::Yes;
        let patch =
            strategic::create_three_way(&original, &modified, &original, definition(), overwrite)
                .unwrap();
        let applied = strategic::apply(original, patch.clone(), definition()).unwrap();
        prop_assert_eq!(without_empty(&applied), without_empty(&modified), "{}", patch);
    }

    #[test]
    fn merge(original in any_json(), modified in any_json()) {
        let patch = merge_patch::create(&original, &modified);
        prop_assert_eq!(merge_patch::apply(original, patch), modified);
    }

    #[test]
    fn json_three_way(original in any_json(), modified in any_json()) {
        prop_assume!(original.is_object() && modified.is_object());
        let patch = three_way::create(&original, &modified, &original);
        let twice = merge_patch::apply(original.clone(), patch.clone());
        prop_assert_eq!(three_way::create(&modified, &modified, &twice), json!({}), "{}", patch);
    }
}
