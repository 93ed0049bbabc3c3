//! The annotation in which client-side apply remembers what was applied.

use serde_json::Value;

use crate::object;
use crate::printers::compact_json;

/// The annotation.
pub(crate) const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// The object as the annotation holds it: compact, without the annotation itself, with a line break at the end.
pub(crate) fn encoded(object: &Value) -> String {
    let mut bare = object.clone();
    let annotations = object::entry(object::entry(&mut bare, "metadata"), "annotations");
    if let Value::Object(annotations) = annotations {
        annotations.remove(LAST_APPLIED);
    }
    format!("{}\n", compact_json(&bare))
}

/// The object with the annotation.
pub(crate) fn annotated(object: &Value) -> Value {
    let mut annotated = object.clone();
    object::set_annotation(&mut annotated, LAST_APPLIED, &encoded(object));
    annotated
}

/// What was applied last; null if nothing was, or if it cannot be read.
pub(crate) fn original(live: &Value) -> Value {
    let text = object::annotation(live, LAST_APPLIED).unwrap_or_default();
    match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => Value::Object(fields),
        _ => Value::Null,
    }
}

/// Whether the object remembers what was applied.
pub(crate) fn is_remembered(live: &Value) -> bool {
    object::annotation(live, LAST_APPLIED).is_some()
}
