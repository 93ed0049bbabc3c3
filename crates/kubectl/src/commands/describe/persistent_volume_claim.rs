//! Claims of persistent volumes for people.

use serde_json::Value;

use super::context::Context;
use super::moment::shown_moment;
use super::text::Text;
use super::{events, storage};
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// Describes a claim, the pods that use it, and what has happened to it.
///
/// # Errors
/// If pods or events cannot be read.
pub(super) async fn describe(claim: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let pods = context
        .list_in("", "pods", object::namespace(claim), "")
        .await?;
    facts(&mut text, claim);
    let users: Vec<String> = pods
        .iter()
        .filter(|pod| uses(pod, object::name(claim)))
        .map(|pod| object::name(pod).to_owned())
        .collect();
    text.values("", "Used By", &users);
    conditions(&mut text, items(&claim["status"]["conditions"]));
    events::append(&mut text, claim, context).await?;
    Ok(text)
}

fn facts(text: &mut Text, claim: &Value) {
    let (metadata, spec, status) = (&claim["metadata"], &claim["spec"], &claim["status"]);
    text.field(0, "Name", object::name(claim));
    text.field(0, "Namespace", object::namespace(claim));
    text.field(0, "StorageClass", shown(&spec["storageClassName"]));
    text.field(0, "Status", storage::status(claim));
    text.field(0, "Volume", shown(&spec["volumeName"]));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(0, "Finalizers", storage::finalizers(claim));
    let bound = !shown(&spec["volumeName"]).is_empty();
    let (capacity, modes) = match bound {
        true => (
            shown(&status["capacity"]["storage"]),
            storage::access_modes(&status["accessModes"]),
        ),
        false => (String::new(), String::new()),
    };
    let capacity = if bound && capacity.is_empty() {
        "0".to_owned()
    } else {
        capacity
    };
    text.field(0, "Capacity", capacity);
    text.field(0, "Access Modes", modes);
    text.field_if(0, "VolumeMode", &spec["volumeMode"]);
    let source = &spec["dataSource"];
    if source.is_object() {
        text.line(0, "DataSource:");
        text.field_if(1, "APIGroup", &source["apiGroup"]);
        text.field(1, "Kind", shown(&source["kind"]));
        text.field(1, "Name", shown(&source["name"]));
    }
}

fn uses(pod: &Value, claim: &str) -> bool {
    items(&pod["spec"]["volumes"])
        .iter()
        .any(|volume| volume["persistentVolumeClaim"]["claimName"] == claim)
}

fn conditions(text: &mut Text, conditions: &[Value]) {
    if conditions.is_empty() {
        return;
    }
    text.line(0, "Conditions:");
    text.line(
        1,
        "Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage",
    );
    text.line(
        1,
        "----\t------\t-----------------\t------------------\t------\t-------",
    );
    for condition in conditions {
        let of = |field: &str| shown(&condition[field]);
        let probe = shown_moment(&condition["lastProbeTime"]);
        let transition = shown_moment(&condition["lastTransitionTime"]);
        let (kind, status) = (of("type"), of("status"));
        let (reason, message) = (of("reason"), of("message"));
        text.line(
            1,
            format!("{kind} \t{status} \t{probe} \t{transition} \t{reason} \t{message}"),
        );
    }
}
