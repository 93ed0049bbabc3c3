//! Stateful sets for people.

use serde_json::Value;

use super::context::Context;
use super::moment::shown_moment;
use super::text::{Text, texts};
use super::{events, pod_template, pods_status};
use crate::object::{self, integer, items, shown};
use cliruntime::ApiError;

/// Describes a stateful set, its pods' phases, its claims and what has happened to it.
///
/// # Errors
/// If pods or events cannot be read.
pub(super) async fn describe(set: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let selector = pods_status::selector(set);
    let (metadata, spec) = (&set["metadata"], &set["spec"]);
    text.field(0, "Name", object::name(set));
    text.field(0, "Namespace", object::namespace(set));
    text.field(
        0,
        "CreationTimestamp",
        shown_moment(&metadata["creationTimestamp"]),
    );
    text.field(0, "Selector", &selector);
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(0, "Service Name", shown(&spec["serviceName"]));
    text.field(
        0,
        "Pod Management Policy",
        shown(&spec["podManagementPolicy"]),
    );
    let (desired, total) = (&spec["replicas"], &set["status"]["replicas"]);
    let replicas = format!("{} desired | {} total", integer(desired), integer(total));
    text.field(0, "Replicas", replicas);
    text.field(0, "Update Strategy", shown(&spec["updateStrategy"]["type"]));
    let rolling = &spec["updateStrategy"]["rollingUpdate"];
    text.field_if(1, "Partition", &rolling["partition"]);
    text.field_if(1, "MaxUnavailable", &rolling["maxUnavailable"]);
    let retention = &spec["persistentVolumeClaimRetentionPolicy"];
    if retention.is_object() {
        text.line(0, "Persistent Volume Claim Retention Policy:");
        text.field(1, "WhenDeleted", shown(&retention["whenDeleted"]));
        text.field(1, "WhenScaled", shown(&retention["whenScaled"]));
    }
    pods_status::append(&mut text, set, &selector, context).await?;
    pod_template::describe(&mut text, &spec["template"]);
    claims(&mut text, items(&spec["volumeClaimTemplates"]));
    events::append(&mut text, set, context).await?;
    Ok(text)
}

fn claims(text: &mut Text, templates: &[Value]) {
    let none = if templates.is_empty() { "\t<none>" } else { "" };
    text.line(0, format!("Volume Claims:{none}"));
    for claim in templates {
        let (metadata, spec) = (&claim["metadata"], &claim["spec"]);
        text.field(1, "Name", object::name(claim));
        text.field(1, "StorageClass", shown(&spec["storageClassName"]));
        text.labels("  ", "Labels", &metadata["labels"]);
        text.labels("  ", "Annotations", &metadata["annotations"]);
        let capacity = match shown(&spec["resources"]["requests"]["storage"]) {
            capacity if capacity.is_empty() => "<default>".to_owned(),
            capacity => capacity,
        };
        text.field(1, "Capacity", capacity);
        let modes = texts(&spec["accessModes"]).join(" ");
        text.field(1, "Access Modes", format!("[{modes}]"));
    }
}
