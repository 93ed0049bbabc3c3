//! Definitions that a kustomization brings along.

use serde_json::Value;

use super::definition::{Definition, Definitions, Merge, resource_key};
use crate::error::{Error, ErrorKind, Result};

/// Reads an OpenAPI document, JSON or YAML.
pub(super) fn parse(document: &[u8]) -> Result<Definitions> {
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: false,
    };
    let root = goyaml::yaml_to_json(document, &options)
        .map_err(|error| Error::new(ErrorKind::Kustomization, error.to_string()))?;
    let mut definitions = Definitions::default();
    for (name, schema) in objects(&root["definitions"]) {
        for gvk in schema["x-kubernetes-group-version-kind"]
            .as_array()
            .into_iter()
            .flatten()
        {
            if let Some(key) = gvk_key(gvk) {
                definitions.resources.insert(key, name.clone());
            }
        }
        definitions.by_name.insert(name.clone(), definition(schema));
    }
    read_scopes(&root, &mut definitions);
    Ok(definitions)
}

fn objects(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn gvk_key(gvk: &Value) -> Option<String> {
    let (group, version, kind) = (
        gvk["group"].as_str().unwrap_or(""),
        gvk["version"].as_str()?,
        gvk["kind"].as_str()?,
    );
    let api_version = if group.is_empty() {
        version.to_owned()
    } else {
        format!("{group}/{version}")
    };
    Some(resource_key(&api_version, kind))
}

fn definition(schema: &Value) -> Definition {
    Definition {
        reference: schema["$ref"]
            .as_str()
            .map(|path| path.trim_start_matches("#/definitions/").to_owned()),
        fields: objects(&schema["properties"])
            .map(|(name, field)| (name.clone(), definition(field)))
            .collect(),
        additional: schema["additionalProperties"]
            .is_object()
            .then(|| Box::new(definition(&schema["additionalProperties"]))),
        elements: schema["items"]
            .is_object()
            .then(|| Box::new(definition(&schema["items"]))),
        merge: merge(schema),
    }
}

fn merge(schema: &Value) -> Option<Merge> {
    let strategy = schema["x-kubernetes-patch-strategy"].as_str()?.to_owned();
    let composite = schema["x-kubernetes-list-map-keys"].as_array();
    let keys = match composite {
        Some(keys) => keys
            .iter()
            .filter_map(|key| key.as_str().map(str::to_owned))
            .collect(),
        None => schema["x-kubernetes-patch-merge-key"]
            .as_str()
            .map(str::to_owned)
            .into_iter()
            .collect(),
    };
    Some(Merge { strategy, keys })
}

/// Learns from the paths which types are reached through a namespace.
fn read_scopes(root: &Value, definitions: &mut Definitions) {
    for (path, item) in objects(&root["paths"]) {
        let Some(key) = gvk_key(&item["get"]["x-kubernetes-group-version-kind"]) else {
            continue;
        };
        let namespaced = path.contains("namespaces/{namespace}");
        if namespaced {
            definitions.scopes.insert(key, true);
        } else if path.ends_with("{name}") {
            definitions.scopes.entry(key).or_insert(false);
        }
    }
}
