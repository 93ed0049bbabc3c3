use gostd::strconv;

use super::{Cause, Reason, Status, StatusDetails};
use crate::field::ErrorList;
use crate::gvk::{Gvk, Gvr};

impl Status {
    /// A failure with a message and nothing else.
    #[must_use]
    pub fn failure(reason: Reason, message: impl Into<String>) -> Self {
        Status {
            code: reason.code(),
            reason,
            message: message.into(),
            details: None,
            continue_token: String::new(),
        }
    }

    /// A plain success about what the details say.
    #[must_use]
    pub fn success(details: StatusDetails) -> Self {
        Status {
            code: 200,
            reason: Reason::Unknown,
            message: String::new(),
            details: Some(Box::new(details)),
            continue_token: String::new(),
        }
    }

    /// Whether it says that all went well.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.code)
    }

    /// The same with other details.
    #[must_use]
    pub fn with_details(mut self, details: StatusDetails) -> Self {
        self.details = Some(Box::new(details));
        self
    }

    /// 400 with the message.
    #[must_use]
    pub fn bad_request(message: impl Into<String>) -> Self {
        Status::failure(Reason::BadRequest, message)
    }

    /// 401 `Unauthorized`.
    #[must_use]
    pub fn unauthorized() -> Self {
        Status::failure(Reason::Unauthorized, "Unauthorized")
    }

    /// 403 `pods "web" is forbidden: WHY`; without a name `pods is forbidden: WHY`, without a
    /// resource `forbidden: WHY`.
    #[must_use]
    pub fn forbidden(resource: &Gvr, name: &str, why: impl AsRef<str>) -> Self {
        let why = why.as_ref();
        let message = match (resource.resource.as_str(), name) {
            ("", _) => format!("forbidden: {why}"),
            (_, "") => format!("{} is forbidden: {why}", resource.group_resource()),
            _ => format!("{} is forbidden: {why}", named(resource, name)),
        };
        Status::failure(Reason::Forbidden, message).about(resource, name)
    }

    /// 404 `pods "web" not found`.
    #[must_use]
    pub fn not_found(resource: &Gvr, name: &str) -> Self {
        let message = format!("{} not found", named(resource, name));
        Status::failure(Reason::NotFound, message).about(resource, name)
    }

    /// 404 of a path that no resource has.
    #[must_use]
    pub fn no_such_resource() -> Self {
        Status::failure(
            Reason::NotFound,
            "the server could not find the requested resource",
        )
        .with_details(StatusDetails::default())
    }

    /// 405 of a verb that the resource does not have.
    #[must_use]
    pub fn method_not_allowed() -> Self {
        let message = "the server does not allow this method on the requested resource";
        Status::failure(Reason::MethodNotAllowed, message).with_details(StatusDetails::default())
    }

    /// 409 `pods "web" already exists`.
    #[must_use]
    pub fn already_exists(resource: &Gvr, name: &str) -> Self {
        let message = format!("{} already exists", named(resource, name));
        Status::failure(Reason::AlreadyExists, message).about(resource, name)
    }

    /// 409 `Operation cannot be fulfilled on pods "web": WHY`.
    #[must_use]
    pub fn conflict(resource: &Gvr, name: &str, why: impl AsRef<str>) -> Self {
        let message = format!(
            "Operation cannot be fulfilled on {}: {}",
            named(resource, name),
            why.as_ref()
        );
        Status::failure(Reason::Conflict, message).about(resource, name)
    }

    /// The conflict of an update that was made from an older version of the object.
    #[must_use]
    pub fn modified(resource: &Gvr, name: &str) -> Self {
        Status::conflict(
            resource,
            name,
            "the object has been modified; please apply your changes to the latest version and try again",
        )
    }

    /// 410 of a revision that is no more.
    #[must_use]
    pub fn expired(message: impl Into<String>) -> Self {
        Status::failure(Reason::Expired, message)
    }

    /// 413 with the message after `Request entity too large: `.
    #[must_use]
    pub fn too_large(what: impl AsRef<str>) -> Self {
        let message = format!("Request entity too large: {}", what.as_ref());
        Status::failure(Reason::RequestEntityTooLarge, message)
    }

    /// 415 with the message.
    #[must_use]
    pub fn unsupported_media_type(message: impl Into<String>) -> Self {
        Status::failure(Reason::UnsupportedMediaType, message)
    }

    /// 406 with the message.
    #[must_use]
    pub fn not_acceptable(message: impl Into<String>) -> Self {
        Status::failure(Reason::NotAcceptable, message)
    }

    /// 422 `Deployment.apps "web" is invalid: ERRORS` with a cause for each error.
    #[must_use]
    pub fn invalid(kind: &Gvk, name: &str, errors: &ErrorList) -> Self {
        let message = format!(
            "{} {} is invalid: {errors}",
            kind.group_kind(),
            strconv::quote(name)
        );
        let causes = errors.iter().map(|error| Cause {
            reason: error.reason().to_owned(),
            message: error.body(),
            field: error.field.to_string(),
        });
        Status::failure(Reason::Invalid, message).with_details(StatusDetails {
            name: name.to_owned(),
            group: kind.group.clone(),
            kind: kind.kind.clone(),
            causes: causes.collect(),
            ..StatusDetails::default()
        })
    }

    /// 422 of a patch that does not apply.
    #[must_use]
    pub fn rejected() -> Self {
        let message = "the server rejected our request due to an error in our request";
        Status::failure(Reason::Invalid, message).with_details(StatusDetails::default())
    }

    /// 429 with the message and the seconds to wait.
    #[must_use]
    pub fn too_many_requests(message: impl Into<String>, retry_after_seconds: u32) -> Self {
        Status::failure(Reason::TooManyRequests, message).with_details(StatusDetails {
            retry_after_seconds,
            ..StatusDetails::default()
        })
    }

    /// 500 `Internal error occurred: WHY`.
    #[must_use]
    pub fn internal_error(why: impl AsRef<str>) -> Self {
        let why = why.as_ref();
        let cause = Cause {
            message: why.to_owned(),
            ..Cause::default()
        };
        Status::failure(
            Reason::InternalError,
            format!("Internal error occurred: {why}"),
        )
        .with_details(StatusDetails {
            causes: vec![cause],
            ..StatusDetails::default()
        })
    }

    /// 500 with nothing but a message, as errors without a status of their own are answered.
    #[must_use]
    pub fn plain_error(message: impl Into<String>) -> Self {
        Status::failure(Reason::Unknown, message)
    }

    /// 504 `Timeout: WHY`, and the seconds to wait.
    #[must_use]
    pub fn timeout(why: impl AsRef<str>, retry_after_seconds: u32) -> Self {
        Status::failure(Reason::Timeout, format!("Timeout: {}", why.as_ref())).with_details(
            StatusDetails {
                retry_after_seconds,
                ..StatusDetails::default()
            },
        )
    }

    /// 504 of a resource version that is yet to come.
    #[must_use]
    pub fn too_large_resource_version(wanted: u64, current: u64) -> Self {
        let mut status = Status::timeout(
            format!("Too large resource version: {wanted}, current: {current}"),
            1,
        );
        if let Some(details) = &mut status.details {
            details.causes = vec![Cause {
                reason: "ResourceVersionTooLarge".to_owned(),
                message: "Too large resource version".to_owned(),
                field: String::new(),
            }];
        }
        status
    }

    fn about(self, resource: &Gvr, name: &str) -> Self {
        self.with_details(StatusDetails {
            name: name.to_owned(),
            group: resource.group.clone(),
            kind: resource.resource.clone(),
            ..StatusDetails::default()
        })
    }
}

