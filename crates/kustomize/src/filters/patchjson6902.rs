//! JSON patches.

use goyaml::{DecodeOptions, Dialect};
use patch::json_patch::{self, Operation};
use serde_json::{Map, Number, Value};

use crate::error::{Error, ErrorKind, Result};
use crate::resource::Resource;
use crate::rnode;

/// Applies a patch to the JSON form of an object.
pub(crate) fn apply(resource: &mut Resource, operations: &[Operation]) -> Result<()> {
    let options = DecodeOptions {
        dialect: Dialect::V3,
        strict: true,
    };
    let document = goyaml::to_json(&resource.node, &options)
        .map_err(|error| Error::new(ErrorKind::Transform, error.to_string()))?;
    let document = if resource.previous.is_empty() {
        document
    } else {
        with_annotations(document)
    };
    let mut document = json_patch::apply(document, operations)
        .map_err(|error| Error::new(ErrorKind::Transform, error.to_string()))?;
    round_numbers(&mut document);
    let mut node = goyaml::from_json(&document);
    rnode::tag_scalars(&mut node);
    resource.node = node;
    resource.set_annotations(resource.annotations())
}

/// Gives an object annotations if it has none. kustomize keeps previous ids there, so that a patch finds the field where there are some.
fn with_annotations(mut object: Value) -> Value {
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        let annotations = metadata.entry("annotations").or_insert(Value::Null);
        if annotations.is_null() {
            *annotations = Value::Object(Map::new());
        }
    }
    object
}

/// Takes all numbers through 64-bit floats, as Go does with JSON whose types it does not know.
fn round_numbers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(rounded) = number.as_f64().and_then(rounded) {
                *number = rounded;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(round_numbers),
        Value::Object(fields) => fields.values_mut().for_each(round_numbers),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn rounded(value: f64) -> Option<Number> {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() >= LIMIT {
        let text = format!("{value:.0}");
        return text
            .parse::<i64>()
            .map(Number::from)
            .or_else(|_| text.parse::<u64>().map(Number::from))
            .ok();
    }
    None
}
