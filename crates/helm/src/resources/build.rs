//! From the text of a manifest to objects.

use cliruntime::{ApiResource, Discovery};
use serde_json::Value;

use super::Resource;

/// A document that is no object of this cluster.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BuildError {
    /// It is no YAML.
    #[error("error parsing : {0}")]
    Yaml(goyaml::Error),
    /// It lacks what every object has.
    #[error("error validating \"\": error validating data: {0} not set")]
    Missing(&'static str),
    /// It has neither kind nor name.
    #[error("unable to decode \"\": Object 'Kind' is missing in '{0}'")]
    NoKind(String),
    /// The cluster does not know its kind.
    #[error(
        "resource mapping not found for name: {name:?} namespace: {namespace:?} from \"\": no matches for kind {kind:?} in version {api_version:?}\nensure CRDs are installed first"
    )]
    NoMatch {
        /// The object's name.
        name: String,
        /// The object's namespace, as the document says it.
        namespace: String,
        /// The object's kind.
        kind: String,
        /// The object's API version.
        api_version: String,
    },
}

/// The objects of a manifest, those of lists one by one, in a namespace unless they name another one.
///
/// # Errors
/// What the first document that is no object lacks; kinds that the cluster does not have are told together.
pub(crate) fn build(
    manifest: &str,
    namespace: &str,
    discovery: &Discovery,
) -> Result<Vec<Resource>, BuildError> {
    let mut resources = Vec::new();
    for document in chart::split_manifests(manifest) {
        let options = goyaml::DecodeOptions {
            dialect: goyaml::Dialect::V2,
            strict: false,
        };
        let object =
            goyaml::yaml_to_json(document.as_bytes(), &options).map_err(BuildError::Yaml)?;
        if !object.is_null() {
            add(object, namespace, discovery, &mut resources)?;
        }
    }
    Ok(resources)
}

fn add(
    mut object: Value,
    namespace: &str,
    discovery: &Discovery,
    resources: &mut Vec<Resource>,
) -> Result<(), BuildError> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (api_version, kind) = (text(&object["apiVersion"]), text(&object["kind"]));
    if kind.is_empty() {
        let shown = crate::go_json::marshal(&object);
        return Err(BuildError::NoKind(
            String::from_utf8_lossy(&shown).into_owned(),
        ));
    }
    if api_version.is_empty() {
        return Err(BuildError::Missing("apiVersion"));
    }
    if kind.ends_with("List") && object["items"].is_array() {
        let Value::Array(items) = object["items"].take() else {
            return Ok(());
        };
        for item in items {
            add(item, namespace, discovery, resources)?;
        }
        return Ok(());
    }
    let name = text(&object["metadata"]["name"]);
    let own_namespace = text(&object["metadata"]["namespace"]);
    let api = discovery
        .by_kind(&api_version, &kind)
        .map_err(|_| BuildError::NoMatch {
            name: name.clone(),
            namespace: own_namespace.clone(),
            kind,
            api_version,
        })?;
    resources.push(placed(object, api, name, &own_namespace, namespace));
    Ok(())
}

fn placed(
    mut object: Value,
    api: &ApiResource,
    name: String,
    own_namespace: &str,
    namespace: &str,
) -> Resource {
    let namespace = match (api.namespaced, own_namespace) {
        (false, _) => String::new(),
        (true, "") => {
            object["metadata"]["namespace"] = namespace.into();
            namespace.to_owned()
        }
        (true, own) => own.to_owned(),
    };
    Resource {
        object,
        api: api.clone(),
        namespace,
        name,
    }
}
