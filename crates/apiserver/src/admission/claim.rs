//! The class of a claim that names none.

use apimachinery::{Gvr, Status};
use serde_json::Value;

use super::all;
use crate::call::Call;
use crate::metadata;

const IS_DEFAULT: [&str; 2] = [
    "storageclass.kubernetes.io/is-default-class",
    "storageclass.beta.kubernetes.io/is-default-class",
];

/// Gives a claim that names no class the default one, if there is one: of several the newest, then the first by name.
pub(super) fn admit(call: &Call, claim: &mut Value) -> Result<(), Status> {
    if claim["spec"].get("storageClassName").is_some() {
        return Ok(());
    }
    let classes = all(
        &call.shared,
        &Gvr::new("storage.k8s.io", "v1", "storageclasses"),
        None,
    )?;
    let is_default = |class: &&Value| {
        let annotations = &class["metadata"]["annotations"];
        IS_DEFAULT
            .iter()
            .any(|annotation| annotations[*annotation] == "true")
    };
    let newest_first = |class: &&Value| {
        let created = metadata::text(class, "creationTimestamp").to_owned();
        (
            std::cmp::Reverse(created),
            metadata::text(class, "name").to_owned(),
        )
    };
    if let Some(class) = classes.iter().filter(is_default).min_by_key(newest_first) {
        claim["spec"]["storageClassName"] = class["metadata"]["name"].clone();
    }
    Ok(())
}
