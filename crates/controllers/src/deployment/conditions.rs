//! The conditions of a Deployment: how one is set, kept or taken away.

use apimachinery::{Timestamp, Tree};
use serde_json::{Value, json};

pub(super) const AVAILABLE: &str = "Available";
pub(super) const PROGRESSING: &str = "Progressing";
pub(super) const REPLICA_FAILURE: &str = "ReplicaFailure";

pub(super) const MINIMUM_REPLICAS_AVAILABLE: &str = "MinimumReplicasAvailable";
pub(super) const MINIMUM_REPLICAS_UNAVAILABLE: &str = "MinimumReplicasUnavailable";
pub(super) const NEW_REPLICA_SET_AVAILABLE: &str = "NewReplicaSetAvailable";
pub(super) const NEW_REPLICA_SET_CREATED: &str = "NewReplicaSetCreated";
pub(super) const FOUND_NEW_REPLICA_SET: &str = "FoundNewReplicaSet";
pub(super) const REPLICA_SET_UPDATED: &str = "ReplicaSetUpdated";
pub(super) const REPLICA_SET_CREATE_ERROR: &str = "ReplicaSetCreateError";
pub(super) const PROGRESS_DEADLINE_EXCEEDED: &str = "ProgressDeadlineExceeded";
pub(super) const DEPLOYMENT_PAUSED: &str = "DeploymentPaused";
pub(super) const DEPLOYMENT_RESUMED: &str = "DeploymentResumed";

/// A condition that began at `now`.
pub(super) fn condition(
    type_: &str,
    status: &str,
    reason: &str,
    message: &str,
    now: Timestamp,
) -> Value {
    json!({
        "type": type_, "status": status, "reason": reason, "message": message,
        "lastUpdateTime": now.rfc3339(), "lastTransitionTime": now.rfc3339(),
    })
}

/// The condition of a type in a status.
pub(super) fn get<'a, T: Tree + ?Sized>(status: &'a T, type_: &str) -> Option<&'a T> {
    let is_it = |condition: &&T| condition.field("type").and_then(T::text) == Some(type_);
    status.field("conditions")?.items().find(is_it)
}

/// Sets a condition. One with the same status and reason stays as it is; a changed one moves to the end, and its transition time is kept
/// where only the reason has changed.
pub(super) fn set(status: &mut Value, mut condition: Value) {
    let type_ = condition["type"].as_str().unwrap_or_default().to_owned();
    if let Some(current) = get(&*status, &type_)
        && current["status"] == condition["status"]
    {
        if current["reason"] == condition["reason"] {
            return;
        }
        condition["lastTransitionTime"] = current["lastTransitionTime"].clone();
    }
    remove(status, &type_);
    match status["conditions"].as_array_mut() {
        Some(conditions) => conditions.push(condition),
        None => status["conditions"] = json!([condition]),
    }
}

/// Takes the condition of a type away.
pub(super) fn remove(status: &mut Value, type_: &str) {
    let Some(conditions) = status["conditions"].as_array_mut() else {
        return;
    };
    conditions.retain(|condition| condition["type"] != type_);
    if conditions.is_empty()
        && let Some(fields) = status.as_object_mut()
    {
        fields.remove("conditions");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: u32) -> Timestamp {
        Timestamp::parse(&format!("2026-01-01T00:00:{second:02}Z")).expect("it is a time")
    }

    #[test]
    fn a_condition_moves_only_when_it_changes() {
        let mut status = json!({});
        set(
            &mut status,
            condition(PROGRESSING, "True", NEW_REPLICA_SET_CREATED, "a", at(1)),
        );
        set(
            &mut status,
            condition(AVAILABLE, "False", MINIMUM_REPLICAS_UNAVAILABLE, "b", at(1)),
        );
        let before = status.clone();
        set(
            &mut status,
            condition(
                PROGRESSING,
                "True",
                NEW_REPLICA_SET_CREATED,
                "another message",
                at(2),
            ),
        );
        assert_eq!(status, before);
        set(
            &mut status,
            condition(PROGRESSING, "True", REPLICA_SET_UPDATED, "c", at(3)),
        );
        let last = &status["conditions"][1];
        assert_eq!(last["reason"], REPLICA_SET_UPDATED);
        assert_eq!(last["lastUpdateTime"], "2026-01-01T00:00:03Z");
        assert_eq!(
            last["lastTransitionTime"], "2026-01-01T00:00:01Z",
            "it was true before"
        );
    }

    #[test]
    fn the_last_condition_takes_the_list_with_it() {
        let mut status = json!({"replicas": 1});
        set(
            &mut status,
            condition(AVAILABLE, "True", MINIMUM_REPLICAS_AVAILABLE, "", at(1)),
        );
        remove(&mut status, AVAILABLE);
        assert_eq!(status, json!({"replicas": 1}));
    }
}
