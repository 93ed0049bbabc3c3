//! How a request can fail, and how kubectl tells it.

use std::error::Error as StdError;
use std::io;

use http::StatusCode;
use serde_json::{Value, json};

/// A request that failed.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum ApiError {
    /// The server refused; its `Status` says why.
    #[error("{}", message(.0))]
    Refused(Box<Value>),
    /// The server could not be asked.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The server answered with something that is no JSON.
    #[error("{0}")]
    NotJson(String),
    /// The request could not even be formed.
    #[error("{path}: {reason}")]
    BadRequestLine {
        /// What was to be asked.
        path: String,
        /// Why it cannot be.
        reason: String,
    },
}

/// A server that did not answer.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) enum Unreachable {
    /// Nobody listens.
    #[error(
        "The connection to the server {0} was refused - did you specify the right host or port?"
    )]
    Refused(String),
    /// The connection did not come about, for the reason given.
    #[error("Unable to connect to the server: {0}")]
    Connect(String),
}

impl Unreachable {
    pub(super) fn new(host: &str, error: &kube::Error) -> Unreachable {
        let mut innermost: &dyn StdError = error;
        while let Some(source) = innermost.source() {
            innermost = source;
            if innermost
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::ConnectionRefused)
            {
                return Unreachable::Refused(host.to_owned());
            }
        }
        Unreachable::Connect(innermost.to_string())
    }
}

impl ApiError {
    /// An error from an answer that was no success.
    ///
    /// A body that is no `Status` becomes one, as client-go makes it.
    pub(super) fn refused(code: StatusCode, body: &[u8]) -> ApiError {
        let status = serde_json::from_slice::<Value>(body)
            .ok()
            .filter(|status| status["kind"] == "Status");
        ApiError::Refused(Box::new(
            status.unwrap_or_else(|| generic_status(code, &String::from_utf8_lossy(body))),
        ))
    }

    /// An error that a watch reported.
    pub(super) fn from_status(status: Value) -> ApiError {
        ApiError::Refused(Box::new(status))
    }

    fn status(&self) -> Option<&Value> {
        match self {
            ApiError::Refused(status) => Some(status),
            ApiError::Unreachable(_) | ApiError::NotJson(_) | ApiError::BadRequestLine { .. } => {
                None
            }
        }
    }

    /// The machine-readable reason; empty if there is none.
    pub(crate) fn reason(&self) -> &str {
        self.status()
            .and_then(|status| status["reason"].as_str())
            .unwrap_or_default()
    }

    /// Whether the object is not there.
    pub(crate) fn is_not_found(&self) -> bool {
        self.reason() == "NotFound"
    }

    /// Whether somebody else changed the object first.
    pub(crate) fn is_conflict(&self) -> bool {
        self.reason() == "Conflict"
    }

    /// Whether the object was refused for its content.
    pub(crate) fn is_invalid(&self) -> bool {
        self.reason() == "Invalid"
    }

    /// Whether the version that was asked for is gone.
    pub(crate) fn is_expired(&self) -> bool {
        matches!(self.reason(), "Expired" | "Gone")
    }

    /// The same error, telling what was being done with which file.
    #[must_use]
    pub(crate) fn while_doing(mut self, doing: &str, source: &str) -> ApiError {
        if let ApiError::Refused(status) = &mut self
            && !source.is_empty()
        {
            let message = text(&status["message"]);
            status["message"] = format!("error when {doing} {source:?}: {message}").into();
        }
        self
    }

    /// The same error, telling which list was asked for.
    #[must_use]
    pub(crate) fn while_listing(mut self, resource: &str, labels: &str, fields: &str) -> ApiError {
        let concerned = matches!(self.reason(), "BadRequest" | "NotFound");
        if let ApiError::Refused(status) = &mut self
            && concerned
        {
            let message = text(&status["message"]);
            status["message"] = match (labels, fields) {
                ("", "") => format!("Unable to list {resource:?}: {message}").into(),
                _ => format!(
                    "Unable to find {resource:?} that match label selector {labels:?}, field selector {fields:?}: {message}"
                )
                .into(),
            };
        }
        self
    }

    /// What kubectl prints, without any prefix to come.
    pub(crate) fn told(&self) -> String {
        match self {
            ApiError::Refused(status) if self.is_invalid() => invalid(status),
            ApiError::Refused(status) if self.reason() == "Unauthorized" => {
                format!(
                    "error: You must be logged in to the server ({})",
                    message(status)
                )
            }
            ApiError::Refused(status) => match self.reason() {
                "" => format!("Error from server: {}", message(status)),
                reason => format!("Error from server ({reason}): {}", message(status)),
            },
            ApiError::Unreachable(unreachable) => unreachable.to_string(),
            ApiError::NotJson(_) | ApiError::BadRequestLine { .. } => format!("error: {self}"),
        }
    }
}

