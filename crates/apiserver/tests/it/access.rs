//! Users, groups and service accounts: what they may do, and how they show who they are.

use apiserver::User;
use bytes::Bytes;
use http::{Method, Request};
use http_body_util::Full;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::harness::{Answer, Api, answer};

const RBAC: &str = "/apis/rbac.authorization.k8s.io/v1";

impl Api {
    /// Sends a request as this user.
    async fn send_as(&self, user: &User, method: Method, path: &str, body: &Value) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body.to_string())))
            .unwrap();
        let server = self.server.as_user(user.clone());
        answer(server.oneshot(request).await.unwrap()).await
    }

    async fn make(&self, path: &str, object: &Value) -> Value {
        let made = self.post(path, object).await;
        assert_eq!(made.code, 201, "{}", made.text);
        made.json
    }
}

fn binding(name: &str, kind: &str, role: &str, subject: &Value) -> Value {
    let reference = json!({"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": role});
    json!({"metadata": {"name": name}, "roleRef": reference, "subjects": [subject]})
}

/// Gives a user, a group and an account something.
async fn given(api: &Api) {
    let here = format!("{RBAC}/namespaces/default");
    let rules = json!([{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["get", "list"], "resourceNames": ["one"]}]);
    let role = json!({"metadata": {"name": "one"}, "rules": rules});
    api.make(&format!("{here}/roles"), &role).await;
    let jo = json!({"kind": "User", "name": "jo"});
    let team = json!({"kind": "Group", "name": "team"});
    let robot = json!({"kind": "ServiceAccount", "name": "robot", "namespace": "default"});
    let bindings = format!("{here}/rolebindings");
    api.make(&bindings, &binding("jo", "Role", "one", &jo))
        .await;
    api.make(&bindings, &binding("team", "ClusterRole", "view", &team))
        .await;
    let bindings = format!("{RBAC}/clusterrolebindings");
    api.make(&bindings, &binding("robot", "ClusterRole", "edit", &robot))
        .await;
}

#[tokio::test]
async fn roles_are_given_to_users_groups_and_accounts() {
    let api = Api::new().await;
    given(&api).await;
    let (jo, team) = (User::new("jo", []), User::new("eve", ["team"]));
    let robot = User::new("system:serviceaccount:default:robot", []);
    let maps = "/api/v1/namespaces/default/configmaps";
    let system = "/api/v1/namespaces/kube-system/configmaps";
    let one = "/api/v1/namespaces/default/configmaps/one";
    let two = "/api/v1/namespaces/default/configmaps/two";
    let selected = "/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Done";
    let secrets = "/api/v1/namespaces/default/secrets";
    let cases = [
        (&jo, Method::GET, one, 404),
        (&jo, Method::GET, two, 403),
        (&jo, Method::GET, maps, 403),
        (&jo, Method::GET, selected, 200),
        (&jo, Method::GET, "/apis/apps/v1", 200),
        (&jo, Method::GET, "/metrics", 403),
        (&team, Method::GET, maps, 200),
        (&team, Method::GET, system, 403),
        (&team, Method::GET, secrets, 403),
        (&team, Method::POST, maps, 403),
        (&robot, Method::GET, system, 200),
        (&robot, Method::POST, maps, 201),
        (&robot, Method::GET, "/api/v1/nodes", 403),
    ];
    for (user, method, path, code) in cases {
        let body = json!({"metadata": {"name": "made"}});
        let found = api.send_as(user, method.clone(), path, &body).await;
        let what = format!("{} {method} {path}: {}", user.name, found.text);
        assert_eq!(found.code, code, "{what}");
    }

    // What was given can be taken away.
    let given = format!("{RBAC}/namespaces/default/rolebindings/team");
    assert_eq!(api.delete(&given, "").await.code, 200);
    let refused = api.send_as(&team, Method::GET, maps, &json!({})).await;
    assert_eq!(refused.code, 403);
}

