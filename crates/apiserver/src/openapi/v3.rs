//! OpenAPI 3.0: a document for each group and version.

use std::collections::BTreeSet;

use apimachinery::Gvk;
use serde_json::{Map, Value, json};

use super::custom;
use super::definitions::{Dialect, add_definition};
use super::paths;
use crate::discovery::groups;
use crate::registry::Registry;

/// Where the documents are, with their hashes.
pub(super) fn index(registry: &Registry, hash: impl Fn(&str) -> String) -> Value {
    let mut paths = Map::new();
    for group in groups(registry) {
        for version in &group.versions {
            let name = if group.name.is_empty() {
                format!("api/{}", version.name)
            } else {
                format!("apis/{}/{}", group.name, version.name)
            };
            let url = format!("/openapi/v3/{name}?hash={}", hash(&name));
            paths.insert(name, json!({"serverRelativeURL": url}));
        }
    }
    json!({"paths": paths})
}

/// The document of `api/v1` or `apis/GROUP/VERSION`.
pub(super) fn document(registry: &Registry, name: &str) -> Option<Value> {
    let (group, version) = match name.split('/').collect::<Vec<_>>()[..] {
        ["api", version] => ("", version),
        ["apis", group, version] => (group, version),
        _ => return None,
    };
    if !registry.has_group_version(group, version) {
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut schemas = Map::new();
    let mut operations = Map::new();
    for served in registry.all() {
        if (&*served.gvr.group, &*served.gvr.version) != (group, version) {
            continue;
        }
        let list = Gvk::new(group, version, &*served.list_kind);
        let subresources = served.subresources.iter().map(|sub| sub.gvk.clone());
        for gvk in [served.gvk.clone(), list].into_iter().chain(subresources) {
            add_definition(&gvk, Dialect::V3, &mut seen, &mut schemas);
        }
        if let Some(custom) = &served.custom {
            custom::add(&served, custom, Dialect::V3, &mut seen, &mut schemas);
        }
        paths::add(&served, Dialect::V3, &mut operations);
    }
    for kind in ["DeleteOptions", "Status"] {
        add_definition(
            &Gvk::new("", "v1", kind),
            Dialect::V3,
            &mut seen,
            &mut schemas,
        );
    }
    schemas.insert(paths::PATCH.to_owned(), json!({"type": "object"}));
    Some(json!({
        "openapi": "3.0.0",
        "info": {"title": "Kubernetes", "version": "v1.37.1"},
        "paths": operations,
        "components": {"schemas": schemas},
    }))
}
