//! Endpoint slices for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::text::{Text, or_unset, texts};
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// How many addresses are shown before the others are only counted.
const SHOWN_ADDRESSES: usize = 3;

/// Describes an endpoint slice and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(slice: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(slice));
    text.field(0, "Namespace", object::namespace(slice));
    text.labels("", "Labels", &slice["metadata"]["labels"]);
    text.annotations("Annotations", &slice["metadata"]["annotations"]);
    text.field(0, "AddressType", shown(&slice["addressType"]));
    ports(&mut text, items(&slice["ports"]));
    endpoints(&mut text, items(&slice["endpoints"]));
    events::append(&mut text, slice, context).await?;
    Ok(text)
}

fn ports(text: &mut Text, ports: &[Value]) {
    if ports.is_empty() {
        text.line(0, "Ports: <unset>");
        return;
    }
    text.line(0, "Ports:");
    text.line(1, "Name\tPort\tProtocol");
    text.line(1, "----\t----\t--------");
    for port in ports {
        let (name, number) = (or_unset(&port["name"]), or_unset(&port["port"]));
        text.line(1, format!("{name}\t{number}\t{}", shown(&port["protocol"])));
    }
}

fn endpoints(text: &mut Text, endpoints: &[Value]) {
    if endpoints.is_empty() {
        text.line(0, "Endpoints: <none>");
        return;
    }
    text.line(0, "Endpoints:");
    for endpoint in endpoints {
        text.field(1, "- Addresses", texts(&endpoint["addresses"]).join(", "));
        text.line(2, "Conditions:");
        text.field(3, "Ready", or_unset(&endpoint["conditions"]["ready"]));
        text.field(2, "Hostname", or_unset(&endpoint["hostname"]));
        let target = &endpoint["targetRef"];
        if target.is_object() {
            let (kind, name) = (shown(&target["kind"]), shown(&target["name"]));
            text.field(2, "TargetRef", format!("{kind}/{name}"));
        }
        text.field(2, "NodeName", or_unset(&endpoint["nodeName"]));
        text.field(2, "Zone", or_unset(&endpoint["zone"]));
        if let Some(topology) = endpoint["deprecatedTopology"].as_object()
            && !topology.is_empty()
        {
            text.line(2, "Topology:");
            for (key, value) in topology {
                text.field(3, key, shown(value));
            }
        }
    }
}

/// The ready addresses of slices with their ports of one name, the first few of them.
pub(super) fn ready_addresses(slices: &[Value], port_name: &str) -> String {
    if slices.is_empty() {
        return "<none>".to_owned();
    }
    let mut addresses = Vec::new();
    for slice in slices {
        let ready = items(&slice["endpoints"])
            .iter()
            .filter(|endpoint| endpoint["conditions"]["ready"] != false)
            .map(|endpoint| shown(&endpoint["addresses"][0]));
        let ports = items(&slice["ports"]);
        if ports.is_empty() {
            addresses.extend(ready);
            continue;
        }
        let of_name = |port: &&Value| shown(&port["name"]) == port_name;
        for port in ports.iter().filter(of_name) {
            let number = shown(&port["port"]);
            addresses.extend(ready.clone().map(|address| joined(&address, &number)));
        }
    }
    let shown_ones = addresses[..addresses.len().min(SHOWN_ADDRESSES)].join(",");
    match addresses.len().checked_sub(SHOWN_ADDRESSES) {
        Some(more) if more > 0 => format!("{shown_ones} + {more} more..."),
        _ => shown_ones,
    }
}

fn joined(address: &str, port: &str) -> String {
    if address.contains(':') {
        format!("[{address}]:{port}")
    } else {
        format!("{address}:{port}")
    }
}
