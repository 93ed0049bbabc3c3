//! What a real server refused to whom.

use std::fs;

use apiserver::User;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::{difference, prepared, recordings, request};
use crate::harness::{Api, answer};

/// Cases whose credentials are refused before anybody is known, or that are not kept as one request.
const OTHERWISE: [&str; 6] = [
    "apply",
    "bad-jwt",
    "bad-jwt-version",
    "bad-token",
    "bad-token-version",
    "can-i-list",
];

/// The account without rights that most of the requests were made by.
fn account() -> User {
    User::new(
        "system:serviceaccount:errors:noright",
        ["system:serviceaccounts", "system:serviceaccounts:errors"],
    )
}

/// Lets the account write roles and bindings, but nothing else.
async fn may_write_roles(api: &Api) {
    let group = "rbac.authorization.k8s.io";
    let rules = json!([{"apiGroups": [group], "resources": ["roles", "rolebindings"], "verbs": ["create"]}]);
    let role = json!({"metadata": {"name": "roles"}, "rules": rules});
    let subjects = json!([{"kind": "ServiceAccount", "name": "noright", "namespace": "errors"}]);
    let reference = json!({"apiGroup": group, "kind": "Role", "name": "roles"});
    let binding =
        json!({"metadata": {"name": "roles"}, "roleRef": reference, "subjects": subjects});
    let path = format!("/apis/{group}/v1/namespaces/errors");
    for (resource, object) in [("roles", role), ("rolebindings", binding)] {
        let made = api.post(&format!("{path}/{resource}"), &object).await;
        assert_eq!(made.code, 201, "{}", made.text);
    }
}

#[tokio::test]
async fn who_may_not_is_told_as_recorded() {
    let Some(root) = recordings() else { return };
    let mut cases: Vec<_> = fs::read_dir(root.join("errors/auth"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    let (mut alike, mut different) = (0, Vec::new());
    for case in cases {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let Some(request) = request(&case).filter(|_| !OTHERWISE.contains(&&*name)) else {
            continue;
        };
        let expected = fs::read_to_string(case.join("response.json")).unwrap_or_default();
        let Ok(expected) = serde_json::from_str::<Value>(&expected) else {
            continue;
        };
        let api = prepared().await;
        if name.starts_with("escalation-") {
            may_write_roles(&api).await;
        }
        let user = match &*name {
            "anonymous" | "anonymous-version" | "basic-auth" => User::anonymous(),
            "impersonate-user" | "impersonate-group-only" => User::admin(),
            _ => account(),
        };
        let found = api.server.as_user(user).oneshot(request).await.unwrap();
        match difference(&expected, &answer(found).await) {
            None => alike += 1,
            Some(difference) => different.push((name, difference)),
        }
    }
    println!("{alike} alike");
    assert!(different.is_empty(), "{different:#?}");
    assert!(alike > 20, "{alike}");
}

#[tokio::test]
async fn reviews_are_answered_as_recorded() {
    let Some(root) = recordings() else { return };
    let reviews = [
        "self-subject-access-review",
        "subject-access-review",
        "subject-access-review-nonresource",
        "token-review-bad",
    ];
    let api = prepared().await;
    for name in reviews {
        let case = root.join("defaults/reviews").join(name);
        let expected = fs::read_to_string(case.join("response.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        let found = answer(api.send(request(&case).unwrap()).await).await;
        assert_eq!(found.json["spec"], expected["spec"], "{name}");
        // Which of several bindings allows something is a matter of chance there.
        let (found, expected) = (&found.json["status"], &expected["status"]);
        for field in ["allowed", "authenticated", "user", "error"] {
            assert_eq!(found[field], expected[field], "{name}");
        }
        let words = |status: &Value| -> Vec<String> {
            let reason = status["reason"].as_str().unwrap_or_default();
            reason.split('"').step_by(2).map(str::to_owned).collect()
        };
        assert_eq!(words(found), words(expected), "{name}");
    }
}
