//! From credentials to users.

use apimachinery::Status;
use http::header::{AUTHORIZATION, HeaderMap};
use x509_parser::prelude::{FromDer as _, X509Certificate};

use crate::identity::User;
use crate::server::Shared;
use crate::service_account_tokens::{self, TokenError};

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
    shared: &Shared,
    certificate: Option<&User>,
    headers: &HeaderMap,
) -> Result<User, Status> {
    if let Some(user) = certificate {
        return Ok(user.clone());
    }
    let authorization = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    match authorization.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
            token_user(shared, token.trim(), &[])
                .map(|(user, _)| user)
                .map_err(|_| Status::unauthorized())
        }
        Some(_) | None => Ok(User::anonymous()),
    }
}

/// The user whom a token stands for, and for which of the audiences it is; without any the server's own counts, and none is told.
///
/// # Errors
/// The token is not known, or is not, not yet or no longer valid.
pub(crate) fn token_user(
    shared: &Shared,
    token: &str,
    audiences: &[&str],
) -> Result<(User, Vec<String>), TokenError> {
    match shared.tokens.get(token) {
        Some(user) => Ok((user.clone(), Vec::new())),
        None => service_account_tokens::verify(shared, token, audiences),
    }
}
