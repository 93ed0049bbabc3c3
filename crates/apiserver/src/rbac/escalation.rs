//! Nobody gives what he does not have: what is asked before a role or a binding is written.

use apimachinery::Status;
use serde_json::Value;

use super::attributes::{Attributes, ResourceAttributes};
use super::policy::RoleRef;
use super::rule::{Rule, quoted, uncovered};
use super::{Decision, GROUP, aggregate, decide, rules_of};
use crate::call::Call;

/// Refuses a role or a binding that gives more than its writer has; `old` is absent on create.
pub(crate) fn admit(
    call: &Call,
    new: &Value,
    old: Option<&Value>,
    name: &str,
) -> Result<(), Status> {
    if call.gvr().group != GROUP || call.user.is_master() {
        return Ok(());
    }
    let is_as_before = |fields: [&str; 2]| {
        old.is_some_and(|old| fields.into_iter().all(|field| new[field] == old[field]))
    };
    let why = match &*call.gvr().resource {
        "roles" | "clusterroles" if is_as_before(["rules", "aggregationRule"]) => None,
        "roles" | "clusterroles" => role_fault(call, new, name),
        _ if is_as_before(["roleRef", "subjects"]) => None,
        _ => binding_fault(call, &RoleRef::of(&new["roleRef"]))?,
    };
    match why {
        Some(why) => Err(Status::forbidden(call.gvr(), name, why)),
        None => Ok(()),
    }
}

fn role_fault(call: &Call, role: &Value, name: &str) -> Option<String> {
    if may(call, "escalate", &call.gvr().resource, name) {
        return None;
    }
    let (owned, faults) = owned(call);
    if role["aggregationRule"].is_object() && !uncovered(&owned, &Rule::everything()).is_empty() {
        return Some("must have cluster-admin privileges to use the aggregationRule".to_owned());
    }
    missing(call, &owned, &faults, &Rule::list(&role["rules"]))
}

/// # Errors
/// 404 if the role is not there.
fn binding_fault(call: &Call, role: &RoleRef) -> Result<Option<String>, Status> {
    let resource = match &*role.kind {
        "ClusterRole" => "clusterroles",
        _ => "roles",
    };
    if may(call, "bind", resource, &role.name) {
        return Ok(None);
    }
    let shared = &call.shared;
    let namespace = call.namespace().unwrap_or_default();
    let rules = shared.policy.read(&shared.store, |grants| {
        grants.rules(role, namespace).map(<[Rule]>::to_vec)
    })?;
    let (owned, faults) = owned(call);
    Ok(missing(call, &owned, &faults, &rules))
}

fn owned(call: &Call) -> (Vec<Rule>, Vec<String>) {
    rules_of(
        &call.shared,
        &call.user,
        call.namespace().unwrap_or_default(),
    )
}

/// Whether the writer may use a verb that stands for giving anything.
fn may(call: &Call, verb: &str, resource: &str, name: &str) -> bool {
    let attributes = Attributes::Resource(ResourceAttributes {
        verb: verb.to_owned(),
        group: GROUP.to_owned(),
        resource: resource.to_owned(),
        namespace: call.namespace().unwrap_or_default().to_owned(),
        name: name.to_owned(),
        ..ResourceAttributes::default()
    });
    matches!(
        decide(&call.shared, &call.user, &attributes),
        Decision::Allowed(_)
    )
}

/// What the writer would give without having it.
fn missing(call: &Call, owned: &[Rule], faults: &[String], wanted: &[Rule]) -> Option<String> {
    let missing = uncovered(owned, wanted);
    if missing.is_empty() {
        return None;
    }
    let mut why = format!(
        "user {} (groups={}) is attempting to grant RBAC permissions not currently held:\n{}",
        gostd::strconv::quote(&call.user.name),
        quoted(&call.user.groups),
        missing.join("\n")
    );
    if !faults.is_empty() {
        why.push_str(&format!("; resolution errors: {}", aggregate(faults)));
    }
    Some(why)
}
