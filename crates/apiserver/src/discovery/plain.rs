//! A document for each group and version.

use serde_json::{Map, Value, json};

use super::order::{Group, Version};
use crate::registry::{Served, Subresource};

pub(super) fn paths(groups: &[Group]) -> Value {
    let mut paths: Vec<String> = [
        "/api",
        "/apis",
        "/healthz",
        "/livez",
        "/openapi/v2",
        "/openapi/v3",
        "/readyz",
        "/version",
    ]
    .map(str::to_owned)
    .to_vec();
    for group in groups {
        let root = if group.name.is_empty() {
            "/api".to_owned()
        } else {
            format!("/apis/{}", group.name)
        };
        paths.extend(
            group
                .versions
                .iter()
                .map(|version| format!("{root}/{}", version.name)),
        );
        if !group.name.is_empty() {
            paths.push(root);
        }
    }
    paths.sort();
    json!({"paths": paths})
}

pub(super) fn api_versions() -> Value {
    json!({
        "kind": "APIVersions",
        "versions": ["v1"],
        "serverAddressByClientCIDRs": [{"clientCIDR": "0.0.0.0/0", "serverAddress": ""}],
    })
}

pub(super) fn group_list(groups: &[Group]) -> Value {
    let groups: Vec<Value> = groups
        .iter()
        .filter(|group| !group.name.is_empty())
        .map(|group| self::group(group, false))
        .collect();
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups})
}

/// A group, by itself with its type or as an item of a list without.
pub(super) fn group(group: &Group, alone: bool) -> Value {
    let versions: Vec<Value> = group
        .versions
        .iter()
        .map(|version| json!({"groupVersion": format!("{}/{}", group.name, version.name), "version": version.name}))
        .collect();
    let mut object =
        json!({"name": group.name, "preferredVersion": versions.first(), "versions": versions});
    if alone {
        object["kind"] = "APIGroup".into();
        object["apiVersion"] = "v1".into();
    }
    object
}

pub(super) fn resource_list(group: &str, version: &Version) -> Value {
    let mut resources = Vec::new();
    for served in &version.resources {
        resources.push(resource(served));
        resources.extend(
            served
                .subresources
                .iter()
                .map(|sub| subresource(served, sub)),
        );
    }
    let group_version = if group.is_empty() {
        version.name.clone()
    } else {
        format!("{group}/{}", version.name)
    };
    json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group_version, "resources": resources})
}

fn resource(served: &Served) -> Value {
    let mut resource = Map::new();
    resource.insert("name".to_owned(), served.gvr.resource.clone().into());
    resource.insert("singularName".to_owned(), served.singular.clone().into());
    resource.insert("namespaced".to_owned(), served.namespaced.into());
    resource.insert("kind".to_owned(), served.gvk.kind.clone().into());
    resource.insert("verbs".to_owned(), json!(served.verbs));
    if !served.short_names.is_empty() {
        resource.insert("shortNames".to_owned(), json!(served.short_names));
    }
    if !served.categories.is_empty() {
        resource.insert("categories".to_owned(), json!(served.categories));
    }
    Value::Object(resource)
}

fn subresource(served: &Served, subresource: &Subresource) -> Value {
    let gvk = &subresource.gvk;
    let mut object = json!({
        "name": format!("{}/{}", served.gvr.resource, subresource.name),
        "singularName": "",
        "namespaced": served.namespaced,
        "kind": gvk.kind,
        "verbs": subresource.verbs,
    });
    if gvk.group_version() != served.gvk.group_version() {
        object["group"] = gvk.group.clone().into();
        object["version"] = gvk.version.clone().into();
    }
    object
}
