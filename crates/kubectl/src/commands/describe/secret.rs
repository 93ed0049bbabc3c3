//! Secrets for people, without what is secret.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::text::Text;
use crate::object::{self, shown};

/// The type of secrets with a service account's token, which is shown.
const SERVICE_ACCOUNT_TOKEN: &str = "kubernetes.io/service-account-token";

/// Describes a secret: what it holds, and how much of each.
pub(super) fn describe(secret: &Value) -> Text {
    let mut text = Text::default();
    text.field(0, "Name", object::name(secret));
    text.field(0, "Namespace", object::namespace(secret));
    text.labels("", "Labels", &secret["metadata"]["labels"]);
    text.annotations("Annotations", &secret["metadata"]["annotations"]);
    let kind = shown(&secret["type"]);
    text.line(0, format!("\nType:\t{kind}"));
    text.line(0, "\nData\n====");
    for (key, value) in secret["data"].as_object().into_iter().flatten() {
        let content = STANDARD.decode(shown(value)).unwrap_or_default();
        if key == "token" && kind == SERVICE_ACCOUNT_TOKEN {
            text.field(0, key, String::from_utf8_lossy(&content));
        } else {
            text.field(0, key, format!("{} bytes", content.len()));
        }
    }
    text
}
