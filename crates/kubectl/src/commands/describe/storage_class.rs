//! Storage classes for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::text::{Text, joined_pairs, texts, title_bool};
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// The annotations that make a class the default one.
const DEFAULT_CLASS: [&str; 2] = [
    "storageclass.kubernetes.io/is-default-class",
    "storageclass.beta.kubernetes.io/is-default-class",
];

/// Describes a storage class and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(class: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(class));
    let is_default = DEFAULT_CLASS
        .iter()
        .any(|key| object::annotation(class, key) == Some("true"));
    text.field(0, "IsDefaultClass", if is_default { "Yes" } else { "No" });
    text.field(
        0,
        "Annotations",
        joined_pairs(&class["metadata"]["annotations"]),
    );
    text.field(0, "Provisioner", shown(&class["provisioner"]));
    text.field(0, "Parameters", joined_pairs(&class["parameters"]));
    match class["allowVolumeExpansion"].as_bool() {
        Some(allowed) => text.field(0, "AllowVolumeExpansion", title_bool(allowed)),
        None => text.field(0, "AllowVolumeExpansion", "<unset>"),
    }
    let options = texts(&class["mountOptions"]);
    if options.is_empty() {
        text.field(0, "MountOptions", "<none>");
    } else {
        text.line(0, "MountOptions:");
        options.iter().for_each(|option| text.line(1, option));
    }
    text.field_if(0, "ReclaimPolicy", &class["reclaimPolicy"]);
    text.field_if(0, "VolumeBindingMode", &class["volumeBindingMode"]);
    topologies(&mut text, &class["allowedTopologies"]);
    events::append(&mut text, class, context).await?;
    Ok(text)
}

fn topologies(text: &mut Text, topologies: &Value) {
    if topologies.is_null() {
        return;
    }
    if items(topologies).is_empty() {
        text.field(0, "AllowedTopologies", "<none>");
        return;
    }
    text.line(0, "AllowedTopologies:\t");
    for (i, term) in items(topologies).iter().enumerate() {
        let expressions: Vec<String> = items(&term["matchLabelExpressions"])
            .iter()
            .map(|expression| {
                let values = texts(&expression["values"]).join(", ");
                format!("{} in [{values}]", shown(&expression["key"]))
            })
            .collect();
        text.values("  ", &format!("Term {i}"), &expressions);
    }
}
