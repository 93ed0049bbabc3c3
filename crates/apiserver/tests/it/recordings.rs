//! What a real server answered to the same requests, where its recordings stand beside the repository.

mod apply;
mod auth;
mod custom;
mod defaults;
mod different;
mod discovery;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use http::{Method, Request};
use http_body_util::Full;
use serde_json::{Value, json};

use crate::harness::{Answer, Api, answer};
use different::DIFFERENT;

/// The recordings, or a line that says that they are not there.
fn recordings() -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|directory| directory.join("shared/recordings"))
        .find(|directory| directory.is_dir());
    if found.is_none() {
        println!("skipped: no ../shared/recordings");
    }
    found
}

/// A recorded request as it can be sent again; nothing if its body was not kept.
fn request(case: &Path) -> Option<Request<Full<bytes::Bytes>>> {
    let head = fs::read_to_string(case.join("request.txt")).ok()?;
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let method: Method = first.next()?.parse().ok()?;
    let uri = first.next().filter(|uri| uri.starts_with('/'))?;
    let mut builder = Request::builder().method(method.clone()).uri(uri);
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        if !matches!(
            name.to_lowercase().as_str(),
            "content-length" | "authorization" | "host"
        ) {
            builder = builder.header(name, value);
        }
    }
    let text = ["request.json", "request.yaml"]
        .iter()
        .find_map(|name| fs::read(case.join(name)).ok());
    let encoded = ["request.body.b64", "request.pb.b64"]
        .iter()
        .find_map(|name| {
            let text = fs::read_to_string(case.join(name)).ok()?;
            base64::engine::general_purpose::STANDARD
                .decode(text.split_whitespace().collect::<String>())
                .ok()
        });
    let body = encoded.or(text.map(|text| without_uid(case, text)));
    let needs_body = matches!(method, Method::POST | Method::PUT | Method::PATCH);
    if needs_body && body.is_none() {
        return None;
    }
    builder
        .body(Full::new(body.unwrap_or_default().into()))
        .ok()
}

/// A body without the uid of an object that is another here, unless the case is about it.
fn without_uid(case: &Path, body: Vec<u8>) -> Vec<u8> {
    let about_it = case
        .file_name()
        .is_some_and(|name| name.to_string_lossy().contains("uid"));
    let Ok(mut object) = serde_json::from_slice::<Value>(&body) else {
        return body;
    };
    match object.pointer_mut("/metadata") {
        Some(Value::Object(metadata)) if !about_it && metadata.contains_key("uid") => {
            metadata.remove("uid");
            if case
                .parent()
                .is_some_and(|folder| folder.ends_with("apply/server-side"))
            {
                metadata.remove("resourceVersion");
            }
            object.to_string().into_bytes()
        }
        Some(_) | None => body,
    }
}

/// A message without what differs from run to run: uids and numbers.
fn normal(message: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        let uid = word.len() == 36 && word.matches('-').count() == 4;
        let number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        out.push_str(if uid {
            "UID"
        } else if number {
            "N"
        } else {
            word
        });
        word.clear();
    };
    for character in message.chars() {
        if character.is_ascii_alphanumeric() || character == '-' {
            word.push(character);
        } else {
            flush(&mut word, &mut out);
            out.push(character);
        }
    }
    flush(&mut word, &mut out);
    out
}

async fn prepared() -> Api {
    let api = Api::new().await;
    for name in ["errors", "errors-c", "errors-late", "errors-term", "tables"] {
        api.post("/api/v1/namespaces", &json!({"metadata": {"name": name}}))
            .await;
    }
    for name in ["free", "im-cm"] {
        let object = json!({"metadata": {"name": name}, "data": {"a": "b"}});
        api.post("/api/v1/namespaces/errors/configmaps", &object)
            .await;
    }
    let secret = json!({"metadata": {"name": "im-sec"}, "type": "Opaque", "data": {"a": "Yg=="}});
    api.post("/api/v1/namespaces/errors/secrets", &secret).await;
    let template = json!({
        "metadata": {"labels": {"app": "im"}},
        "spec": {"containers": [{"name": "c", "image": "registry.example/web:1"}]},
    });
    let deployment = json!({
        "metadata": {"name": "im"},
        "spec": {"selector": {"matchLabels": {"app": "im"}}, "template": template},
    });
    let created = api
        .post("/apis/apps/v1/namespaces/errors/deployments", &deployment)
        .await;
    assert_eq!(created.code, 201, "{}", created.text);
    let lease = json!({"metadata": {"name": "fresh"}});
    api.post(
        "/apis/coordination.k8s.io/v1/namespaces/errors/leases",
        &lease,
    )
    .await;
    api
}

