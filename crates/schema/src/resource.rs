use apimachinery::{Gvk, Gvr};

use crate::tables::resources::RESOURCES;

/// A built-in resource as discovery describes it.
#[derive(Debug)]
pub struct Resource {
    /// The API group, empty for the core group.
    pub group: &'static str,
    /// The version in the group.
    pub version: &'static str,
    /// The plural name in URLs, such as `deployments`.
    pub name: &'static str,
    /// The singular name, such as `deployment`.
    pub singular: &'static str,
    /// The kind of its objects.
    pub kind: &'static str,
    /// Whether its objects live in a namespace.
    pub namespaced: bool,
    /// The names that kubectl accepts in place of the plural, such as `deploy`.
    pub short_names: &'static [&'static str],
    /// The categories that it belongs to, such as `all`.
    pub categories: &'static [&'static str],
    /// The verbs that it answers, sorted.
    pub verbs: &'static [&'static str],
    /// Whether a server serves it without being asked to: alpha and most beta versions are off.
    pub on_by_default: bool,
    /// Its subresources, sorted by name.
    pub subresources: &'static [Subresource],
}

/// A part of a resource with a path of its own, such as `status` or `scale`.
#[derive(Debug)]
pub struct Subresource {
    /// The last path element.
    pub name: &'static str,
    /// The group of the kind that it exchanges, which may differ from the resource's.
    pub group: &'static str,
    /// The version of that kind.
    pub version: &'static str,
    /// The kind that it exchanges.
    pub kind: &'static str,
    /// The verbs that it answers, sorted.
    pub verbs: &'static [&'static str],
}

impl Resource {
    /// The group, version and plural name.
    #[must_use]
    pub fn gvr(&self) -> Gvr {
        Gvr::new(self.group, self.version, self.name)
    }

    /// The group, version and kind of its objects.
    #[must_use]
    pub fn gvk(&self) -> Gvk {
        Gvk::new(self.group, self.version, self.kind)
    }

    /// The subresource of that name.
    #[must_use]
    pub fn subresource(&self, name: &str) -> Option<&'static Subresource> {
        self.subresources.iter().find(|sub| sub.name == name)
    }

    /// Whether it answers the verb.
    #[must_use]
    pub fn has_verb(&self, verb: &str) -> bool {
        self.verbs.contains(&verb)
    }
}

/// Every built-in resource, sorted by group, version and name.
#[must_use]
pub fn resources() -> &'static [Resource] {
    &RESOURCES
}

/// Finds a built-in resource.
#[must_use]
pub fn resource(gvr: &Gvr) -> Option<&'static Resource> {
    let wanted = (&*gvr.group, &*gvr.version, &*gvr.resource);
    RESOURCES
        .binary_search_by(|row| (row.group, row.version, row.name).cmp(&wanted))
        .ok()
        .map(|position| &RESOURCES[position])
}

/// Finds the resource whose objects are of the kind.
#[must_use]
pub fn resource_of_kind(gvk: &Gvk) -> Option<&'static Resource> {
    RESOURCES
        .iter()
        .find(|row| row.kind == gvk.kind && row.group == gvk.group && row.version == gvk.version)
}