#[tokio::test]
async fn a_role_that_is_missing_is_told() {
    let api = Api::new().await;
    let here = format!("{RBAC}/namespaces/default/rolebindings");
    let jo = json!({"kind": "User", "name": "jo"});
    api.make(&here, &binding("jo", "Role", "gone", &jo)).await;
    let path = "/api/v1/namespaces/default/pods";
    let jo = User::new("jo", []);
    let refused = api.send_as(&jo, Method::GET, path, &json!({})).await;
    assert_eq!(
        refused.json["message"],
        "pods is forbidden: User \"jo\" cannot list resource \"pods\" in API group \"\" in the namespace \"default\": RBAC: role.rbac.authorization.k8s.io \"gone\" not found"
    );
}

#[tokio::test]
async fn nobody_gives_what_he_does_not_have() {
    let api = Api::new().await;
    let bindings = format!("{RBAC}/namespaces/default/rolebindings");
    let user = json!({"kind": "User", "name": "jo"});
    api.make(&bindings, &binding("jo", "ClusterRole", "admin", &user))
        .await;
    let jo = User::new("jo", []);
    let role = |verbs: Value| {
        let rule = json!({"apiGroups": [""], "resources": ["pods"], "verbs": verbs});
        json!({"metadata": {"name": "r"}, "rules": [rule]})
    };
    let roles = format!("{RBAC}/namespaces/default/roles");
    let all = role(json!(["*"]));
    let refused = api.send_as(&jo, Method::POST, &roles, &all).await;
    assert_eq!(
        refused.json["message"],
        "roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"jo\" (groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"*\"]}"
    );
    let own = role(json!(["get", "delete"]));
    assert_eq!(api.send_as(&jo, Method::POST, &roles, &own).await.code, 201);
    let grown = api
        .send_as(&jo, Method::PUT, &format!("{roles}/r"), &all)
        .await;
    assert_eq!(grown.code, 403);

    let group = json!({"kind": "Group", "name": "g"});
    let to = |role: &str| binding(&format!("to-{role}"), "ClusterRole", role, &group);
    for (role, code) in [("gone", 404), ("cluster-admin", 403), ("view", 201)] {
        let found = api.send_as(&jo, Method::POST, &bindings, &to(role)).await;
        assert_eq!(found.code, code, "{role}: {}", found.text);
    }
    let rules = json!([{"apiGroups": ["rbac.authorization.k8s.io"], "resources": ["clusterroles"], "verbs": ["bind"], "resourceNames": ["cluster-admin"]}]);
    let binder = json!({"metadata": {"name": "binder"}, "rules": rules});
    api.make(&format!("{RBAC}/clusterroles"), &binder).await;
    api.make(
        &bindings,
        &binding("binder", "ClusterRole", "binder", &user),
    )
    .await;
    let passed_on = to("cluster-admin");
    let found = api.send_as(&jo, Method::POST, &bindings, &passed_on).await;
    assert_eq!(found.code, 201, "{}", found.text);
}

/// Asks for a token of the account `robot`.
async fn ask(api: &Api, spec: Value) -> Answer {
    let path = "/api/v1/namespaces/default/serviceaccounts/robot/token";
    let request =
        json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": spec});
    api.post(path, &request).await
}

async fn token(api: &Api, spec: Value) -> String {
    let issued = ask(api, spec).await;
    assert_eq!(issued.code, 201, "{}", issued.text);
    issued.json["status"]["token"].as_str().unwrap().to_owned()
}

/// What the server says of a token.
async fn review(api: &Api, token: &str, audiences: Value) -> Value {
    let spec = json!({"token": token, "audiences": audiences});
    let review =
        json!({"apiVersion": "authentication.k8s.io/v1", "kind": "TokenReview", "spec": spec});
    let path = "/apis/authentication.k8s.io/v1/tokenreviews";
    api.make(path, &review).await["status"].clone()
}

const ACCOUNTS: &str = "/api/v1/namespaces/default/serviceaccounts";