fn message(status: &Value) -> String {
    text(&status["message"])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// `The Deployment "web" is invalid: …`, with one cause on the line or several as a list.
fn invalid(status: &Value) -> String {
    let details = &status["details"];
    let (kind, name) = (text(&details["kind"]), text(&details["name"]));
    let mut causes: Vec<String> = Vec::new();
    for cause in details["causes"].as_array().into_iter().flatten() {
        let cause = match cause["field"].as_str().unwrap_or_default() {
            "" => text(&cause["message"]),
            field => format!("{field}: {}", text(&cause["message"])),
        };
        if !causes.contains(&cause) {
            causes.push(cause);
        }
    }
    let prefix = match (kind.as_str(), name.as_str(), causes.as_slice()) {
        ("", "", []) => return format!("The request is invalid: {}", message(status)),
        ("", "", _) => "The request is invalid".to_owned(),
        _ => format!("The {kind} {name:?} is invalid"),
    };
    match causes.as_slice() {
        [] => prefix,
        [cause] => format!("{prefix}: {cause}"),
        causes => {
            let lines: Vec<String> = causes.iter().map(|cause| format!("* {cause}")).collect();
            format!("{prefix}: \n{}", lines.join("\n"))
        }
    }
}

fn generic_status(code: StatusCode, body: &str) -> Value {
    let (reason, message) = match code.as_u16() {
        400 => ("BadRequest", "the server rejected our request for an unknown reason".to_owned()),
        401 => ("Unauthorized", "the server has asked for the client to provide credentials".to_owned()),
        403 => ("Forbidden", body.to_owned()),
        404 => ("NotFound", "the server could not find the requested resource".to_owned()),
        405 => ("MethodNotAllowed", "the server does not allow this method on the requested resource".to_owned()),
        406 => ("NotAcceptable", body.to_owned()),
        409 => ("Conflict", "the server reported a conflict".to_owned()),
        410 => ("Gone", "the requested resource is no longer available".to_owned()),
        413 => ("RequestEntityTooLarge", body.to_owned()),
        415 => ("UnsupportedMediaType", body.to_owned()),
        422 => ("Invalid", "the server rejected our request due to an error in our request".to_owned()),
        429 => ("TooManyRequests", "the server has received too many requests and has asked us to try again later".to_owned()),
        503 => ("ServiceUnavailable", "the server is currently unable to handle the request".to_owned()),
        504 => ("Timeout", "the server was unable to return a response in the time allotted, but may still be processing the request".to_owned()),
        500.. => ("InternalError", format!("an error on the server ({body:?}) has prevented the request from succeeding")),
        other => ("Unknown", format!("the server responded with the status code {other} but did not return more information")),
    };
    json!({"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": reason, "message": message, "code": code.as_u16()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cause_stays_on_the_line_and_several_make_a_list() {
        let status = |causes: Value| json!({"kind": "Status", "reason": "Invalid", "details": {"kind": "Deployment", "name": "web", "causes": causes}});
        let one = ApiError::from_status(status(
            json!([{"field": "spec.a", "message": "Required value"}]),
        ));
        assert_eq!(
            one.told(),
            "The Deployment \"web\" is invalid: spec.a: Required value"
        );
        let two = ApiError::from_status(status(json!([
            {"field": "spec.a", "message": "Required value"},
            {"field": "spec.b", "message": "Invalid value"},
        ])));
        assert_eq!(
            two.told(),
            "The Deployment \"web\" is invalid: \n* spec.a: Required value\n* spec.b: Invalid value"
        );
    }

    #[test]
    fn a_body_that_is_no_status_becomes_one() {
        let error = ApiError::refused(StatusCode::NOT_FOUND, b"404 page not found\n");
        assert_eq!(
            error.told(),
            "Error from server (NotFound): the server could not find the requested resource"
        );
    }

    #[test]
    fn the_file_is_named_where_there_is_one() {
        let error = ApiError::from_status(json!({"kind": "Status", "reason": "NotFound", "message": "namespaces \"gone\" not found"})).while_doing("creating", "STDIN");
        assert_eq!(
            error.told(),
            "Error from server (NotFound): error when creating \"STDIN\": namespaces \"gone\" not found"
        );
    }
}
