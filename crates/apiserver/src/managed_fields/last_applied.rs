//! What `kubectl apply` left on an object before it was applied on the server's side.

use serde_json::Value;

use super::applied::field_set;
use super::compare::compare;
use super::set::Set;
use crate::metadata;
use crate::typing::Typing;

const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Only objects applied by this manager are brought over from the annotation.
pub(super) const KUBECTL: &str = "kubectl";

/// The fields that the annotation says and the object has, with the same values: they are the applier's already.
pub(super) fn own_fields(typing: Typing<'_>, live: &Value) -> Set {
    let Some(last) = annotation(live).and_then(|text| serde_json::from_str::<Value>(text).ok())
    else {
        return Set::default();
    };
    let mut set = field_set(typing, &last);
    let difference = compare(typing, &last, live);
    set.subtract(&difference.changed);
    set.subtract(&difference.removed);
    set
}

/// Says in the annotation, if there is one, what is applied now.
pub(super) fn sync(object: &mut Value, applied: &Value) {
    if annotation(object).is_none() {
        return;
    }
    let mut said = applied.clone();
    let metadata = metadata::of_mut(&mut said);
    metadata.remove("managedFields");
    if let Some(Value::Object(annotations)) = metadata.get_mut("annotations") {
        annotations.remove(ANNOTATION);
        if annotations.is_empty() {
            metadata.remove("annotations");
        }
    }
    object["metadata"]["annotations"][ANNOTATION] = format!("{said}\n").into();
}

fn annotation(object: &Value) -> Option<&str> {
    object["metadata"]["annotations"][ANNOTATION].as_str()
}
