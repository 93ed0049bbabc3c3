//! Swagger 2.0: one document for everything.

use std::collections::BTreeSet;

use apimachinery::Gvk;
use serde_json::{Map, Value, json};

use super::custom;
use super::definitions::{Dialect, add_definition};
use super::paths;
use crate::registry::Registry;

pub(super) fn document(registry: &Registry) -> Value {
    let mut seen = BTreeSet::new();
    let mut definitions = Map::new();
    let mut operations = Map::new();
    for served in registry.all() {
        let list = Gvk::new(&*served.gvk.group, &*served.gvk.version, &*served.list_kind);
        let subresources = served.subresources.iter().map(|sub| sub.gvk.clone());
        for gvk in [served.gvk.clone(), list].into_iter().chain(subresources) {
            add_definition(&gvk, Dialect::V2, &mut seen, &mut definitions);
        }
        if let Some(custom) = &served.custom {
            custom::add(&served, custom, Dialect::V2, &mut seen, &mut definitions);
        }
        paths::add(&served, Dialect::V2, &mut operations);
    }
    for kind in ["DeleteOptions", "Status"] {
        add_definition(
            &Gvk::new("", "v1", kind),
            Dialect::V2,
            &mut seen,
            &mut definitions,
        );
    }
    definitions.insert(paths::PATCH.to_owned(), json!({"type": "object"}));
    json!({
        "swagger": "2.0",
        "info": {"title": "Kubernetes", "version": "v1.37.1"},
        "paths": operations,
        "definitions": definitions,
    })
}
