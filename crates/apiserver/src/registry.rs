//! The kinds that are served.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use apimachinery::{Gvk, Gvr};
use parking_lot::RwLock;
use schema::Definition;

use crate::conversion::Conversion;
use crate::custom::CustomKind;
use crate::metrics;
use crate::strategy::{Policy, Strategy, strategy_of};
use crate::subresource::is_served;

/// A resource in one version, with everything that serving it needs.
pub(crate) struct Served {
    pub(crate) gvr: Gvr,
    pub(crate) gvk: Gvk,
    /// The kind of its lists: `DeploymentList`.
    pub(crate) list_kind: String,
    pub(crate) singular: String,
    pub(crate) namespaced: bool,
    pub(crate) short_names: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) verbs: Vec<String>,
    pub(crate) subresources: Vec<Subresource>,
    /// The fields of its objects, if they are known.
    pub(crate) definition: Option<&'static Definition>,
    pub(crate) strategy: Arc<dyn Strategy>,
    pub(crate) policy: Policy,
    /// Where its objects are kept: several versions of one resource share a place.
    pub(crate) place: String,
    /// How its objects become those that are kept, if they are not the same.
    pub(crate) conversion: Option<Conversion>,
    /// What its definition says, if it is a custom resource.
    pub(crate) custom: Option<Arc<CustomKind>>,
}

/// A subresource of a [`Served`] resource.
#[derive(Clone, Debug)]
pub(crate) struct Subresource {
    pub(crate) name: String,
    /// The kind that it exchanges.
    pub(crate) gvk: Gvk,
    pub(crate) verbs: Vec<String>,
}

impl Served {
    fn of(resource: &'static schema::Resource) -> Self {
        let strategy = strategy_of(resource);
        let gvk = resource.gvk();
        Self {
            gvr: resource.gvr(),
            definition: schema::kind(&gvk),
            list_kind: format!("{}List", gvk.kind),
            gvk,
            singular: resource.singular.to_owned(),
            namespaced: resource.namespaced,
            short_names: owned(resource.short_names),
            categories: owned(resource.categories),
            verbs: owned(resource.verbs),
            subresources: resource
                .subresources
                .iter()
                .filter(|sub| is_served(sub.name))
                .map(|sub| Subresource {
                    name: sub.name.to_owned(),
                    gvk: Gvk::new(sub.group, sub.version, sub.kind),
                    verbs: owned(sub.verbs),
                })
                .collect(),
            policy: strategy.policy(),
            strategy,
            place: place(resource),
            conversion: Conversion::of(resource.group, resource.version, resource.name),
            custom: None,
        }
    }

    pub(crate) fn subresource(&self, name: &str) -> Option<&Subresource> {
        self.subresources.iter().find(|sub| sub.name == name)
    }

    pub(crate) fn has_verb(&self, verb: &str) -> bool {
        self.verbs.iter().any(|known| known == verb)
    }

    /// The prefix of the keys of its objects, in one namespace or everywhere.
    pub(crate) fn prefix(&self, namespace: Option<&str>) -> String {
        match namespace {
            Some(namespace) if self.namespaced => format!("{}/{namespace}/", self.place),
            Some(_) | None => format!("{}/", self.place),
        }
    }

    /// The key of an object.
    pub(crate) fn key(&self, namespace: Option<&str>, name: &str) -> String {
        format!("{}{name}", self.prefix(namespace))
    }

    /// What `apiVersion` and `kind` are in JSON, at the start of an object.
    pub(crate) fn type_meta(&self) -> String {
        format!(
            "{{\"kind\":\"{}\",\"apiVersion\":\"{}\",",
            self.gvk.kind,
            self.gvk.api_version()
        )
    }
}

impl fmt::Debug for Served {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Served({})", self.gvr)
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Events of the two groups are the same objects.
fn place(resource: &schema::Resource) -> String {
    match (resource.group, resource.name) {
        ("events.k8s.io" | "", "events") => "core/events".to_owned(),
        ("", name) => format!("core/{name}"),
        (group, name) => format!("{group}/{name}"),
    }
}

/// Every kind that is served now.
pub(crate) struct Registry {
    served: RwLock<BTreeMap<(String, String, String), Arc<Served>>>,
}

impl Registry {
    /// The built-in kinds that are on by default.
    pub(crate) fn built_in() -> Self {
        let served = schema::resources()
            .iter()
            .chain(&metrics::RESOURCES)
            .filter(|resource| resource.on_by_default && resource.name != "apigroups")
            .map(|resource| {
                let key = (
                    resource.group.to_owned(),
                    resource.version.to_owned(),
                    resource.name.to_owned(),
                );
                (key, Arc::new(Served::of(resource)))
            })
            .collect();
        Self {
            served: RwLock::new(served),
        }
    }

    /// Serves these custom resources and no others.
    pub(crate) fn set_custom(&self, custom: Vec<Arc<Served>>) {
        let mut served = self.served.write();
        served.retain(|_, served| served.custom.is_none());
        for kind in custom {
            let gvr = kind.gvr.clone();
            served
                .entry((gvr.group, gvr.version, gvr.resource))
                .or_insert(kind);
        }
    }

    pub(crate) fn find(&self, group: &str, version: &str, resource: &str) -> Option<Arc<Served>> {
        let key = (group.to_owned(), version.to_owned(), resource.to_owned());
        self.served.read().get(&key).cloned()
    }

    /// Every resource, sorted by group, version and name.
    pub(crate) fn all(&self) -> Vec<Arc<Served>> {
        self.served.read().values().cloned().collect()
    }

    /// Whether the group is one of the server's own.
    pub(crate) fn has_built_in(&self, group: &str) -> bool {
        self.served
            .read()
            .values()
            .any(|served| served.custom.is_none() && served.gvr.group == group)
    }

    pub(crate) fn has_group_version(&self, group: &str, version: &str) -> bool {
        self.served
            .read()
            .keys()
            .any(|(known, at, _)| known == group && at == version)
    }
}
