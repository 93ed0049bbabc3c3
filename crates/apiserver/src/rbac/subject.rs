//! Whom a binding gives its role.

use std::fmt;

use serde_json::Value;

use crate::identity::User;

/// A user, a group, or a service account.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    User(String),
    Group(String),
    ServiceAccount { namespace: String, name: String },
}

impl Subject {
    /// The subject in a binding of this namespace; nothing for kinds that nobody knows.
    pub(super) fn of(subject: &Value, namespace: &str) -> Option<Self> {
        let text = |field: &str| subject[field].as_str().unwrap_or_default().to_owned();
        let name = text("name");
        Some(match &*text("kind") {
            "User" => Self::User(name),
            "Group" => Self::Group(name),
            "ServiceAccount" => Self::ServiceAccount {
                namespace: match text("namespace") {
                    own if own.is_empty() => namespace.to_owned(),
                    own => own,
                },
                name,
            },
            _ => return None,
        })
    }

    /// Whether the user is meant.
    pub(super) fn is(&self, user: &User) -> bool {
        match self {
            Self::User(name) => user.name == *name,
            Self::Group(name) => user.groups.contains(name),
            Self::ServiceAccount { namespace, name } => user
                .name
                .strip_prefix("system:serviceaccount:")
                .is_some_and(|account| account.split_once(':') == Some((namespace, name))),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(name) => write!(f, "User {}", gostd::strconv::quote(name)),
            Self::Group(name) => write!(f, "Group {}", gostd::strconv::quote(name)),
            Self::ServiceAccount { namespace, name } => {
                write!(f, "ServiceAccount \"{name}/{namespace}\"")
            }
        }
    }
}
