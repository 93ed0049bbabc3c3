//! Config maps for people.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::context::Context;
use super::events;
use super::text::Text;
use crate::object::{self, shown};
use cliruntime::ApiError;

/// Describes a config map with its data and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(map: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    text.field(0, "Name", object::name(map));
    text.field(0, "Namespace", object::namespace(map));
    text.labels("", "Labels", &map["metadata"]["labels"]);
    text.annotations("Annotations", &map["metadata"]["annotations"]);
    text.line(0, "\nData\n====");
    for (key, value) in map["data"].as_object().into_iter().flatten() {
        text.line(0, format!("{key}:\n----\n{}\n", shown(value)));
    }
    text.line(0, "\nBinaryData\n====");
    for (key, value) in map["binaryData"].as_object().into_iter().flatten() {
        let bytes = STANDARD.decode(shown(value)).unwrap_or_default().len();
        text.line(0, format!("{key}: {bytes} bytes"));
    }
    text.line(0, "");
    events::append(&mut text, map, context).await?;
    Ok(text)
}
