//! Pods for people.

use serde_json::Value;

use super::container::{self, Place};
use super::context::Context;
use super::moment::{age_of, shown_moment};
use super::text::Text;
use super::{events, tolerations, topology, volume};
use crate::object::{self, integer, items, shown};
use cliruntime::ApiError;

/// Describes a pod and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(pod: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    identity(&mut text, pod);
    status(&mut text, pod);
    addresses(&mut text, pod);
    if pod["spec"]["resources"].is_object() {
        text.line(0, "Resources:");
        container::resources(&mut text, 1, &pod["spec"]["resources"]);
    }
    containers(&mut text, pod);
    conditions(&mut text, pod);
    volume::describe(&mut text, "", &pod["spec"]["volumes"]);
    text.field(0, "QoS Class", shown(&pod["status"]["qosClass"]));
    text.labels("", "Node-Selectors", &pod["spec"]["nodeSelector"]);
    let tolerated = tolerations::shown_ones(&pod["spec"]["tolerations"]);
    text.values("", "Tolerations", &tolerated);
    topology::describe(&mut text, "", &pod["spec"]["topologySpreadConstraints"]);
    events::append(&mut text, pod, context).await?;
    Ok(text)
}

fn identity(text: &mut Text, pod: &Value) {
    let spec = &pod["spec"];
    text.field(0, "Name", object::name(pod));
    text.field(0, "Namespace", object::namespace(pod));
    text.field_if(0, "Priority", &spec["priority"]);
    text.field_if(0, "Priority Class Name", &spec["priorityClassName"]);
    text.field_if(0, "Runtime Class Name", &spec["runtimeClassName"]);
    text.field_if(0, "Service Account", &spec["serviceAccountName"]);
    match shown(&spec["nodeName"]) {
        node if node.is_empty() => text.field(0, "Node", "<none>"),
        node => text.field(
            0,
            "Node",
            format!("{node}/{}", shown(&pod["status"]["hostIP"])),
        ),
    }
    if pod["status"]["startTime"].is_string() {
        text.field(0, "Start Time", shown_moment(&pod["status"]["startTime"]));
    }
    text.labels("", "Labels", &pod["metadata"]["labels"]);
    text.annotations("Annotations", &pod["metadata"]["annotations"]);
}

fn status(text: &mut Text, pod: &Value) {
    let (metadata, status) = (&pod["metadata"], &pod["status"]);
    let phase = shown(&status["phase"]);
    if metadata["deletionTimestamp"].is_string()
        && !matches!(phase.as_str(), "Failed" | "Succeeded")
    {
        let lasts = age_of(&metadata["deletionTimestamp"]);
        text.field(0, "Status", format!("Terminating (lasts {lasts})"));
        let grace = integer(&metadata["deletionGracePeriodSeconds"]);
        text.field(0, "Termination Grace Period", format!("{grace}s"));
    } else {
        text.field(0, "Status", phase);
    }
    text.field_if(0, "Reason", &status["reason"]);
    text.field_if(0, "Message", &status["message"]);
    let profile = &pod["spec"]["securityContext"]["seccompProfile"];
    if profile.is_object() {
        text.field(0, "SeccompProfile", shown(&profile["type"]));
        text.field_if(0, "LocalhostProfile", &profile["localhostProfile"]);
    }
}

fn addresses(text: &mut Text, pod: &Value) {
    let status = &pod["status"];
    text.field(0, "IP", shown(&status["podIP"]));
    let addresses = items(&status["podIPs"]);
    if addresses.is_empty() {
        text.field(0, "IPs", "<none>");
    } else {
        text.line(0, "IPs:");
        for address in addresses {
            text.field(1, "IP", shown(&address["ip"]));
        }
    }
    if let Some(owner) = object::controller(pod) {
        let (kind, name) = (shown(&owner["kind"]), shown(&owner["name"]));
        text.field(0, "Controlled By", format!("{kind}/{name}"));
    }
    text.field_if(0, "NominatedNodeName", &status["nominatedNodeName"]);
}

fn containers(text: &mut Text, pod: &Value) {
    for (title, field, statuses, always) in [
        (
            "Init Containers",
            "initContainers",
            "initContainerStatuses",
            false,
        ),
        ("Containers", "containers", "containerStatuses", true),
        (
            "Ephemeral Containers",
            "ephemeralContainers",
            "ephemeralContainerStatuses",
            false,
        ),
    ] {
        let containers = &pod["spec"][field];
        if always || !items(containers).is_empty() {
            let statuses = &pod["status"][statuses];
            container::describe(text, title, containers, &Place::Pod { pod, statuses });
        }
    }
}

fn conditions(text: &mut Text, pod: &Value) {
    let conditions = items(&pod["status"]["conditions"]);
    let gates = items(&pod["spec"]["readinessGates"]);
    if !gates.is_empty() {
        text.line(0, "Readiness Gates:");
        text.line(1, "Type\tStatus");
        for gate in gates {
            let kind = &gate["conditionType"];
            let met = conditions
                .iter()
                .find(|condition| condition["type"] == *kind);
            let met = met.map_or_else(
                || "<none>".to_owned(),
                |condition| shown(&condition["status"]),
            );
            text.line(1, format!("{} \t{met} ", shown(kind)));
        }
    }
    if !conditions.is_empty() {
        text.line(0, "Conditions:");
        text.line(1, "Type\tStatus");
        for condition in conditions {
            let (kind, status) = (shown(&condition["type"]), shown(&condition["status"]));
            text.line(1, format!("{kind} \t{status} "));
        }
    }
}
