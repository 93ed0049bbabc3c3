use serde_json::{Map, Value, json};

use super::{Cause, Reason, Status, StatusDetails};

impl Status {
    /// The object as the API sends it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut status = Map::new();
        let mut metadata = Map::new();
        put(&mut metadata, "continue", &self.continue_token);
        status.insert("kind".to_owned(), json!("Status"));
        status.insert("apiVersion".to_owned(), json!("v1"));
        status.insert("metadata".to_owned(), Value::Object(metadata));
        let word = if self.is_success() {
            "Success"
        } else {
            "Failure"
        };
        status.insert("status".to_owned(), json!(word));
        put(&mut status, "message", &self.message);
        put(&mut status, "reason", self.reason.as_str());
        if let Some(details) = &self.details {
            status.insert("details".to_owned(), details.to_json());
        }
        if !self.is_success() {
            status.insert("code".to_owned(), json!(self.code));
        }
        Value::Object(status)
    }

    /// Reads a Status object, as a client gets it; `None` for any other object.
    #[must_use]
    pub fn from_json(object: &Value) -> Option<Self> {
        if object["kind"] != "Status" {
            return None;
        }
        let failure = object["status"] == "Failure";
        let code = object["code"]
            .as_u64()
            .and_then(|code| u16::try_from(code).ok());
        Some(Status {
            code: code.unwrap_or(if failure { 500 } else { 200 }),
            reason: Reason::from_word(&text(object, "reason")),
            message: text(object, "message"),
            details: object
                .get("details")
                .filter(|details| details.is_object())
                .map(|details| Box::new(StatusDetails::from_json(details))),
            continue_token: text(&object["metadata"], "continue"),
        })
    }
}

impl StatusDetails {
    fn to_json(&self) -> Value {
        let mut details = Map::new();
        put(&mut details, "name", &self.name);
        put(&mut details, "group", &self.group);
        put(&mut details, "kind", &self.kind);
        put(&mut details, "uid", &self.uid);
        if !self.causes.is_empty() {
            let causes = self.causes.iter().map(Cause::to_json).collect();
            details.insert("causes".to_owned(), Value::Array(causes));
        }
        if self.retry_after_seconds > 0 {
            details.insert(
                "retryAfterSeconds".to_owned(),
                json!(self.retry_after_seconds),
            );
        }
        Value::Object(details)
    }

    fn from_json(details: &Value) -> Self {
        let causes = details["causes"].as_array().into_iter().flatten();
        let seconds = details["retryAfterSeconds"].as_u64().unwrap_or(0);
        StatusDetails {
            name: text(details, "name"),
            group: text(details, "group"),
            kind: text(details, "kind"),
            uid: text(details, "uid"),
            causes: causes.map(Cause::from_json).collect(),
            retry_after_seconds: u32::try_from(seconds).unwrap_or(u32::MAX),
        }
    }
}

impl Cause {
    fn to_json(&self) -> Value {
        let mut cause = Map::new();
        put(&mut cause, "reason", &self.reason);
        put(&mut cause, "message", &self.message);
        put(&mut cause, "field", &self.field);
        Value::Object(cause)
    }

    fn from_json(cause: &Value) -> Self {
        Cause {
            reason: text(cause, "reason"),
            message: text(cause, "message"),
            field: text(cause, "field"),
        }
    }
}

fn put(object: &mut Map<String, Value>, key: &str, value: &str) {
    if !value.is_empty() {
        object.insert(key.to_owned(), Value::from(value));
    }
}

fn text(object: &Value, key: &str) -> String {
    object
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}
