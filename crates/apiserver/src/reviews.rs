//! Reviews: questions about users that are answered and not stored.

use apimachinery::field::{Error, ErrorList};
use apimachinery::{Gvr, Status};
use http::StatusCode;
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::call::Call;
use crate::identity::User;
use crate::options::WriteOptions;
use crate::rbac::{self, Attributes, Decision, ResourceAttributes};
use crate::write::track;
use crate::{authentication, body, metadata};

/// Whether objects of the resource are answered and not stored.
pub(crate) fn is_review(gvr: &Gvr) -> bool {
    matches!(
        &*gvr.group,
        "authentication.k8s.io" | "authorization.k8s.io"
    ) && gvr.resource.ends_with("reviews")
}

/// Answers the review in the body.
pub(crate) fn answer(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "CreateOptions")?;
    let mut warnings = Vec::new();
    let mut review = body::object(call, options.field_validation, &mut warnings)?;
    metadata::of_mut(&mut review);
    let spec = review["spec"].clone();
    let status = match &*call.gvr().resource {
        "selfsubjectreviews" => {
            let now = call.shared.now().rfc3339();
            metadata::of_mut(&mut review).insert("creationTimestamp".to_owned(), now.into());
            json!({"userInfo": user_info(&call.user)})
        }
        "selfsubjectrulesreviews" => {
            let namespace = spec["namespace"].as_str().unwrap_or_default();
            if namespace.is_empty() {
                return Err(Status::bad_request("no namespace on request"));
            }
            review["spec"] = json!({});
            rules(call, namespace)
        }
        "tokenreviews" => {
            track(call, &mut review, None);
            token_status(call, &spec)
        }
        resource => {
            check_access(call, &spec, resource)?;
            track(call, &mut review, None);
            let attributes = attributes(&spec, call.namespace());
            if resource == "selfsubjectaccessreviews" {
                access(call, &call.user, &attributes)
            } else {
                access(call, &subject(&spec), &attributes)
            }
        }
    };
    review["status"] = status;
    Ok(Answer::value(StatusCode::CREATED, call.accepted.format, &review).with_warnings(warnings))
}

fn user_info(user: &User) -> Value {
    let mut info = json!({"username": user.name, "groups": user.groups});
    if !user.uid.is_empty() {
        info["uid"] = user.uid.clone().into();
    }
    if !user.extra.is_empty() {
        info["extra"] = json!(user.extra);
    }
    info
}

/// The user whom a review is about, in the groups that it says and no others.
fn subject(spec: &Value) -> User {
    let groups = spec["groups"].as_array().into_iter().flatten();
    User {
        name: spec["user"].as_str().unwrap_or_default().to_owned(),
        uid: spec["uid"].as_str().unwrap_or_default().to_owned(),
        groups: groups
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        extra: Default::default(),
    }
}

/// Refuses a review that is about nothing, about two things or about nobody.
fn check_access(call: &Call, spec: &Value, resource: &str) -> Result<(), Status> {
    let mut errors = ErrorList::new();
    let path = "spec.resourceAttributes".into();
    let asks = |field: &str| spec[field].is_object();
    if asks("resourceAttributes") == asks("nonResourceAttributes") {
        let detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
        errors.push(Error::invalid(
            &path,
            spec["resourceAttributes"].clone(),
            detail,
        ));
    }
    let is_nobody = spec["user"].as_str().unwrap_or_default().is_empty()
        && spec["groups"].as_array().is_none_or(Vec::is_empty);
    if resource != "selfsubjectaccessreviews" && is_nobody {
        let detail = "at least one of user or group must be specified";
        errors.push(Error::invalid(&"spec.user".into(), "", detail));
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(Status::invalid(&call.served().gvk, "", &errors))
}

/// What a review asks for; a local one asks in its own namespace.
fn attributes(spec: &Value, local: Option<&str>) -> Attributes {
    let text =
        |attributes: &Value, field: &str| attributes[field].as_str().unwrap_or_default().to_owned();
    let path = &spec["nonResourceAttributes"];
    if path.is_object() {
        return Attributes::Path {
            verb: text(path, "verb"),
            path: text(path, "path"),
        };
    }
    let asked = &spec["resourceAttributes"];
    Attributes::Resource(ResourceAttributes {
        verb: text(asked, "verb"),
        group: text(asked, "group"),
        resource: text(asked, "resource"),
        subresource: text(asked, "subresource"),
        namespace: local.map_or_else(|| text(asked, "namespace"), str::to_owned),
        name: text(asked, "name"),
    })
}

fn access(call: &Call, user: &User, attributes: &Attributes) -> Value {
    let (allowed, reason) = match rbac::decide(&call.shared, user, attributes) {
        Decision::Allowed(reason) => (true, reason),
        Decision::Denied(reason) => (false, reason),
    };
    let mut status = json!({"allowed": allowed});
    if !reason.is_empty() {
        status["reason"] = reason.into();
    }
    status
}

fn rules(call: &Call, namespace: &str) -> Value {
    let (rules, faults) = rbac::rules_of(&call.shared, &call.user, namespace);
    let (paths, resources): (Vec<Value>, Vec<Value>) = rules
        .iter()
        .map(rbac::Rule::to_value)
        .partition(|rule| rule.get("nonResourceURLs").is_some());
    let mut status = Map::new();
    status.insert("resourceRules".to_owned(), resources.into());
    status.insert("nonResourceRules".to_owned(), paths.into());
    status.insert("incomplete".to_owned(), (!faults.is_empty()).into());
    if !faults.is_empty() {
        let error = rbac::aggregate(&faults);
        status.insert("evaluationError".to_owned(), error.into());
    }
    Value::Object(status)
}

fn token_status(call: &Call, spec: &Value) -> Value {
    let token = spec["token"].as_str().unwrap_or_default();
    let audiences: Vec<&str> = spec["audiences"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    match authentication::token_user(&call.shared, token, &audiences) {
        Ok((user, audiences)) => {
            let mut status = json!({"authenticated": true, "user": user_info(&user)});
            if !audiences.is_empty() {
                status["audiences"] = json!(audiences);
            }
            status
        }
        Err(error) => json!({"user": {}, "error": error.to_string()}),
    }
}
