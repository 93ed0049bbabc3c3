//! The order of groups and versions, which tells clients what to prefer.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::registry::{Registry, Served};

/// A group with its versions, the preferred one first.
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) versions: Vec<Version>,
}

pub(crate) struct Version {
    pub(crate) name: String,
    pub(crate) resources: Vec<Arc<Served>>,
}

/// The built-in groups in the order of the real server; others follow by name.
const ORDER: [&str; 22] = [
    "",
    "apiregistration.k8s.io",
    "apps",
    "events.k8s.io",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling",
    "batch",
    "certificates.k8s.io",
    "networking.k8s.io",
    "policy",
    "rbac.authorization.k8s.io",
    "storage.k8s.io",
    "admissionregistration.k8s.io",
    "apiextensions.k8s.io",
    "scheduling.k8s.io",
    "coordination.k8s.io",
    "node.k8s.io",
    "discovery.k8s.io",
    "resource.k8s.io",
    "flowcontrol.apiserver.k8s.io",
    "storagemigration.k8s.io",
];

/// Every group that is served, in order.
pub(crate) fn groups(registry: &Registry) -> Vec<Group> {
    let mut by_group: BTreeMap<String, BTreeMap<String, Vec<Arc<Served>>>> = BTreeMap::new();
    for served in registry.all() {
        let versions = by_group.entry(served.gvr.group.clone()).or_default();
        versions
            .entry(served.gvr.version.clone())
            .or_default()
            .push(served);
    }
    let mut groups: Vec<Group> = by_group
        .into_iter()
        .map(|(name, versions)| {
            let mut versions: Vec<Version> = versions
                .into_iter()
                .map(|(name, resources)| Version { name, resources })
                .collect();
            versions.sort_by(|left, right| compare_versions(&left.name, &right.name));
            Group { name, versions }
        })
        .collect();
    groups.sort_by_key(|group| {
        ORDER
            .iter()
            .position(|name| *name == group.name)
            .unwrap_or(ORDER.len())
    });
    groups
}

/// Stable before beta before alpha, newer before older, anything else after them by name.
pub(crate) fn compare_versions(left: &str, right: &str) -> Ordering {
    match (rank(left), rank(right)) {
        (Some(left), Some(right)) => right.cmp(&left),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Reverse(left).cmp(&Reverse(right)).reverse(),
    }
}

/// Stability, major and minor of a version such as `v1`, `v2beta1`.
fn rank(version: &str) -> Option<(u8, u32, u32)> {
    let rest = version.strip_prefix('v')?;
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let major = rest[..end].parse().ok()?;
    let rest = &rest[end..];
    if rest.is_empty() {
        return Some((2, major, 0));
    }
    match (rest.strip_prefix("beta"), rest.strip_prefix("alpha")) {
        (Some(minor), _) => Some((1, major, minor.parse().ok()?)),
        (None, Some(minor)) => Some((0, major, minor.parse().ok()?)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_by_stability_then_age() {
        let mut versions = [
            "foo", "v1alpha1", "v1", "v2beta1", "v10", "v2", "v2beta10", "bar",
        ];
        versions.sort_by(|left, right| compare_versions(left, right));
        assert_eq!(
            versions,
            [
                "v10", "v2", "v1", "v2beta10", "v2beta1", "v1alpha1", "bar", "foo"
            ]
        );
    }
}
