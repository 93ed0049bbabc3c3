//! Replica sets and replication controllers for people.

use serde_json::Value;

use super::context::Context;
use super::text::{Text, joined_pairs, pairs};
use super::{events, pod_template, pods_status};
use crate::object::{self, integer, items, shown};
use cliruntime::ApiError;

/// Describes a replica set or replication controller, its pods' phases and what has happened to it.
///
/// # Errors
/// If pods or events cannot be read.
pub(super) async fn describe(set: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let of_labels = object::kind(set) == "ReplicationController";
    let selector = if of_labels {
        pairs(&set["spec"]["selector"]).join(",")
    } else {
        pods_status::selector(set)
    };
    text.field(0, "Name", object::name(set));
    text.field(0, "Namespace", object::namespace(set));
    if of_labels {
        text.field(0, "Selector", joined_pairs(&set["spec"]["selector"]));
    } else {
        text.field(0, "Selector", &selector);
    }
    text.labels("", "Labels", &set["metadata"]["labels"]);
    text.annotations("Annotations", &set["metadata"]["annotations"]);
    controlled_by(&mut text, set);
    let (current, desired) = (&set["status"]["replicas"], &set["spec"]["replicas"]);
    let replicas = format!(
        "{} current / {} desired",
        integer(current),
        integer(desired)
    );
    text.field(0, "Replicas", replicas);
    pods_status::append(&mut text, set, &selector, context).await?;
    pod_template::describe(&mut text, &set["spec"]["template"]);
    conditions(&mut text, set);
    events::append(&mut text, set, context).await?;
    Ok(text)
}

/// Shows who controls an object, if anybody does.
pub(super) fn controlled_by(text: &mut Text, object: &Value) {
    if let Some(owner) = object::controller(object) {
        let (kind, name) = (shown(&owner["kind"]), shown(&owner["name"]));
        text.field(0, "Controlled By", format!("{kind}/{name}"));
    }
}

/// Shows the conditions of a workload with their reasons, if there are any.
pub(super) fn conditions(text: &mut Text, workload: &Value) {
    let conditions = items(&workload["status"]["conditions"]);
    if conditions.is_empty() {
        return;
    }
    text.line(0, "Conditions:");
    text.line(1, "Type\tStatus\tReason");
    text.line(1, "----\t------\t------");
    for condition in conditions {
        let (kind, status) = (shown(&condition["type"]), shown(&condition["status"]));
        text.line(
            1,
            format!("{kind} \t{status}\t{}", shown(&condition["reason"])),
        );
    }
}
