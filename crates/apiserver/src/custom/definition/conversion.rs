use apimachinery::field::{Error, FieldPath};
use serde_json::Value;

use super::{items, text};

/// Checks how objects become those of another version.
pub(super) fn validate(conversion: &Value, path: &FieldPath) -> Vec<Error> {
    let mut errors = Vec::new();
    match text(conversion, "strategy") {
        "None" => {
            if conversion.get("webhook").is_some_and(Value::is_object) {
                let detail = "should not be set when strategy is not set to Webhook";
                errors.push(Error::forbidden(&path.child("webhookClientConfig"), detail));
            }
        }
        "Webhook" => {
            let webhook = &conversion["webhook"];
            let client = &webhook["clientConfig"];
            let at = path.child("webhookClientConfig");
            let has = |key: &str| client.get(key).is_some_and(|value| !value.is_null());
            if !client.is_object() {
                errors.push(Error::required(
                    &at,
                    "required when strategy is set to Webhook",
                ));
            } else if has("url") == has("service") {
                errors.push(Error::required(
                    &at,
                    "exactly one of url or service is required",
                ));
            }
            if items(&webhook["conversionReviewVersions"]).next().is_none() {
                errors.push(Error::required(&path.child("conversionReviewVersions"), ""));
            }
        }
        "" => errors.push(Error::required(&path.child("strategy"), "")),
        other => errors.push(Error::not_supported(
            &path.child("strategy"),
            other,
            ["None", "Webhook"],
        )),
    }
    errors
}
