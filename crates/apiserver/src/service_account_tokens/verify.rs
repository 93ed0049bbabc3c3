//! Whom a token stands for.

use apimachinery::Gvr;
use serde_json::Value;

use super::ISSUER;
use crate::admission::find;
use crate::identity::User;
use crate::metadata;
use crate::server::Shared;

/// Why a token is not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenError {
    /// Nobody whom the server knows has signed it.
    #[error("invalid bearer token")]
    Unknown,
    /// Its time is over, or has not come.
    #[error("[invalid bearer token, service account token has expired]")]
    Expired,
    /// It is for somebody else.
    #[error(
        "[invalid bearer token, token audiences {0:?} is invalid for the target audiences {1:?}]"
    )]
    Audience(Vec<String>, Vec<String>),
    /// Its account is not there any more.
    #[error("[invalid bearer token, service account token has been invalidated]")]
    Invalidated,
}

/// The user of a token, and which of the wanted audiences it is for.
///
/// # Errors
/// The token is forged, expired, for somebody else, or its account, or the object that it is bound to, is gone.
pub(crate) fn verify(
    shared: &Shared,
    token: &str,
    audiences: &[&str],
) -> Result<(User, Vec<String>), TokenError> {
    let key = shared.signing_key.as_ref();
    let claims = key
        .and_then(|key| key.open(token))
        .ok_or(TokenError::Unknown)?;
    if claims["iss"] != ISSUER {
        return Err(TokenError::Unknown);
    }
    let now = shared.now().as_micros().div_euclid(1_000_000);
    let second = |claim: &str| claims[claim].as_i64().unwrap_or_default();
    if now >= second("exp") || now < second("nbf") {
        return Err(TokenError::Expired);
    }
    let matching = matching_audiences(&claims["aud"], audiences)?;
    let user = account_user(shared, &claims).ok_or(TokenError::Invalidated)?;
    Ok((user, matching))
}

fn matching_audiences(given: &Value, wanted: &[&str]) -> Result<Vec<String>, TokenError> {
    let wanted = if wanted.is_empty() { &[ISSUER] } else { wanted };
    let given = given.as_array().into_iter().flatten();
    let given: Vec<&str> = given.filter_map(Value::as_str).collect();
    let owned = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
    let matching: Vec<&str> = wanted
        .iter()
        .copied()
        .filter(|audience| given.contains(audience))
        .collect();
    if matching.is_empty() {
        return Err(TokenError::Audience(owned(&given), owned(wanted)));
    }
    Ok(owned(&matching))
}

/// The account that the claims name, if it and what the token is bound to are still the same objects.
fn account_user(shared: &Shared, claims: &Value) -> Option<User> {
    let own = &claims["kubernetes.io"];
    let namespace = own["namespace"].as_str()?;
    let is_there = |part: &str, resource: &str, namespace: Option<&str>| {
        let Some(name) = own[part]["name"].as_str() else {
            return true;
        };
        let gvr = Gvr::new("", "v1", resource);
        find(shared, &gvr, namespace, name)
            .is_some_and(|object| own[part]["uid"] == metadata::text(&object, "uid"))
    };
    let bound = [
        ("serviceaccount", "serviceaccounts", Some(namespace)),
        ("pod", "pods", Some(namespace)),
        ("secret", "secrets", Some(namespace)),
        ("node", "nodes", None),
    ];
    if !bound
        .into_iter()
        .all(|(part, resource, namespace)| is_there(part, resource, namespace))
    {
        return None;
    }
    let name = own["serviceaccount"]["name"].as_str()?;
    let groups = format!("system:serviceaccounts:{namespace}");
    let mut user = User::new(
        &format!("system:serviceaccount:{namespace}:{name}"),
        ["system:serviceaccounts", &groups],
    );
    user.uid = own["serviceaccount"]["uid"].as_str()?.to_owned();
    let mut tell = |key: &str, value: &Value| {
        if let Some(value) = value.as_str() {
            let key = format!("authentication.kubernetes.io/{key}");
            user.extra.insert(key, vec![value.to_owned()]);
        }
    };
    let id = claims["jti"].as_str().map(|id| format!("JTI={id}"));
    tell("credential-id", &id.into());
    tell("pod-name", &own["pod"]["name"]);
    tell("pod-uid", &own["pod"]["uid"]);
    tell("node-name", &own["node"]["name"]);
    tell("node-uid", &own["node"]["uid"]);
    Some(user)
}
