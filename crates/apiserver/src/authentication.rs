//! From credentials to users.

use std::collections::BTreeMap;

use apimachinery::Status;
use http::header::{AUTHORIZATION, HeaderMap};
use x509_parser::prelude::{FromDer as _, X509Certificate};

use crate::identity::User;

/// The user of a client certificate that was verified: common name and organisations.
pub(crate) fn certificate_user(der: &[u8]) -> Option<User> {
    let (_, certificate) = X509Certificate::from_der(der).ok()?;
    let subject = certificate.subject();
    let name = subject.iter_common_name().next()?.as_str().ok()?;
    let groups: Vec<&str> = subject
        .iter_organization()
        .filter_map(|group| group.as_str().ok())
        .collect();
    Some(User::new(name, groups))
}

/// The user of a request: the one of the certificate, of the bearer token, or nobody in particular.
///
/// # Errors
/// 401 for a token that is not known.
pub(crate) fn authenticate(
    certificate: Option<&User>,
    headers: &HeaderMap,
    tokens: &BTreeMap<String, User>,
) -> Result<User, Status> {
    if let Some(user) = certificate {
        return Ok(user.clone());
    }
    let authorization = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    match authorization.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => tokens
            .get(token.trim())
            .cloned()
            .ok_or_else(Status::unauthorized),
        Some(_) | None => Ok(User::anonymous()),
    }
}
