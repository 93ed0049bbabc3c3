//! What a Deployment writes on its ReplicaSets to find its way back.

use apimachinery::Tree;
use serde_json::{Map, Value};

use super::Deployment;
use crate::replica_set::ReplicaSet;

/// The number of the revision that a ReplicaSet stands for.
pub(super) const REVISION: &str = "deployment.kubernetes.io/revision";
/// The numbers that it stood for earlier.
const REVISION_HISTORY: &str = "deployment.kubernetes.io/revision-history";
/// How many pods the Deployment wanted when it last sized the ReplicaSet.
pub(super) const DESIRED_REPLICAS: &str = "deployment.kubernetes.io/desired-replicas";
/// How many pods it allowed then, surge included.
pub(super) const MAX_REPLICAS: &str = "deployment.kubernetes.io/max-replicas";
/// Annotations of the Deployment that stay its own.
const NOT_COPIED: [&str; 6] = [
    "kubectl.kubernetes.io/last-applied-configuration",
    REVISION,
    REVISION_HISTORY,
    DESIRED_REPLICAS,
    MAX_REPLICAS,
    "deprecated.deployment.rollback.to",
];
/// Longest revision history, in bytes.
const HISTORY_LIMIT: usize = 2000;

/// The revision of a ReplicaSet, 0 if it has none.
pub(super) fn revision(replica_set: &ReplicaSet) -> i64 {
    replica_set.annotated_number(REVISION).unwrap_or_default()
}

/// Brings the annotations of the new ReplicaSet up to date: those of the Deployment, and its revision if that has grown.
pub(super) fn describe_new(
    annotations: &mut Map<String, Value>,
    deployment: &Deployment,
    revision: i64,
) {
    let own = deployment.0["metadata"]["annotations"].fields();
    for (name, value) in own.filter(|(name, _)| !NOT_COPIED.contains(name)) {
        annotations.insert(name.to_owned(), value.to_value());
    }
    let known = annotations
        .get(REVISION)
        .and_then(Value::as_str)
        .map(str::to_owned);
    let Ok(old) = known.as_deref().unwrap_or("0").parse::<i64>() else {
        return;
    };
    if old >= revision {
        return;
    }
    annotations.insert(REVISION.to_owned(), revision.to_string().into());
    if let Some(old) = known {
        let history = annotations
            .get(REVISION_HISTORY)
            .and_then(Value::as_str)
            .unwrap_or_default();
        if let Some(history) = extended_history(history, &old) {
            annotations.insert(REVISION_HISTORY.to_owned(), history.into());
        }
    }
}

/// Notes for how many pods a ReplicaSet was sized.
pub(super) fn note_sizes(annotations: &mut Map<String, Value>, deployment: &Deployment) {
    let wanted = deployment.wanted();
    annotations.insert(DESIRED_REPLICAS.to_owned(), wanted.to_string().into());
    annotations.insert(
        MAX_REPLICAS.to_owned(),
        (wanted + deployment.max_surge()).to_string().into(),
    );
}

/// Whether the sizes noted are still the Deployment's.
pub(super) fn sizes_are_current(replica_set: &ReplicaSet, deployment: &Deployment) -> bool {
    let wanted = deployment.wanted();
    replica_set.annotated_number(DESIRED_REPLICAS) == Some(wanted)
        && replica_set.annotated_number(MAX_REPLICAS) == Some(wanted + deployment.max_surge())
}

/// The history with one more revision; the oldest ones make room. None if even that is too long.
fn extended_history(history: &str, revision: &str) -> Option<String> {
    if history.is_empty() {
        return Some(revision.to_owned());
    }
    let mut kept = history;
    while kept.len() + 1 + revision.len() > HISTORY_LIMIT {
        kept = kept.split_once(',')?.1;
    }
    Some(format!("{kept},{revision}"))
}

#[cfg(test)]
mod tests {
    use clientgo::Object;
    use serde_json::json;

    use super::*;

    fn described(before: &Value, revision: i64) -> Value {
        let deployment = Deployment(Object::new(&json!({"metadata": {"annotations": {
            "kubernetes.io/change-cause": "second",
            "deployment.kubernetes.io/revision": "7",
            "kubectl.kubernetes.io/last-applied-configuration": "{}",
        }}})));
        let mut annotations = before.as_object().cloned().unwrap_or_default();
        describe_new(&mut annotations, &deployment, revision);
        Value::Object(annotations)
    }

    #[test]
    fn the_change_cause_is_copied_and_the_first_revision_has_no_history() {
        let expected = json!({"kubernetes.io/change-cause": "second", REVISION: "1"});
        assert_eq!(described(&json!({}), 1), expected);
    }

    #[test]
    fn a_revision_that_comes_back_remembers_its_old_numbers() {
        let once = described(&json!({REVISION: "1"}), 3);
        assert_eq!(
            (&once[REVISION], &once[REVISION_HISTORY]),
            (&json!("3"), &json!("1"))
        );
        let twice = described(&once, 5);
        assert_eq!(
            (&twice[REVISION], &twice[REVISION_HISTORY]),
            (&json!("5"), &json!("1,3"))
        );
        assert_eq!(described(&twice, 4), twice, "a revision never shrinks");
    }

    #[test]
    fn the_oldest_revisions_make_room() {
        let long = vec!["100"; 500].join(",");
        let extended = extended_history(&long, "101").expect("there is room");
        assert_eq!(extended.len(), 1999);
        assert!(extended.ends_with("100,101"));
    }
}
