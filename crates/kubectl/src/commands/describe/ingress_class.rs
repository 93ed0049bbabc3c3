//! Ingress classes for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::text::Text;
use crate::object::{self, shown};
use cliruntime::ApiError;

/// Describes an ingress class and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(class: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(class));
    text.labels("", "Labels", &class["metadata"]["labels"]);
    text.annotations("Annotations", &class["metadata"]["annotations"]);
    text.field(0, "Controller", shown(&class["spec"]["controller"]));
    let parameters = &class["spec"]["parameters"];
    if parameters.is_object() {
        text.line(0, "Parameters:");
        text.field_if(1, "APIGroup", &parameters["apiGroup"]);
        text.field(1, "Kind", shown(&parameters["kind"]));
        text.field(1, "Name", shown(&parameters["name"]));
    }
    events::append(&mut text, class, context).await?;
    Ok(text)
}
