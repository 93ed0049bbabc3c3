//! The order of types in which objects can be created.

use std::cmp::Ordering;

use crate::gvk::Gvk;

/// Kinds that others need.
pub(crate) const ORDER_FIRST: &[&str] = &[
    "Namespace",
    "ResourceQuota",
    "StorageClass",
    "CustomResourceDefinition",
    "ServiceAccount",
    "PodSecurityPolicy",
    "Role",
    "ClusterRole",
    "RoleBinding",
    "ClusterRoleBinding",
    "ConfigMap",
    "Secret",
    "Endpoints",
    "Service",
    "LimitRange",
    "PriorityClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "Deployment",
    "StatefulSet",
    "CronJob",
    "PodDisruptionBudget",
];

/// Kinds that would stand in the way of others.
pub(crate) const ORDER_LAST: &[&str] = &[
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
];

/// The rank of a kind among lists of the first and the last ones.
pub(crate) fn kind_rank<S: AsRef<str>>(kind: &str, first: &[S], last: &[S]) -> (u8, usize) {
    if let Some(place) = first.iter().position(|other| other.as_ref() == kind) {
        (0, place)
    } else if let Some(place) = last.iter().position(|other| other.as_ref() == kind) {
        (2, place)
    } else {
        (1, 0)
    }
}

/// Compares types by kind, in the order above, then by their text.
pub(crate) fn gvk_order(a: &Gvk, b: &Gvk) -> Ordering {
    let rank = |gvk: &Gvk| kind_rank(&gvk.kind, ORDER_FIRST, ORDER_LAST);
    rank(a)
        .cmp(&rank(b))
        .then_with(|| sort_text(a).cmp(&sort_text(b)))
}

/// The text by which types of one rank are compared: empty parts come after all others.
pub(crate) fn sort_text(gvk: &Gvk) -> String {
    format!(
        "{}_{}_{}",
        or_last(&gvk.group, "~G"),
        or_last(&gvk.version, "~V"),
        or_last(&gvk.kind, "~K")
    )
}

/// A part of such a text: where it is empty, something that comes after all others.
pub(crate) fn or_last<'a>(part: &'a str, last: &'a str) -> &'a str {
    if part.is_empty() { last } else { part }
}
