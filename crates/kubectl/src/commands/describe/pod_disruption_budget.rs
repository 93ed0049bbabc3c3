//! Disruption budgets for people.

use serde_json::Value;

use super::context::Context;
use super::text::{Text, or_none};
use super::{events, pods_status};
use crate::object::{self, integer, shown};
use cliruntime::ApiError;

/// Describes a disruption budget and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(budget: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let (spec, status) = (&budget["spec"], &budget["status"]);
    text.field(0, "Name", object::name(budget));
    text.field(0, "Namespace", object::namespace(budget));
    if spec["minAvailable"].is_null() {
        text.field_if(0, "Max unavailable", &spec["maxUnavailable"]);
    } else {
        text.field(0, "Min available", shown(&spec["minAvailable"]));
    }
    if spec["selector"].is_null() {
        text.field(0, "Selector", "<unset>");
    } else {
        text.field(0, "Selector", or_none(pods_status::selector(budget)));
    }
    text.line(0, "Status:");
    for (title, field) in [
        ("Allowed disruptions", "disruptionsAllowed"),
        ("Current", "currentHealthy"),
        ("Desired", "desiredHealthy"),
        ("Total", "expectedPods"),
    ] {
        text.field(2, title, integer(&status[field]));
    }
    events::append(&mut text, budget, context).await?;
    Ok(text)
}
