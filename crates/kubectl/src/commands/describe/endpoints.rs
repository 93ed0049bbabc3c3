//! Endpoints for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::text::{Text, or_none, or_unset};
use crate::object::{self, integer, items, shown};
use cliruntime::ApiError;

/// Describes the endpoints of a service and what has happened to them.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(endpoints: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(endpoints));
    text.field(0, "Namespace", object::namespace(endpoints));
    text.labels("", "Labels", &endpoints["metadata"]["labels"]);
    text.annotations("Annotations", &endpoints["metadata"]["annotations"]);
    text.line(0, "Subsets:");
    for subset in items(&endpoints["subsets"]) {
        describe_subset(&mut text, subset);
    }
    events::append(&mut text, endpoints, context).await?;
    Ok(text)
}

fn describe_subset(text: &mut Text, subset: &Value) {
    let list = |field: &str| {
        let addresses: Vec<String> = items(&subset[field])
            .iter()
            .map(|address| shown(&address["ip"]))
            .collect();
        or_none(addresses.join(","))
    };
    text.field(1, "Addresses", list("addresses"));
    text.field(1, "NotReadyAddresses", list("notReadyAddresses"));
    let ports = items(&subset["ports"]);
    if !ports.is_empty() {
        text.line(1, "Ports:");
        text.line(2, "Name\tPort\tProtocol");
        text.line(2, "----\t----\t--------");
        for port in ports {
            let (name, number) = (or_unset(&port["name"]), integer(&port["port"]));
            text.line(2, format!("{name}\t{number}\t{}", shown(&port["protocol"])));
        }
    }
    text.line(0, "");
}
