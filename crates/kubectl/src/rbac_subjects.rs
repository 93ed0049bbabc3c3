//! Whom flags name: users, groups and service accounts.

use cobra::{Flag, Flags};
use serde_json::{Value, json};

use crate::CommandError;

/// Who is given the role.
pub(crate) const SUBJECT_FLAGS: &[Flag] = &[
    Flag::string_array(
        "group",
        "Groups that get the role; repeat the flag for several.",
    ),
    Flag::string_array(
        "serviceaccount",
        "Service accounts that get the role, as <namespace>:<name>; repeat the flag for several.",
    ),
    Flag::string_array(
        "user",
        "Users who get the role; repeat the flag for several.",
    ),
];

/// The subjects that the flags name, as bindings hold them.
pub(crate) fn subjects(flags: &Flags) -> Result<Vec<Value>, CommandError> {
    let mut subjects = Vec::new();
    for (flag, kind) in [("user", "User"), ("group", "Group")] {
        for name in flags.strings(flag) {
            subjects
                .push(json!({"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": name}));
        }
    }
    for account in flags.strings("serviceaccount") {
        let parts: Vec<&str> = account.split(':').collect();
        match parts[..] {
            [namespace, name] if !namespace.is_empty() && !name.is_empty() => subjects
                .push(json!({"kind": "ServiceAccount", "namespace": namespace, "name": name})),
            _ => {
                return Err(CommandError::told(
                    "serviceaccount must be <namespace>:<name>",
                ));
            }
        }
    }
    Ok(subjects)
}