#[tokio::test]
async fn a_token_is_good_for_its_account_and_its_time() {
    let api = Api::new().await;
    let robot = json!({"metadata": {"name": "robot"}});
    let account = api.make(ACCOUNTS, &robot).await;
    let token = token(&api, json!({})).await;
    let known = review(&api, &token, json!([])).await;
    let user = &known["user"];
    assert_eq!(user["username"], "system:serviceaccount:default:robot");
    assert_eq!(user["uid"], account["metadata"]["uid"]);
    assert_eq!(
        user["groups"],
        json!([
            "system:serviceaccounts",
            "system:serviceaccounts:default",
            "system:authenticated"
        ])
    );
    api.clock.advance(std::time::Duration::from_secs(3599));
    let last = review(&api, &token, json!([])).await;
    assert_eq!(last["authenticated"], true);
    api.clock.advance(std::time::Duration::from_secs(1));
    assert_eq!(
        review(&api, &token, json!([])).await,
        json!({"user": {}, "error": "[invalid bearer token, service account token has expired]"})
    );

    let token = self::token(&api, json!({})).await;
    let fresh = review(&api, &token, json!([])).await;
    assert_eq!(fresh["authenticated"], true);
    // Another account of the same name is somebody else.
    api.delete(&format!("{ACCOUNTS}/robot"), "").await;
    api.make(ACCOUNTS, &robot).await;
    let gone = review(&api, &token, json!([])).await;
    assert_eq!(gone["authenticated"], Value::Null);
}

#[tokio::test]
async fn a_token_is_good_for_its_audience() {
    let api = Api::new().await;
    api.make(ACCOUNTS, &json!({"metadata": {"name": "robot"}}))
        .await;
    let own = ask(&api, json!({})).await;
    let audience = "https://kubernetes.default.svc.cluster.local";
    assert_eq!(
        own.json["spec"],
        json!({"audiences": [audience], "expirationSeconds": 3600, "boundObjectRef": null})
    );
    let elsewhere = token(&api, json!({"audiences": ["vault"]})).await;
    let ours = review(&api, &elsewhere, json!([])).await;
    assert_eq!(ours["authenticated"], Value::Null);
    let theirs = review(&api, &elsewhere, json!(["vault", "other"])).await;
    assert_eq!(theirs["authenticated"], true);
    assert_eq!(theirs["audiences"], json!(["vault"]));

    let short = ask(&api, json!({"expirationSeconds": 60})).await;
    assert_eq!(
        (short.code, &short.json["message"]),
        (
            422,
            &json!(
                "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes"
            )
        )
    );
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "name": "gone"});
    let bound = ask(&api, json!({"boundObjectRef": pod})).await;
    assert_eq!(
        (bound.code, &bound.json["message"]),
        (404, &json!("pods \"gone\" not found"))
    );
}

#[tokio::test]
async fn rules_are_reviewed_as_they_are_evaluated() {
    let api = Api::new().await;
    let jo = json!({"kind": "User", "name": "jo"});
    let here = format!("{RBAC}/namespaces/default");
    let rules = json!([{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get"]}]);
    let role = json!({"metadata": {"name": "r"}, "rules": rules});
    api.make(&format!("{here}/roles"), &role).await;
    let bindings = format!("{here}/rolebindings");
    api.make(&bindings, &binding("jo", "Role", "r", &jo)).await;
    let jo = User::new("jo", []);
    let reviews = "/apis/authorization.k8s.io/v1";
    let review = json!({"kind": "SelfSubjectRulesReview", "apiVersion": "authorization.k8s.io/v1", "spec": {"namespace": "default"}});
    let path = format!("{reviews}/selfsubjectrulesreviews");
    let found = api.send_as(&jo, Method::POST, &path, &review).await;
    assert_eq!(found.code, 201, "{}", found.text);
    assert_eq!(
        found.json["status"]["resourceRules"],
        json!([
            {"verbs": ["create"], "apiGroups": ["authorization.k8s.io"], "resources": ["selfsubjectaccessreviews", "selfsubjectrulesreviews"]},
            {"verbs": ["create"], "apiGroups": ["authentication.k8s.io"], "resources": ["selfsubjectreviews"]},
            {"verbs": ["get"], "apiGroups": ["apps"], "resources": ["deployments"]},
        ])
    );
    let asked =
        json!({"verb": "get", "group": "apps", "resource": "deployments", "namespace": "default"});
    let review = json!({"kind": "SubjectAccessReview", "apiVersion": "authorization.k8s.io/v1", "spec": {"user": "jo", "resourceAttributes": asked}});
    let found = api
        .make(&format!("{reviews}/subjectaccessreviews"), &review)
        .await;
    assert_eq!(
        found["status"],
        json!({"allowed": true, "reason": "RBAC: allowed by RoleBinding \"jo/default\" of Role \"r\" to User \"jo\""})
    );
}
