//! Refuses what a user may not do.

use std::sync::Arc;

use apimachinery::{Gvr, Status};
use http::Method;

use crate::identity::User;
use crate::query::Query;
use crate::rbac::{Attributes, Decision, ResourceAttributes, decide};
use crate::request::{Target, Unserved, Verb};
use crate::selection::named_by_field;
use crate::server::Shared;

/// Refuses a request for a resource that is served.
pub(crate) fn authorize_target(
    shared: &Shared,
    user: &Arc<User>,
    verb: Verb,
    target: &Target,
    query: &Query,
) -> Result<(), Status> {
    if user.is_master() {
        return Ok(());
    }
    let gvr = &target.served.gvr;
    let is_collection = matches!(verb, Verb::List | Verb::Watch | Verb::DeleteCollection);
    let name = match &target.name {
        None if is_collection => named_by_field(query),
        name => name.clone(),
    };
    let is_namespace = gvr.group.is_empty() && gvr.resource == "namespaces";
    let own = target.name.as_ref().filter(|_| is_namespace);
    authorize(
        shared,
        user,
        &ResourceAttributes {
            verb: verb.as_str().to_owned(),
            group: gvr.group.clone(),
            resource: gvr.resource.clone(),
            subresource: target.subresource.clone().unwrap_or_default(),
            namespace: target
                .namespace
                .as_ref()
                .or(own)
                .cloned()
                .unwrap_or_default(),
            name: name.unwrap_or_default(),
        },
    )
}

impl Unserved {
    /// What a verb on the path would be about.
    pub(crate) fn attributes(&self, verb: Verb) -> ResourceAttributes {
        ResourceAttributes {
            verb: verb.as_str().to_owned(),
            group: self.group.clone(),
            resource: self.resource.clone(),
            subresource: self.subresource.clone(),
            namespace: self.namespace.clone(),
            name: self.name.clone(),
        }
    }
}

/// Refuses a request for a resource.
pub(crate) fn authorize(
    shared: &Shared,
    user: &User,
    attributes: &ResourceAttributes,
) -> Result<(), Status> {
    let asked = Attributes::Resource(attributes.clone());
    let Decision::Denied(reason) = decide(shared, user, &asked) else {
        return Ok(());
    };
    let place = match &*attributes.namespace {
        "" => "at the cluster scope".to_owned(),
        namespace => format!("in the namespace \"{namespace}\""),
    };
    let why = format!(
        "User {} cannot {} resource \"{}\" in API group \"{}\" {place}{}",
        gostd::strconv::quote(&user.name),
        attributes.verb,
        attributes.full_resource(),
        attributes.group,
        because(&reason)
    );
    let gvr = Gvr::new(&*attributes.group, "", &*attributes.resource);
    Err(Status::forbidden(&gvr, &attributes.name, why))
}

/// Refuses a request for a path that belongs to no resource.
pub(crate) fn authorize_path(
    shared: &Shared,
    user: &User,
    method: &Method,
    path: &str,
) -> Result<(), Status> {
    let verb = method.as_str().to_ascii_lowercase();
    let asked = Attributes::Path {
        verb: verb.clone(),
        path: path.to_owned(),
    };
    let Decision::Denied(reason) = decide(shared, user, &asked) else {
        return Ok(());
    };
    let why = format!(
        "User {} cannot {verb} path \"{path}\"{}",
        gostd::strconv::quote(&user.name),
        because(&reason)
    );
    Err(Status::forbidden(&Gvr::default(), "", why))
}

fn because(reason: &str) -> String {
    if reason.is_empty() {
        String::new()
    } else {
        format!(": {reason}")
    }
}
