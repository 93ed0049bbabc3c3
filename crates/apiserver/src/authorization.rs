//! Who may do what: everybody who is known, everything; nobody in particular, health and version.

use apimachinery::{Gvr, Status};
use http::Method;

use crate::identity::User;
use crate::request::{Target, Verb};

/// The paths that need no identity.
const OPEN_PATHS: [&str; 4] = ["healthz", "livez", "readyz", "version"];

/// Refuses a request for a resource.
pub(crate) fn authorize(user: &User, verb: Verb, target: &Target) -> Result<(), Status> {
    if !user.is_anonymous() {
        return Ok(());
    }
    let gvr = &target.served.gvr;
    let resource = match &target.subresource {
        Some(subresource) => format!("{}/{subresource}", gvr.resource),
        None => gvr.resource.clone(),
    };
    let place = match &target.namespace {
        Some(namespace) => format!("in the namespace \"{namespace}\""),
        None => "at the cluster scope".to_owned(),
    };
    let why = format!(
        "User \"{}\" cannot {} resource \"{resource}\" in API group \"{}\" {place}",
        user.name,
        verb.as_str(),
        gvr.group
    );
    Err(Status::forbidden(
        gvr,
        target.name.as_deref().unwrap_or_default(),
        why,
    ))
}

/// Refuses a request for a path that belongs to no resource.
pub(crate) fn authorize_path(user: &User, method: &Method, path: &str) -> Result<(), Status> {
    let open = path
        .split('/')
        .next()
        .is_some_and(|first| OPEN_PATHS.contains(&first));
    if open || !user.is_anonymous() {
        Ok(())
    } else {
        Err(forbidden_path(user, method, path))
    }
}

/// 403 of a path.
pub(crate) fn forbidden_path(user: &User, method: &Method, path: &str) -> Status {
    let verb = method.as_str().to_ascii_lowercase();
    let path = path.trim_start_matches('/');
    let why = format!("User \"{}\" cannot {verb} path \"/{path}\"", user.name);
    Status::forbidden(&Gvr::default(), "", why)
}
