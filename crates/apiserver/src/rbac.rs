//! Who may do what: roles, and the bindings that give them to users, groups and service accounts.

mod attributes;
mod escalation;
mod policy;
mod rule;
mod subject;
mod validation;

pub(crate) use attributes::{Attributes, ResourceAttributes};
pub(crate) use escalation::admit;
pub(crate) use policy::Policy;
pub(crate) use rule::Rule;
pub(crate) use validation::{Binding, Role};

use crate::identity::User;
use crate::server::Shared;

/// The API group of roles and bindings.
const GROUP: &str = "rbac.authorization.k8s.io";

/// What was decided about a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It may be done; which binding allows it, empty for administrators.
    Allowed(String),
    /// It may not be done; what was wrong with the roles that might have allowed it, often empty.
    Denied(String),
}

/// Decides about a request of a user.
pub(crate) fn decide(shared: &Shared, user: &User, attributes: &Attributes) -> Decision {
    if user.is_master() {
        return Decision::Allowed(String::new());
    }
    let mut allowed = None;
    let mut faults = Vec::new();
    shared.policy.read(&shared.store, |grants| {
        grants.visit(user, attributes.namespace(), &mut faults, |grant, rule| {
            if rule.allows(attributes) {
                allowed = Some(format!("RBAC: allowed by {grant}"));
            }
            allowed.is_none()
        });
    });
    match allowed {
        Some(reason) => Decision::Allowed(reason),
        None if faults.is_empty() => Decision::Denied(String::new()),
        None => Decision::Denied(format!("RBAC: {}", aggregate(&faults))),
    }
}

/// The rules that are given to a user in a namespace, or in the whole cluster, and what was wrong with some of the roles.
pub(crate) fn rules_of(shared: &Shared, user: &User, namespace: &str) -> (Vec<Rule>, Vec<String>) {
    let (mut rules, mut faults) = (Vec::new(), Vec::new());
    shared.policy.read(&shared.store, |grants| {
        grants.visit(user, namespace, &mut faults, |_, rule| {
            rules.push(rule.clone());
            true
        });
    });
    (rules, faults)
}

/// Several errors in one line, as Go's aggregates are printed.
pub(crate) fn aggregate(errors: &[String]) -> String {
    match errors {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}
