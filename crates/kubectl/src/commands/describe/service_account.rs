//! Service accounts for people.

use serde_json::Value;

use super::context::Context;
use super::events;
use super::text::Text;
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// Describes a service account and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(account: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(account));
    text.field(0, "Namespace", object::namespace(account));
    text.labels("", "Labels", &account["metadata"]["labels"]);
    text.annotations("Annotations", &account["metadata"]["annotations"]);
    let pull_secrets: Vec<String> = items(&account["imagePullSecrets"])
        .iter()
        .map(|reference| shown(&reference["name"]))
        .collect();
    text.values("", "Image pull secrets", &pull_secrets);
    events::append(&mut text, account, context).await?;
    Ok(text)
}
