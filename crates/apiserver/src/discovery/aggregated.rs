//! Everything about many groups in one document.

use apimachinery::Gvk;
use serde_json::{Map, Value, json};

use super::order::{Group, Version};
use crate::registry::{Served, Subresource};

pub(super) const CONTENT_TYPE: &str =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

pub(super) fn list<'a>(groups: impl Iterator<Item = &'a Group>) -> Value {
    let items: Vec<Value> = groups
        .map(|group| {
            let metadata = if group.name.is_empty() {
                json!({})
            } else {
                json!({"name": group.name})
            };
            let versions: Vec<Value> = group.versions.iter().map(version).collect();
            json!({"metadata": metadata, "versions": versions})
        })
        .collect();
    json!({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": items})
}

fn version(version: &Version) -> Value {
    let resources: Vec<Value> = version
        .resources
        .iter()
        .map(|served| resource(served))
        .collect();
    json!({"version": version.name, "resources": resources, "freshness": "Current"})
}

fn resource(served: &Served) -> Value {
    let mut resource = Map::new();
    resource.insert("resource".to_owned(), served.gvr.resource.clone().into());
    resource.insert(
        "responseKind".to_owned(),
        response_kind(&served.gvk, served.custom.is_none()),
    );
    let scope = if served.namespaced {
        "Namespaced"
    } else {
        "Cluster"
    };
    resource.insert("scope".to_owned(), scope.into());
    resource.insert(
        "singularResource".to_owned(),
        served.singular.clone().into(),
    );
    resource.insert("verbs".to_owned(), json!(served.verbs));
    if !served.short_names.is_empty() {
        resource.insert("shortNames".to_owned(), json!(served.short_names));
    }
    if !served.categories.is_empty() {
        resource.insert("categories".to_owned(), json!(served.categories));
    }
    if !served.subresources.is_empty() {
        let subresources: Vec<Value> = served
            .subresources
            .iter()
            .map(|sub| subresource(served, sub))
            .collect();
        resource.insert("subresources".to_owned(), subresources.into());
    }
    Value::Object(resource)
}

fn subresource(served: &Served, subresource: &Subresource) -> Value {
    let gvk = &subresource.gvk;
    let own = gvk.group_version() == served.gvk.group_version();
    json!({
        "subresource": subresource.name,
        "responseKind": response_kind(gvk, own && served.custom.is_none()),
        "verbs": subresource.verbs,
    })
}

/// A kind; that of a built-in resource is said without group and version where they are the resource's own.
fn response_kind(gvk: &Gvk, short: bool) -> Value {
    let (group, version) = if short {
        ("", "")
    } else {
        (&*gvk.group, &*gvk.version)
    };
    json!({"group": group, "version": version, "kind": gvk.kind})
}
