//! Values to the text that Kubernetes tools print.

mod direct;

use serde_json::{Number, Value};

use crate::natural::sort_by_key;
use crate::{Dialect, Emitter, Error, Layout, Node, Scalar};

/// Something that can tell the emitter what it is.
pub trait ToYaml {
    /// Sends the value's events; maps in [`crate::natural_order`].
    fn to_yaml(&self, emitter: &mut Emitter);
}

impl ToYaml for Value {
    fn to_yaml(&self, emitter: &mut Emitter) {
        match self {
            Self::Null => emitter.scalar(&Scalar::Null),
            Self::Bool(value) => emitter.scalar(&Scalar::Bool(*value)),
            Self::Number(number) => emitter.scalar(&number_scalar(number)),
            Self::String(text) => emitter.string(text),
            Self::Array(items) => {
                emitter.begin_sequence(items.is_empty());
                if !items.is_empty() {
                    items.iter().for_each(|item| item.to_yaml(emitter));
                    emitter.end_sequence();
                }
            }
            Self::Object(map) => {
                emitter.begin_mapping(map.is_empty());
                if map.is_empty() {
                    return;
                }
                let mut entries: Vec<(&str, &Self)> = map
                    .iter()
                    .map(|(key, value)| (key.as_str(), value))
                    .collect();
                sort_by_key(&mut entries, |(key, _)| key);
                for (key, value) in entries {
                    emitter.key(key);
                    value.to_yaml(emitter);
                }
                emitter.end_mapping();
            }
        }
    }
}

fn number_scalar(number: &Number) -> Scalar<'static> {
    if let Some(value) = number.as_i64() {
        return Scalar::Int(value);
    }
    if let Some(value) = number.as_u64() {
        return Scalar::Uint(value);
    }
    Scalar::from_json_float(number.as_f64().unwrap_or(f64::NAN))
}

/// Prints a JSON value as `sigs.k8s.io/yaml` marshals it. What it would refuse is escaped, see [`try_json_to_yaml`].
pub fn json_to_yaml(value: &Value) -> String {
    let mut emitter = Emitter::new(Layout::V2);
    value.to_yaml(&mut emitter);
    emitter.finish()
}

/// Prints a JSON value as `sigs.k8s.io/yaml` marshals it.
///
/// # Errors
/// A text holds control characters that JSON lets through and YAML does not.
pub fn try_json_to_yaml(value: &Value) -> Result<String, Error> {
    let mut emitter = Emitter::new(Layout::V2);
    value.to_yaml(&mut emitter);
    match emitter.fault() {
        Some(fault) => Err(fault.clone()),
        None => Ok(emitter.finish()),
    }
}

/// Prints a node as kustomize and kubectl do: decoded by the rules of `dialect`, taken through JSON, printed by the v2 emitter. Appends
/// to `out`, which must be empty or end in a newline.
///
/// # Errors
/// Those of [`crate::to_json`], and control characters as in [`try_json_to_yaml`].
pub fn to_canonical(node: &Node, dialect: Dialect, out: &mut String) -> Result<(), Error> {
    let before = out.len();
    let mut emitter = Emitter::append_to(std::mem::take(out), Layout::V2);
    if direct::write(node, dialect, false, &mut emitter).is_none() {
        let mut text = emitter.into_text();
        text.truncate(before);
        let value = match crate::to_json(
            node,
            &crate::DecodeOptions {
                dialect,
                strict: dialect == Dialect::V3,
            },
        ) {
            Ok(value) => value,
            Err(error) => {
                *out = text;
                return Err(error);
            }
        };
        emitter = Emitter::append_to(text, Layout::V2);
        value.to_yaml(&mut emitter);
    }
    let fault = emitter.fault().cloned();
    *out = emitter.finish();
    match fault {
        Some(fault) => {
            out.truncate(before);
            Err(fault)
        }
        None => Ok(()),
    }
}
