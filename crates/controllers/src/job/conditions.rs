//! The conditions of a job.

use apimachinery::{Timestamp, Tree};
use serde_json::{Value, json};

/// A condition type of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Complete,
    Failed,
    FailureTarget,
    SuccessCriteriaMet,
    Suspended,
}

impl Type {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Type::Complete => "Complete",
            Type::Failed => "Failed",
            Type::FailureTarget => "FailureTarget",
            Type::SuccessCriteriaMet => "SuccessCriteriaMet",
            Type::Suspended => "Suspended",
        }
    }
}

/// A condition of this type that is true.
pub(super) fn holding(type_: Type, reason: &str, message: &str, now: Timestamp) -> Value {
    condition(type_, true, reason, message, now)
}

fn condition(type_: Type, holds: bool, reason: &str, message: &str, now: Timestamp) -> Value {
    let status = if holds { "True" } else { "False" };
    json!({
        "type": type_.as_str(), "status": status, "lastProbeTime": now.rfc3339(), "lastTransitionTime": now.rfc3339(),
        "reason": reason, "message": message,
    })
}

/// The condition of this type, if it is true.
pub(super) fn find<'a, T: Tree + ?Sized + 'a>(
    conditions: impl IntoIterator<Item = &'a T>,
    type_: Type,
) -> Option<&'a T> {
    let text = |condition: &'a T, field| condition.field(field).and_then(T::text);
    let mut conditions = conditions.into_iter();
    let found = conditions.find(|condition| text(condition, "type") == Some(type_.as_str()));
    found.filter(|condition| text(condition, "status") == Some("True"))
}

/// Says whether the job is suspended. A job that never was has no such condition. Gives whether anything changed.
pub(super) fn set_suspended(conditions: &mut Vec<Value>, suspended: bool, now: Timestamp) -> bool {
    let (reason, message) = if suspended {
        ("JobSuspended", "Job suspended")
    } else {
        ("JobResumed", "Job resumed")
    };
    let new = condition(Type::Suspended, suspended, reason, message, now);
    let known = conditions
        .iter_mut()
        .find(|condition| condition["type"] == Type::Suspended.as_str());
    match known {
        Some(known) if known["status"] == new["status"] => false,
        Some(known) => {
            *known = new;
            true
        }
        None if suspended => {
            conditions.push(new);
            true
        }
        None => false,
    }
}
