//! Nodes to JSON.

use serde_json::Value;

use super::DecodeOptions;
use crate::{Error, Node, Scalar};

pub(super) fn value(node: &Node, options: &DecodeOptions) -> Result<Value, Error> {
    match node.target().resolve(options.dialect) {
        Some(Scalar::Str(text)) => Ok(Value::String(text.into_owned())),
        _ => Ok(Value::Null),
    }
}
