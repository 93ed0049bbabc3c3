//! Objects as YAML.

use serde_json::Value;

/// The object as the YAML that kubectl prints.
pub(crate) fn yaml(object: &Value) -> String {
    goyaml::json_to_yaml(object)
}
