//! Reviews: questions about users that are answered and not stored.

use apimachinery::{Gvr, Status};
use http::StatusCode;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::call::Call;
use crate::identity::User;
use crate::options::WriteOptions;
use crate::{body, metadata};

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
    review["status"] = match &*call.gvr().resource {
        "selfsubjectreviews" => {
            let now = call.shared.now().rfc3339();
            metadata::of_mut(&mut review).insert("creationTimestamp".to_owned(), now.into());
            json!({"userInfo": user_info(&call.user)})
        }
        "selfsubjectrulesreviews" => rules(&call.user),
        "tokenreviews" => token_status(call, spec["token"].as_str().unwrap_or_default()),
        "selfsubjectaccessreviews" => access(&call.user),
        _ => access(&subject(&spec)),
    };
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

fn subject(spec: &Value) -> User {
    let groups = spec["groups"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    User::new(spec["user"].as_str().unwrap_or_default(), groups)
}

fn access(user: &User) -> Value {
    if user.is_anonymous() {
        json!({"allowed": false})
    } else {
        json!({"allowed": true})
    }
}

fn rules(user: &User) -> Value {
    if user.is_anonymous() {
        return json!({"resourceRules": [], "nonResourceRules": [], "incomplete": false});
    }
    json!({
        "resourceRules": [{"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]}],
        "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}],
        "incomplete": false,
    })
}

fn token_status(call: &Call, token: &str) -> Value {
    match call.shared.tokens.get(token) {
        Some(user) => json!({"authenticated": true, "user": user_info(user)}),
        None => json!({"user": {}, "error": "[invalid bearer token]"}),
    }
}
