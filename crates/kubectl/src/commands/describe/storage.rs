//! What claims and volumes have in common.

use serde_json::Value;

use super::moment::age_of;
use super::text::texts;
use crate::object::shown;

/// `RWO,RWX`.
pub(super) fn access_modes(modes: &Value) -> String {
    let modes = texts(modes);
    let known = [
        ("ReadWriteOnce", "RWO"),
        ("ReadOnlyMany", "ROX"),
        ("ReadWriteMany", "RWX"),
        ("ReadWriteOncePod", "RWOP"),
    ];
    let present: Vec<&str> = known
        .iter()
        .filter(|(mode, _)| modes.iter().any(|given| given == mode))
        .map(|(_, short)| *short)
        .collect();
    present.join(",")
}

/// The phase, or how long the object has been going away.
pub(super) fn status(object: &Value) -> String {
    let deleted = &object["metadata"]["deletionTimestamp"];
    if deleted.is_string() {
        format!("Terminating (lasts {})", age_of(deleted))
    } else {
        shown(&object["status"]["phase"])
    }
}

/// `[a b]`.
pub(super) fn finalizers(object: &Value) -> String {
    format!("[{}]", texts(&object["metadata"]["finalizers"]).join(" "))
}