/// `deployments.apps "web"`.
fn named(resource: &Gvr, name: &str) -> String {
    format!("{} {}", resource.group_resource(), strconv::quote(name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::field::Error;

    #[test]
    fn an_invalid_object_names_each_cause() {
        let errors: ErrorList = [
            Error::required(&"spec.selector".into(), ""),
            Error::required(&"spec.selector".into(), ""),
        ]
        .into_iter()
        .collect();
        let status = Status::invalid(&Gvk::new("apps", "v1", "Deployment"), "web", &errors);
        let cause = json!({
            "reason": "FieldValueRequired", "message": "Required value", "field": "spec.selector",
        });
        assert_eq!(
            status.to_json(),
            json!({
                "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
                "message": "Deployment.apps \"web\" is invalid: spec.selector: Required value",
                "reason": "Invalid", "code": 422,
                "details": {"name": "web", "group": "apps", "kind": "Deployment", "causes": [cause, cause]},
            })
        );
        assert_eq!(Status::from_json(&status.to_json()), Some(status));
    }

    #[test]
    fn messages_name_the_resource() {
        let pods = Gvr::new("", "v1", "pods");
        assert_eq!(
            Status::not_found(&pods, "web").message,
            "pods \"web\" not found"
        );
        assert_eq!(
            Status::forbidden(&pods, "", "no").message,
            "pods is forbidden: no"
        );
        assert_eq!(
            Status::conflict(&Gvr::new("apps", "v1", "deployments"), "web", "busy").message,
            "Operation cannot be fulfilled on deployments.apps \"web\": busy"
        );
    }
}
