use apimachinery::{Packed, Tree};

use crate::Object;

/// Whether a pod of this spec may be on a node by its `nodeSelector` and by its required node affinity.
#[must_use]
pub fn node_affinity_matches(pod_spec: &Packed, node: &Object) -> bool {
    let selected = pod_spec["nodeSelector"]
        .fields()
        .all(|(name, value)| node.label(name) == value.as_str());
    let required =
        &pod_spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"];
    selected && (required.is_null() || node_selector_matches(required, node))
}

/// Whether a `NodeSelector` matches a node: one of its terms has to. A term without requirements matches none.
#[must_use]
pub fn node_selector_matches(selector: &Packed, node: &Object) -> bool {
    selector["nodeSelectorTerms"]
        .items()
        .any(|term| node_selector_term_matches(term, node))
}

/// Whether a `NodeSelectorTerm` matches a node.
#[must_use]
pub fn node_selector_term_matches(term: &Packed, node: &Object) -> bool {
    let (labels, fields) = (&term["matchExpressions"], &term["matchFields"]);
    let by_label = |requirement: &Packed| {
        let value = requirement["key"].as_str().and_then(|key| node.label(key));
        requirement_holds(requirement, value)
    };
    let by_field = |requirement: &Packed| {
        requirement["key"] == "metadata.name" && requirement_holds(requirement, Some(node.name()))
    };
    labels.items().chain(fields.items()).next().is_some()
        && labels.items().all(by_label)
        && fields.items().all(by_field)
}

fn requirement_holds(requirement: &Packed, value: Option<&str>) -> bool {
    let mut values = requirement["values"].items();
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<i64>().ok());
    match requirement["operator"].as_str().unwrap_or_default() {
        "In" => value.is_some_and(|value| values.any(|listed| listed == value)),
        "NotIn" => value.is_none_or(|value| !values.any(|listed| listed == value)),
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        "Gt" => number(value)
            .zip(number(values.next().and_then(Packed::as_str)))
            .is_some_and(|(value, bound)| value > bound),
        "Lt" => number(value)
            .zip(number(values.next().and_then(Packed::as_str)))
            .is_some_and(|(value, bound)| value < bound),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    #[test]
    fn terms_are_alternatives_and_their_requirements_are_not() {
        let node = Object::new(
            &json!({"metadata": {"name": "n1", "labels": {"zone": "a", "cores": "8"}}}),
        );
        let requirement = |key: &str, operator: &str, values: &[&str]| json!({"key": key, "operator": operator, "values": values});
        for (terms, expected) in [
            (json!([]), false),
            (json!([{}]), false),
            (
                json!([{"matchExpressions": [requirement("zone", "In", &["a", "b"])]}]),
                true,
            ),
            (
                json!([{"matchExpressions": [requirement("zone", "NotIn", &["a"])]}]),
                false,
            ),
            (
                json!([{"matchExpressions": [requirement("disk", "NotIn", &["ssd"])]}]),
                true,
            ),
            (
                json!([{"matchExpressions": [requirement("zone", "Exists", &[]), requirement("disk", "Exists", &[])]}]),
                false,
            ),
            (
                json!([{"matchExpressions": [requirement("disk", "DoesNotExist", &[])]}]),
                true,
            ),
            (
                json!([{"matchExpressions": [requirement("cores", "Gt", &["4"]), requirement("cores", "Lt", &["16"])]}]),
                true,
            ),
            (
                json!([{"matchExpressions": [requirement("zone", "Gt", &["4"])]}]),
                false,
            ),
            (
                json!([{"matchFields": [requirement("metadata.name", "In", &["n1"])]}]),
                true,
            ),
            (
                json!([{"matchFields": [requirement("metadata.name", "In", &["n2"])]}, {"matchExpressions": [requirement("zone", "Exists", &[])]}]),
                true,
            ),
        ] {
            assert_eq!(
                node_selector_matches(&Packer::pack(&json!({"nodeSelectorTerms": terms})), &node),
                expected,
                "{terms}"
            );
        }
    }
}