/// The objects that the recorded updates are of.
async fn fixed_objects(api: &Api) {
    let labels = json!({"app": "im"});
    let selector = json!({"matchLabels": labels});
    let container = json!({"name": "c", "image": "r/w:1"});
    let template = json!({"metadata": {"labels": labels}, "spec": {"containers": [container]}});
    let once = json!({"metadata": {"labels": {"app": "jj"}}, "spec": {"restartPolicy": "Never", "containers": [container]}});
    let rules = json!([{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "u"}]);
    let role =
        json!({"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view"});
    let claim =
        json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "2Gi"}}});
    let workload = json!({"selector": selector, "template": template});
    let named = |name: &str, spec: &Value| json!({"metadata": {"name": name}, "spec": spec});
    let apps = "/apis/apps/v1/namespaces/errors";
    let core = "/api/v1/namespaces/errors";
    for (path, object) in [
        (format!("{apps}/daemonsets"), named("im-ds", &workload)),
        (format!("{apps}/replicasets"), named("im-rs", &workload)),
        (format!("{apps}/statefulsets"), named("im-sts", &workload)),
        (
            "/apis/batch/v1/namespaces/errors/jobs".to_owned(),
            named("im-job", &json!({"template": once})),
        ),
        (format!("{core}/pods"), named("im-pod", &template["spec"])),
        (
            format!("{core}/persistentvolumeclaims"),
            named("im-pvc", &claim),
        ),
        (
            "/apis/rbac.authorization.k8s.io/v1/namespaces/errors/rolebindings".to_owned(),
            json!({"metadata": {"name": "im-rb"}, "roleRef": role, "subjects": rules}),
        ),
        (
            format!("{core}/services"),
            named("im-svc", &json!({"ports": [{"port": 80}]})),
        ),
        (
            "/apis/scheduling.k8s.io/v1/priorityclasses".to_owned(),
            json!({"metadata": {"name": "pc"}, "value": 100}),
        ),
        (
            "/apis/storage.k8s.io/v1/storageclasses".to_owned(),
            json!({"metadata": {"name": "sc-minimal"}, "provisioner": "example.com/p"}),
        ),
    ] {
        let created = api.post(&path, &object).await;
        assert_eq!(created.code, 201, "{path}: {}", created.text);
    }
    let sealed = json!({"metadata": {"name": "im-cm"}, "immutable": true, "data": {"a": "b"}});
    api.send(
        Request::builder()
            .method(Method::PUT)
            .uri(format!("{core}/configmaps/im-cm"))
            .header("content-type", "application/json")
            .body(Full::new(sealed.to_string().into()))
            .expect("a request"),
    )
    .await;
}

/// The cases that are about custom resources.
const CUSTOM: [&str; 8] = [
    "conflict/exists-crd",
    "conflict/put-without-rv-crd",
    "immutable/crd-scope",
    "lists/field-selectable-cr",
    "lists/field-unknown-cr",
    "lookup/cr-no-scale",
    "protocol/strategic-on-cr",
    "warnings/deprecated-crd-version",
];

/// The definitions that these cases are of, and an object of one.
async fn custom_kinds(api: &Api, root: &Path) {
    let namespace = json!({"metadata": {"name": "tables"}});
    api.post("/api/v1/namespaces", &namespace).await;
    for name in ["minimal", "full"] {
        let path = root
            .join("defaults/custom-resource-definition")
            .join(name)
            .join("request.json");
        let text = fs::read_to_string(path).unwrap();
        crate::custom::define(api, &serde_json::from_str(&text).unwrap()).await;
    }
    let gadget = json!({
        "apiVersion": "full.example/v1", "kind": "Gadget", "metadata": {"name": "one", "labels": {"a": "b"}},
        "spec": {"color": "red", "note": "n", "replicas": 2, "size": 4},
    });
    let request = Request::builder()
        .method(Method::POST)
        .uri("/apis/full.example/v1/namespaces/tables/gadgets")
        .header("content-type", "application/json")
        .header("user-agent", "recorder")
        .body(Full::new(gadget.to_string().into()))
        .unwrap();
    let created = answer(api.send(request).await).await;
    assert_eq!(created.code, 201, "{}", created.text);
}

/// The Services that have what the recorded ones want.
async fn services(api: &Api) {
    let spec = json!({
        "type": "NodePort", "clusterIP": "10.0.9.9", "ports": [{"port": 80, "nodePort": 31234}],
    });
    let service = json!({"metadata": {"name": "holder"}, "spec": spec});
    let created = api
        .post("/api/v1/namespaces/default/services", &service)
        .await;
    assert_eq!(created.code, 201, "{}", created.text);
}

