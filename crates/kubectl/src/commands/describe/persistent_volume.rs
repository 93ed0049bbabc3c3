//! Persistent volumes for people.

use serde_json::Value;

use super::context::Context;
use super::text::{Text, pairs, texts};
use super::{events, storage, volume};
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// Describes a persistent volume and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(volume: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let (metadata, spec) = (&volume["metadata"], &volume["spec"]);
    text.field(0, "Name", object::name(volume));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(0, "Finalizers", storage::finalizers(volume));
    text.field(0, "StorageClass", shown(&spec["storageClassName"]));
    text.field(0, "Status", storage::status(volume));
    let claim = &spec["claimRef"];
    if claim.is_object() {
        let (namespace, name) = (shown(&claim["namespace"]), shown(&claim["name"]));
        text.field(0, "Claim", format!("{namespace}/{name}"));
    } else {
        text.field(0, "Claim", "");
    }
    text.field(
        0,
        "Reclaim Policy",
        shown(&spec["persistentVolumeReclaimPolicy"]),
    );
    text.field(
        0,
        "Access Modes",
        storage::access_modes(&spec["accessModes"]),
    );
    text.field_if(0, "VolumeMode", &spec["volumeMode"]);
    text.field(0, "Capacity", shown(&spec["capacity"]["storage"]));
    node_affinity(&mut text, &spec["nodeAffinity"]["required"]);
    text.field(0, "Message", shown(&volume["status"]["message"]));
    text.line(0, "Source:");
    source(&mut text, spec);
    events::append(&mut text, volume, context).await?;
    Ok(text)
}

fn source(text: &mut Text, spec: &Value) {
    let csi = &spec["csi"];
    if !csi.is_object() {
        volume::describe_source(text, spec);
        return;
    }
    text.field(
        2,
        "Type",
        "CSI (a Container Storage Interface (CSI) volume source)",
    );
    text.field(2, "Driver", shown(&csi["driver"]));
    text.field(2, "FSType", shown(&csi["fsType"]));
    text.field(2, "VolumeHandle", shown(&csi["volumeHandle"]));
    text.field(2, "ReadOnly", csi["readOnly"] == true);
    text.nested_values("VolumeAttributes", &pairs(&csi["volumeAttributes"]));
}

fn node_affinity(text: &mut Text, required: &Value) {
    if !required.is_object() {
        text.field(0, "Node Affinity", "<none>");
        return;
    }
    text.line(0, "Node Affinity:\t");
    let terms = items(&required["nodeSelectorTerms"]);
    if terms.is_empty() {
        text.field(1, "Required Terms", "<none>");
        return;
    }
    text.line(1, "Required Terms:\t");
    for (i, term) in terms.iter().enumerate() {
        let expressions: Vec<String> = items(&term["matchExpressions"])
            .iter()
            .map(expression)
            .collect();
        text.values("    ", &format!("Term {i}"), &expressions);
    }
}

fn expression(requirement: &Value) -> String {
    let operator = shown(&requirement["operator"]).to_lowercase();
    let left = format!("{} {operator}", shown(&requirement["key"]));
    match texts(&requirement["values"]).join(", ") {
        values if values.is_empty() => left,
        values => format!("{left} [{values}]"),
    }
}
