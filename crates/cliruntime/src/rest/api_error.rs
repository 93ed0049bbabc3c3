//! How a request can fail.

use std::error::Error as StdError;
use std::io;

use http::{Method, StatusCode};
use serde_json::{Value, json};

/// A request that failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ApiError {
    /// The server refused; its `Status` says why.
    #[error("{}", message(.0))]
    Refused(Box<Value>),
    /// The server could not be asked.
    #[error(transparent)]
    Unreachable(Box<Unreachable>),
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

/// A server that did not answer, as Go's HTTP client tells it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{method} {url:?}: {cause}")]
pub struct Unreachable {
    /// The method of the request, capitalised: `Get`.
    pub method: String,
    /// What was asked for.
    pub url: String,
    /// The host and port of the server.
    pub host: String,
    /// Whether nobody listens there.
    pub is_refused: bool,
    /// Why the answer did not come.
    pub cause: String,
}

impl Unreachable {
    pub(super) fn new(
        method: &Method,
        url: String,
        host: &str,
        error: &kube::Error,
    ) -> Unreachable {
        let mut innermost: &dyn StdError = error;
        let mut is_refused = false;
        while let Some(source) = innermost.source() {
            innermost = source;
            is_refused |= innermost
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
        }
        let cause = if is_refused {
            format!("dial tcp {host}: connect: connection refused")
        } else {
            innermost.to_string()
        };
        let method = method.as_str();
        Unreachable {
            method: format!("{}{}", &method[..1], method[1..].to_lowercase()),
            url,
            host: host.to_owned(),
            is_refused,
            cause,
        }
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

    /// The server's `Status`; none if there was no answer.
    #[must_use]
    pub fn status(&self) -> Option<&Value> {
        match self {
            ApiError::Refused(status) => Some(status),
            ApiError::Unreachable(_) | ApiError::NotJson(_) | ApiError::BadRequestLine { .. } => {
                None
            }
        }
    }

    /// The machine-readable reason; empty if there is none.
    pub fn reason(&self) -> &str {
        self.status()
            .and_then(|status| status["reason"].as_str())
            .unwrap_or_default()
    }

    /// Whether the object is not there.
    pub fn is_not_found(&self) -> bool {
        self.reason() == "NotFound"
    }

    /// Whether somebody else changed the object first.
    pub fn is_conflict(&self) -> bool {
        self.reason() == "Conflict"
    }

    /// Whether the object was refused for its content.
    pub fn is_invalid(&self) -> bool {
        self.reason() == "Invalid"
    }

    /// Whether the object was refused for a change of a field that cannot change. There is no reason of its own for that: the cause that names the
    /// field says so, in the words that all of Kubernetes' validation has for it.
    pub fn is_of_immutable_field(&self) -> bool {
        let causes = self
            .status()
            .and_then(|status| status["details"]["causes"].as_array());
        causes.into_iter().flatten().any(|cause| {
            let message = cause["message"].as_str().unwrap_or_default();
            message.contains("field is immutable")
        })
    }

    /// Whether the server asks to try again later.
    pub fn is_too_many_requests(&self) -> bool {
        self.reason() == "TooManyRequests"
    }

    /// Whether the version that was asked for is gone.
    pub fn is_expired(&self) -> bool {
        matches!(self.reason(), "Expired" | "Gone")
    }

    /// The same error, telling what was being done with which file.
    #[must_use]
    pub fn while_doing(mut self, doing: &str, source: &str) -> ApiError {
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
    pub fn while_listing(mut self, resource: &str, labels: &str, fields: &str) -> ApiError {
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
}

fn message(status: &Value) -> String {
    text(&status["message"])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
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
    fn a_body_that_is_no_status_becomes_one() {
        let error = ApiError::refused(StatusCode::NOT_FOUND, b"404 page not found\n");
        assert_eq!(
            error.to_string(),
            "the server could not find the requested resource"
        );
    }

    #[test]
    fn the_file_is_named_where_there_is_one() {
        let error = ApiError::from_status(json!({"kind": "Status", "reason": "NotFound", "message": "namespaces \"gone\" not found"})).while_doing("creating", "STDIN");
        assert_eq!(
            error.to_string(),
            "error when creating \"STDIN\": namespaces \"gone\" not found"
        );
    }

    #[test]
    fn only_a_cause_tells_of_an_immutable_field() {
        let refused = |message: &str| {
            ApiError::from_status(serde_json::json!({
                "kind": "Status", "message": "ConfigMap \"immutable\" is invalid", "reason": "Invalid",
                "details": {"name": "immutable", "causes": [{"reason": "FieldValueInvalid", "message": message, "field": "data"}]},
            }))
        };
        assert!(refused("Invalid value: {}: field is immutable").is_of_immutable_field());
        assert!(!refused("Required value").is_of_immutable_field());
    }
}