#[tokio::test]
async fn refusals_read_as_recorded() {
    let Some(root) = recordings() else { return };
    let mut different = Vec::new();
    let mut alike = 0;
    for group in [
        "conflict",
        "field-validation",
        "immutable",
        "lists",
        "lookup",
        "names",
        "patch",
        "protocol",
        "services",
        "warnings",
        "workloads",
    ] {
        let mut cases: Vec<PathBuf> = fs::read_dir(root.join("errors").join(group))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        cases.sort();
        for case in cases {
            let name = format!("{group}/{}", case.file_name().unwrap().to_string_lossy());
            let Some(request) = request(&case) else {
                continue;
            };
            let Ok(text) = fs::read_to_string(case.join("response.json")) else {
                continue;
            };
            let Ok(expected) = serde_json::from_str::<Value>(&text) else {
                continue;
            };
            let api = prepared().await;
            if CUSTOM.contains(&&*name) {
                custom_kinds(&api, &root).await;
            }
            match group {
                "immutable" => fixed_objects(&api).await,
                "lookup" if name.ends_with("log-no-container") => fixed_objects(&api).await,
                "services" => services(&api).await,
                _ => {}
            }
            let found = answer(api.send(request).await).await;
            match difference(&expected, &found) {
                None => alike += 1,
                Some(difference) => different.push((name, difference)),
            }
        }
    }
    println!("{alike} alike, {} different", different.len());
    let listed = DIFFERENT.iter().map(|(name, _)| *name);
    let alike_by_now: Vec<&str> = listed
        .filter(|name| different.iter().all(|(found, _)| found != name))
        .collect();
    println!("listed as different but alike: {alike_by_now:?}");
    let known: BTreeSet<&str> = DIFFERENT.iter().map(|(name, _)| *name).collect();
    let unexpected: Vec<_> = different
        .iter()
        .filter(|(name, _)| !known.contains(&**name))
        .collect();
    assert!(
        unexpected.is_empty(),
        "{} of {}: {unexpected:#?}",
        unexpected.len(),
        different.len() + alike
    );
}

fn difference(expected: &Value, found: &Answer) -> Option<String> {
    let text = |value: &Value, key: &str| normal(value[key].as_str().unwrap_or_default());
    if expected["kind"] != "Status" {
        return (found.code >= 300).then(|| {
            format!(
                "accepted, but here {} {}",
                found.code, found.json["message"]
            )
        });
    }
    if expected["status"] == "Success" {
        return (found.code >= 300).then(|| {
            format!(
                "accepted, but here {} {}",
                found.code, found.json["message"]
            )
        });
    }
    if expected["code"] != u64::from(found.code) {
        return Some(format!(
            "{} {} but here {} {}",
            expected["code"], expected["message"], found.code, found.json["message"]
        ));
    }
    for key in ["message", "reason"] {
        if text(expected, key) != text(&found.json, key) {
            return Some(format!(
                "{key} {:?} but here {:?}",
                text(expected, key),
                text(&found.json, key)
            ));
        }
    }
    None
}

#[tokio::test]
async fn protobuf_bodies_mean_what_their_json_means() {
    let Some(root) = recordings() else { return };
    let mut compared = 0;
    let mut cases: Vec<PathBuf> = fs::read_dir(root.join("protobuf"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    cases.sort();
    for case in cases {
        let (Some(protobuf), Ok(json)) = (request(&case), fs::read(case.join("request.json")))
        else {
            continue;
        };
        let is_protobuf = protobuf
            .headers()
            .get("content-type")
            .is_some_and(|kind| kind == "application/vnd.kubernetes.protobuf");
        if protobuf.method() != Method::POST
            || !is_protobuf
            || protobuf.uri().path().contains("customresource")
        {
            continue;
        }
        let path = protobuf.uri().path().to_owned();
        let uri = format!("{path}?dryRun=All");
        let mut answers = Vec::new();
        for (kind, body) in [
            ("application/vnd.kubernetes.protobuf", None),
            ("application/json", Some(json)),
        ] {
            let api = prepared().await;
            if let Some((_, rest)) = path.split_once("/namespaces/") {
                let namespace = rest.split('/').next().unwrap();
                api.post(
                    "/api/v1/namespaces",
                    &json!({"metadata": {"name": namespace}}),
                )
                .await;
            }
            let body = match body {
                Some(body) => Full::new(body.into()),
                None => request(&case).unwrap().into_body(),
            };
            let request = Request::builder()
                .method(Method::POST)
                .uri(&uri)
                .header("content-type", kind)
                .body(body)
                .unwrap();
            answers.push(answer(api.send(request).await).await);
        }
        assert_eq!(
            answers[0].code,
            answers[1].code,
            "{}: {}",
            case.display(),
            answers[0].text
        );
        assert_eq!(
            pruned(&answers[0].json),
            pruned(&answers[1].json),
            "{}",
            case.display()
        );
        compared += 1;
    }
    println!("{compared} bodies compared");
    assert!(compared > 30, "{compared}");
}

/// An object without the empty values that one encoding has and the other leaves out.
fn pruned(value: &Value) -> Value {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::Bool(value) => !value,
    };
    match value {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| !matches!(&***key, "managedFields" | "uid" | "message"))
            .map(|(key, value)| (key.clone(), pruned(value)))
            .filter(|(_, value)| !is_empty(value))
            .collect(),
        Value::Array(list) => list.iter().map(pruned).collect(),
        other => other.clone(),
    }
}
