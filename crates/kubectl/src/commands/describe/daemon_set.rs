//! Daemon sets for people.

use serde_json::Value;

use super::context::Context;
use super::text::{Text, joined_pairs};
use super::{events, pod_template, pods_status};
use crate::object::{self, integer};
use cliruntime::ApiError;

/// Describes a daemon set, its pods' phases and what has happened to it.
///
/// # Errors
/// If pods or events cannot be read.
pub(super) async fn describe(set: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let selector = pods_status::selector(set);
    text.field(0, "Name", object::name(set));
    text.field(0, "Namespace", object::namespace(set));
    text.field(0, "Selector", &selector);
    let node_selector = &set["spec"]["template"]["spec"]["nodeSelector"];
    text.field(0, "Node-Selector", joined_pairs(node_selector));
    text.labels("", "Labels", &set["metadata"]["labels"]);
    text.annotations("Annotations", &set["metadata"]["annotations"]);
    for (title, field) in [
        (
            "Desired Number of Nodes Scheduled",
            "desiredNumberScheduled",
        ),
        (
            "Current Number of Nodes Scheduled",
            "currentNumberScheduled",
        ),
        (
            "Number of Nodes Scheduled with Up-to-date Pods",
            "updatedNumberScheduled",
        ),
        (
            "Number of Nodes Scheduled with Available Pods",
            "numberAvailable",
        ),
        ("Number of Nodes Misscheduled", "numberMisscheduled"),
    ] {
        text.line(0, format!("{title}: {}", integer(&set["status"][field])));
    }
    pods_status::append(&mut text, set, &selector, context).await?;
    pod_template::describe(&mut text, &set["spec"]["template"]);
    events::append(&mut text, set, context).await?;
    Ok(text)
}
