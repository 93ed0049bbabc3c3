//! Storage drivers of nodes for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::moment::shown_moment;
use super::text::{Text, texts};
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// Describes the drivers of a node and what has happened to them.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(node: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let metadata = &node["metadata"];
    text.field(0, "Name", object::name(node));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(
        0,
        "CreationTimestamp",
        shown_moment(&metadata["creationTimestamp"]),
    );
    text.line(0, "Spec:");
    let drivers = items(&node["spec"]["drivers"]);
    if !drivers.is_empty() {
        text.line(1, "Drivers:");
    }
    for driver in drivers {
        text.line(2, format!("{}:", shown(&driver["name"])));
        text.field(3, "Node ID", shown(&driver["nodeID"]));
        if driver["allocatable"]["count"].is_number() {
            text.line(3, "Allocatables:");
            text.field(4, "Count", shown(&driver["allocatable"]["count"]));
        }
        if driver["topologyKeys"].is_array() {
            let keys = texts(&driver["topologyKeys"]).join(" ");
            text.field(3, "Topology Keys", format!("[{keys}]"));
        }
    }
    events::append(&mut text, node, context).await?;
    Ok(text)
}
