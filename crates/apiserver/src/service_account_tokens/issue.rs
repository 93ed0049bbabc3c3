//! `serviceaccounts/token`: asking for a token.

use apimachinery::field::{Error, ErrorList};
use apimachinery::{Gvr, Status};
use http::StatusCode;
use serde_json::{Value, json};

use super::ISSUER;
use crate::admission::find;
use crate::answer::Answer;
use crate::call::Call;
use crate::options::WriteOptions;
use crate::write::track;
use crate::{body, metadata};

const HOUR: i64 = 3600;
const TEN_MINUTES: i64 = 600;
const LONGEST: i64 = 1 << 32;

/// What a token is bound to besides its account.
struct Bound {
    kind: &'static str,
    name: String,
    uid: String,
    /// The node that a pod is on.
    node: Option<(String, String)>,
}

/// Answers with a token for the account that the path names.
pub(crate) fn create(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "CreateOptions")?;
    let mut warnings = Vec::new();
    let mut request = body::object(call, options.field_validation, &mut warnings)?;
    let account = find(&call.shared, call.gvr(), call.namespace(), call.name())
        .ok_or_else(|| call.not_found())?;
    check_metadata(call, &request)?;
    let spec = &mut request["spec"];
    if spec["audiences"].as_array().is_none_or(Vec::is_empty) {
        spec["audiences"] = json!([ISSUER]);
    }
    if !spec["expirationSeconds"].is_i64() {
        spec["expirationSeconds"] = HOUR.into();
    }
    if spec.get("boundObjectRef").is_none() {
        spec["boundObjectRef"] = Value::Null;
    }
    let spec = spec.clone();
    let seconds = spec["expirationSeconds"].as_i64().unwrap_or(HOUR);
    check_duration(call, seconds)?;
    let bound = bound(call, &spec["boundObjectRef"])?;
    let now = call.shared.now();
    let issued = now.as_micros().div_euclid(1_000_000);
    let claims = claims(
        call,
        &account,
        bound.as_ref(),
        &spec["audiences"],
        (issued, seconds),
    );
    let key = call.shared.signing_key.as_ref();
    let token = key.and_then(|key| key.sign(&claims));
    let token = token.ok_or_else(|| Status::internal_error("the token cannot be signed"))?;
    let fields = metadata::of_mut(&mut request);
    fields.insert("name".to_owned(), call.name().into());
    fields.insert("namespace".to_owned(), call.namespace().into());
    fields.insert("creationTimestamp".to_owned(), now.rfc3339().into());
    track(call, &mut request, None);
    let expires = now.after(std::time::Duration::from_secs(seconds.unsigned_abs()));
    request["status"] = json!({"token": token, "expirationTimestamp": expires.rfc3339()});
    Ok(Answer::value(StatusCode::CREATED, call.accepted.format, &request).with_warnings(warnings))
}

fn check_metadata(call: &Call, request: &Value) -> Result<(), Status> {
    for (field, wanted) in [
        ("name", call.name()),
        ("namespace", call.namespace().unwrap_or_default()),
    ] {
        let given = metadata::text(request, field);
        if !given.is_empty() && given != wanted {
            return Err(Status::bad_request(format!(
                "metadata.{field}: Invalid value: {}: must match the service account {field}",
                gostd::strconv::quote(given)
            )));
        }
    }
    Ok(())
}

fn check_duration(call: &Call, seconds: i64) -> Result<(), Status> {
    let detail = match seconds {
        ..TEN_MINUTES => "may not specify a duration less than 10 minutes",
        TEN_MINUTES..=LONGEST => return Ok(()),
        _ => "may not specify a duration larger than 2^32 seconds",
    };
    let error = Error::invalid(&"spec.expirationSeconds".into(), seconds, detail);
    let errors: ErrorList = [error].into_iter().collect();
    Err(Status::invalid(call.body_kind(), "", &errors))
}

/// The object that the token is bound to, which must be there, and be a pod of this account if it is a pod.
fn bound(call: &Call, reference: &Value) -> Result<Option<Bound>, Status> {
    if !reference.is_object() {
        return Ok(None);
    }
    let text = |field: &str| reference[field].as_str().unwrap_or_default();
    let (kind, resource, namespace) = match (text("apiVersion"), text("kind")) {
        ("v1", "Pod") => ("pod", "pods", call.namespace()),
        ("v1", "Secret") => ("secret", "secrets", call.namespace()),
        ("v1", "Node") => ("node", "nodes", None),
        (version, kind) => {
            let (group, version) = version.split_once('/').unwrap_or(("", version));
            return Err(Status::bad_request(format!(
                "cannot bind token for serviceaccount {} to object of kind {group}/{version}, Kind={kind}",
                gostd::strconv::quote(call.name())
            )));
        }
    };
    let (gvr, name) = (Gvr::new("", "v1", resource), text("name"));
    let object =
        find(&call.shared, &gvr, namespace, name).ok_or_else(|| Status::not_found(&gvr, name))?;
    if kind == "pod" && object["spec"]["serviceAccountName"] != call.name() {
        return Err(Status::bad_request(format!(
            "cannot bind token for serviceaccount {} to pod running with different serviceaccount name.",
            gostd::strconv::quote(call.name())
        )));
    }
    let uid = metadata::text(&object, "uid");
    if !text("uid").is_empty() && text("uid") != uid {
        let why = format!(
            "the UID in the bound object reference ({}) does not match the UID in record. The object might have been deleted and then recreated",
            text("uid")
        );
        return Err(Status::conflict(&gvr, name, why));
    }
    let node = object["spec"]["nodeName"].as_str().and_then(|name| {
        let node = find(&call.shared, &Gvr::new("", "v1", "nodes"), None, name)?;
        Some((name.to_owned(), metadata::text(&node, "uid").to_owned()))
    });
    Ok(Some(Bound {
        kind,
        name: name.to_owned(),
        uid: uid.to_owned(),
        node,
    }))
}

fn claims(
    call: &Call,
    account: &Value,
    bound: Option<&Bound>,
    audiences: &Value,
    (issued, seconds): (i64, i64),
) -> Value {
    let namespace = call.namespace().unwrap_or_default();
    let mut own = json!({
        "namespace": namespace,
        "serviceaccount": {"name": call.name(), "uid": metadata::text(account, "uid")},
    });
    if let Some(bound) = bound {
        own[bound.kind] = json!({"name": bound.name, "uid": bound.uid});
        if let Some((name, uid)) = &bound.node {
            own["node"] = json!({"name": name, "uid": uid});
        }
    }
    json!({
        "aud": audiences,
        "exp": issued + seconds,
        "iat": issued,
        "iss": ISSUER,
        "jti": call.shared.jitter.uid(),
        "kubernetes.io": own,
        "nbf": issued,
        "sub": format!("system:serviceaccount:{namespace}:{}", call.name()),
    })
}
