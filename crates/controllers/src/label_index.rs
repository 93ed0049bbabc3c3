//! Which objects a selector selects, and whose selectors select an object, without a look at all of them.

use std::iter;

use apimachinery::selector::{LabelSelector, Operator};
use apimachinery::{Packed, Tree};
use clientgo::{Cache, Object};

const BY_LABEL: &str = "label";
const BY_SELECTOR: &str = "selector";

/// Labels in a namespace, each as one text.
pub(crate) fn labelled(namespace: &str, labels: &Packed) -> impl Iterator<Item = String> {
    labels
        .fields()
        .filter_map(move |(name, value)| Some(label(namespace, name, value.as_str()?)))
}

fn label(namespace: &str, name: &str, value: &str) -> String {
    format!("{namespace}/{name}={value}")
}

/// What stands for the selectors of a namespace that demand no label in particular.
fn any(namespace: &str) -> String {
    format!("{namespace}/")
}

/// Keeps the objects of a cache by their labels from now on.
pub(crate) fn keep_by_labels(cache: &Cache) {
    cache.add_index(BY_LABEL, |object| {
        labelled(object.namespace(), &object["metadata"]["labels"]).collect()
    });
}

/// Keeps the objects of a cache by a label that their `spec.selector` demands from now on. One is enough to find them, and the same one for the
/// same selector.
pub(crate) fn keep_by_selectors(cache: &Cache) {
    cache.add_index(BY_SELECTOR, |object| {
        let demanded = &object["spec"]["selector"]["matchLabels"];
        let first = labelled(object.namespace(), demanded).next();
        vec![first.unwrap_or_else(|| any(object.namespace()))]
    });
}

/// The objects of a namespace that have one of these labels, the rarest of them.
pub(crate) fn with_rarest(cache: &Cache, labels: &[String]) -> Option<Vec<Object>> {
    let rarest = cache.rarest(BY_LABEL, labels)?;
    Some(cache.by_index(BY_LABEL, rarest))
}

/// The objects of a namespace that a selector selects, of a cache that is kept by labels.
pub(crate) fn selected(cache: &Cache, namespace: &str, selector: &LabelSelector) -> Vec<Object> {
    let demanded: Vec<String> = selector
        .requirements()
        .iter()
        .filter(|requirement| matches!(requirement.operator(), Operator::Equals | Operator::In))
        .filter_map(|requirement| {
            let mut values = requirement.values();
            let value = values.next().filter(|_| values.next().is_none())?;
            Some(label(namespace, requirement.key(), value))
        })
        .collect();
    let mut found = with_rarest(cache, &demanded).unwrap_or_else(|| cache.in_namespace(namespace));
    found.retain(|object| object.is_selected_by(selector));
    found
}

/// Those among them that no owner controls.
pub(crate) fn orphans(cache: &Cache, namespace: &str, selector: &LabelSelector) -> Vec<Object> {
    let mut found = selected(cache, namespace, selector);
    found.retain(|object| object.controller().is_none());
    found
}

/// The objects whose selector may select this one, of a cache that is kept by selectors.
pub(crate) fn selecting(cache: &Cache, object: &Object) -> Vec<Object> {
    selecting_in(cache, object.namespace(), object)
}

/// The same for an object that has no namespace yet.
pub(crate) fn selecting_in(cache: &Cache, namespace: &str, object: &Object) -> Vec<Object> {
    labelled(namespace, &object["metadata"]["labels"])
        .chain(iter::once(any(namespace)))
        .flat_map(|label| cache.by_index(BY_SELECTOR, &label))
        .collect()
}

#[cfg(test)]
mod tests {
    use apimachinery::selector::from_label_selector;
    use serde_json::{Value, json};

    use super::*;

    fn pod(name: &str, labels: &Value, owner: &str) -> Object {
        let owners = json!([{"uid": owner, "controller": !owner.is_empty()}]);
        Object::new(&json!({"metadata": {
            "namespace": "a", "name": name, "labels": labels, "ownerReferences": owners, "resourceVersion": "1",
        }}))
    }

    fn names(objects: &[Object]) -> Vec<&str> {
        objects.iter().map(Object::name).collect()
    }

    #[test]
    fn a_selector_finds_what_it_selects_and_an_object_its_selectors() {
        let pods = Cache::default();
        keep_by_labels(&pods);
        for pod in [
            pod("x", &json!({"app": "web", "tier": "1"}), "u"),
            pod("y", &json!({"app": "web", "tier": "2"}), ""),
            pod("z", &json!({"app": "db"}), ""),
        ] {
            pods.observe(&pod);
        }
        let expected = [
            (
                json!({"matchLabels": {"app": "web"}}),
                vec!["x", "y"],
                vec!["y"],
            ),
            (
                json!({"matchExpressions": [{"key": "tier", "operator": "In", "values": ["1", "2"]}]}),
                vec!["x", "y"],
                vec!["y"],
            ),
            (
                json!({"matchExpressions": [{"key": "tier", "operator": "DoesNotExist"}]}),
                vec!["z"],
                vec!["z"],
            ),
            (
                json!({"matchLabels": {"app": "web", "tier": "3"}}),
                vec![],
                vec![],
            ),
        ];
        for (selector, all, free) in expected {
            let selector = from_label_selector(Some(&selector)).expect("it is valid");
            assert_eq!(names(&selected(&pods, "a", &selector)), all, "{selector}");
            assert_eq!(names(&orphans(&pods, "a", &selector)), free, "{selector}");
            assert!(selected(&pods, "b", &selector).is_empty());
        }

        let sets = Cache::default();
        keep_by_selectors(&sets);
        let set = |name: &str, selector: Value| {
            Object::new(&json!({
                "metadata": {"namespace": "a", "name": name, "resourceVersion": "1"}, "spec": {"selector": selector},
            }))
        };
        for set in [
            set("web", json!({"matchLabels": {"app": "web"}})),
            set("db", json!({"matchLabels": {"app": "db"}})),
            set("all", json!({})),
        ] {
            sets.observe(&set);
        }
        let found = selecting(&sets, &pod("x", &json!({"app": "web"}), ""));
        assert_eq!(names(&found), ["web", "all"]);
    }
}
