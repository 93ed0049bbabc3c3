//! Values to the text that Kubernetes tools print.

use serde_json::Value;

use crate::{Dialect, Emitter, Error, Layout, Node, Scalar};

/// Something that can tell the emitter what it is.
pub trait ToYaml {
    /// Sends the value's events; maps in [`crate::natural_order`].
    fn to_yaml(&self, emitter: &mut Emitter);
}

impl ToYaml for Value {
    fn to_yaml(&self, emitter: &mut Emitter) {
        if let Self::String(text) = self {
            emitter.key(text);
        } else {
            emitter.scalar(&Scalar::Null);
        }
    }
}

/// Prints a JSON value as `sigs.k8s.io/yaml` marshals it.
pub fn json_to_yaml(value: &Value) -> String {
    let mut emitter = Emitter::new(Layout::V2);
    value.to_yaml(&mut emitter);
    emitter.finish()
}

/// Prints a node as kustomize and kubectl do: decoded by the rules of `dialect`, taken through JSON, printed by the v2 emitter. Appends
/// to `out`.
///
/// # Errors
/// Those of [`crate::to_json`].
pub fn to_canonical(node: &Node, dialect: Dialect, out: &mut String) -> Result<(), Error> {
    let value = crate::to_json(
        node,
        &crate::DecodeOptions {
            dialect,
            strict: dialect == Dialect::V3,
        },
    )?;
    out.push_str(&json_to_yaml(&value));
    Ok(())
}
