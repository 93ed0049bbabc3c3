//! What a namespace tells of its own end.

use apimachinery::Timestamp;
use serde_json::{Value, json};

use super::{Remaining, condition};

/// The conditions that describe how far the deletion has come.
pub(super) fn of(remaining: &Remaining) -> Vec<Value> {
    vec![
        condition(
            "NamespaceDeletionDiscoveryFailure",
            "False",
            "ResourcesDiscovered",
            "All resources successfully discovered",
        ),
        condition(
            "NamespaceDeletionGroupVersionParsingFailure",
            "False",
            "ParsedGroupVersions",
            "All legacy kube types successfully parsed",
        ),
        condition(
            "NamespaceDeletionContentFailure",
            "False",
            "ContentDeleted",
            "All content successfully deleted, may be waiting on finalization",
        ),
        content(remaining),
        finalizers(remaining),
    ]
}

/// Sets a condition; its time changes with its status, reason or message.
pub(super) fn set(status: &mut Value, mut condition: Value, now: Timestamp) {
    let conditions = match status["conditions"].as_array_mut() {
        Some(conditions) => conditions,
        None => {
            status["conditions"] = json!([]);
            status["conditions"]
                .as_array_mut()
                .expect("it was just made a list")
        }
    };
    condition["lastTransitionTime"] = now.rfc3339().into();
    let Some(current) = conditions
        .iter_mut()
        .find(|current| current["type"] == condition["type"])
    else {
        return conditions.push(condition);
    };
    if ["status", "reason", "message"]
        .iter()
        .any(|field| current[field] != condition[field])
    {
        *current = condition;
    }
}

fn content(remaining: &Remaining) -> Value {
    if remaining.resources.is_empty() {
        return condition(
            "NamespaceContentRemaining",
            "False",
            "ContentRemoved",
            "All content successfully removed",
        );
    }
    let counted: Vec<String> = remaining
        .resources
        .iter()
        .map(|(resource, count)| format!("{resource} has {count} resource instances"))
        .collect();
    let message = format!("Some resources are remaining: {}", counted.join(", "));
    condition(
        "NamespaceContentRemaining",
        "True",
        "SomeResourcesRemain",
        &message,
    )
}

fn finalizers(remaining: &Remaining) -> Value {
    if remaining.finalizers.is_empty() {
        return condition(
            "NamespaceFinalizersRemaining",
            "False",
            "ContentHasNoFinalizers",
            "All content-preserving finalizers finished",
        );
    }
    let counted: Vec<String> = remaining
        .finalizers
        .iter()
        .map(|(name, count)| format!("{name} in {count} resource instances"))
        .collect();
    let message = format!(
        "Some content in the namespace has finalizers remaining: {}",
        counted.join(", ")
    );
    condition(
        "NamespaceFinalizersRemaining",
        "True",
        "SomeFinalizersRemain",
        &message,
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_remains_is_named() {
        let remaining = Remaining {
            resources: BTreeMap::from([
                ("pods.".to_owned(), 3),
                ("deployments.apps".to_owned(), 1),
            ]),
            finalizers: BTreeMap::from([("example.com/hold".to_owned(), 2)]),
        };
        let messages: Vec<Value> = of(&remaining)
            .into_iter()
            .skip(3)
            .map(|condition| condition["message"].clone())
            .collect();
        assert_eq!(
            messages,
            [
                "Some resources are remaining: deployments.apps has 1 resource instances, pods. has 3 resource instances",
                "Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances",
            ]
        );
    }

    #[test]
    fn a_condition_that_says_the_same_keeps_its_time() {
        let at = |text: &str| Timestamp::parse(text).expect("it is a time");
        let mut status = json!({});
        for condition in of(&Remaining::default()) {
            set(&mut status, condition, at("2026-01-01T00:00:00Z"));
        }
        let before = status.clone();
        for condition in of(&Remaining::default()) {
            set(&mut status, condition, at("2026-01-01T00:00:09Z"));
        }
        assert_eq!(status, before);
    }
}
