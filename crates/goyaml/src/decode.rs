//! Nodes to values, as Go decodes them.

mod budget;
mod decoded;
mod expand;
mod go_syntax;
mod json;
mod rewritten;

pub use decoded::Decoded;
pub(crate) use json::is_merge_key;
pub(crate) use rewritten::{Surroundings, decode_rewritten};

use serde_json::Value;

use crate::{Dialect, Error, Node};

/// How nodes become values.
#[derive(Clone, Copy, Debug)]
pub struct DecodeOptions {
    /// Whose rules resolve scalars and merge keys.
    pub dialect: Dialect,
    /// Whether a repeated key is an error. [`Dialect::V3`] always refuses it; without, the last one wins.
    pub strict: bool,
}

/// Decodes a node as `sigs.k8s.io/yaml` makes JSON of it: aliases and merge keys expanded, keys made strings.
///
/// # Errors
/// Repeated keys where they are refused, keys that are collections, excessive aliasing, values that JSON cannot hold.
pub fn decode<'n, D: Decoded<'n>>(node: &'n Node, options: &DecodeOptions) -> Result<D, Error> {
    json::decode(node, options)
}

/// Turns a node into the JSON that `sigs.k8s.io/yaml` makes of it: aliases and merge keys expanded, keys made strings.
///
/// # Errors
/// Repeated keys where they are refused, keys that are collections, excessive aliasing, values that JSON cannot hold.
pub fn to_json(node: &Node, options: &DecodeOptions) -> Result<Value, Error> {
    decode(node, options)
}

/// Reads the first document of a text straight into JSON, as `sigs.k8s.io/yaml`'s `YAMLToJSON` does; no document gives null.
///
/// # Errors
/// Those of [`crate::parse_document`] and [`to_json`].
pub fn yaml_to_json(text: &[u8], options: &DecodeOptions) -> Result<Value, Error> {
    match crate::parse_document(text, &crate::ReadOptions::new(options.dialect))? {
        Some(node) => to_json(&node, options),
        None => Ok(Value::Null),
    }
}

/// Makes a node of a JSON value; the keys of maps come in the value's order.
pub fn from_json(value: &Value) -> Node {
    match value {
        Value::Null => Node::null(),
        Value::Bool(value) => Node::bool(*value),
        Value::Number(number) => Node::scalar(number.to_string()),
        Value::String(text) => Node::string(text.as_str()),
        Value::Array(items) => items.iter().map(from_json).collect(),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.as_str(), from_json(value)))
            .collect(),
    }
}

/// Replaces aliases by what they refer to and merge keys by the pairs that they bring, and drops anchors.
///
/// # Errors
/// Excessive aliasing, merge keys over anything but maps.
pub fn expand(node: &mut Node) -> Result<(), Error> {
    expand::expand(node)
}
