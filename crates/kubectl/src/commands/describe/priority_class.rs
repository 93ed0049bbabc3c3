//! Priority classes for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::text::{Text, joined_pairs};
use crate::object::{self, integer, shown};
use cliruntime::ApiError;

/// Describes a priority class and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(class: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(class));
    text.field(0, "Value", integer(&class["value"]));
    text.field(0, "GlobalDefault", class["globalDefault"] == true);
    text.field(0, "PreemptionPolicy", shown(&class["preemptionPolicy"]));
    text.field(0, "Description", shown(&class["description"]));
    text.field(
        0,
        "Annotations",
        joined_pairs(&class["metadata"]["annotations"]),
    );
    events::append(&mut text, class, context).await?;
    Ok(text)
}
