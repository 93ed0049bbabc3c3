//! The strategy of kinds without one.

use std::borrow::Cow;

use apimachinery::Timestamp;
use serde_json::{Map, Value};

use super::{NameRule, Policy, Strategy};
use crate::table::Column;

/// Takes objects as they are; what a write may touch follows from the resource's row in the schema.
pub(crate) struct Generic {
    policy: Policy,
}

impl Generic {
    pub(crate) fn of(resource: &schema::Resource) -> Self {
        // Nodes come with their status.
        let own_status = (resource.group, resource.name) == ("", "nodes");
        Self {
            policy: Policy {
                name: name_rule(resource),
                status: resource.subresource("status").is_some() && !own_status,
                generation: counts_generations(resource),
                own_field_labels: has_own_field_labels(resource),
                create_on_update: creates_on_update(resource),
                unconditional_update: updates_unconditionally(resource),
                ..Policy::default()
            },
        }
    }
}

impl Strategy for Generic {
    fn policy(&self) -> Policy {
        self.policy
    }
}

fn name_rule(resource: &schema::Resource) -> NameRule {
    match (resource.group, resource.name) {
        ("rbac.authorization.k8s.io", _) => NameRule::PathSegment,
        ("", "namespaces") => NameRule::Label,
        ("", "services") => NameRule::Label1035,
        _ => NameRule::Subdomain,
    }
}

/// Whether `metadata.generation` is kept: some of the older kinds have none.
fn counts_generations(resource: &schema::Resource) -> bool {
    match (resource.group, resource.name) {
        ("", "pods" | "podtemplates" | "replicationcontrollers") => true,
        ("apps", "controllerrevisions") => false,
        (
            "apps"
            | "batch"
            | "discovery.k8s.io"
            | "networking.k8s.io"
            | "policy"
            | "scheduling.k8s.io"
            | "admissionregistration.k8s.io"
            | "apiextensions.k8s.io"
            | "flowcontrol.apiserver.k8s.io",
            _,
        ) => true,
        _ => false,
    }
}

/// Whether the kind has a conversion of field labels of its own, which has its own text for an unknown one.
fn has_own_field_labels(resource: &schema::Resource) -> bool {
    resource.group.is_empty()
        && matches!(
            resource.name,
            "events"
                | "namespaces"
                | "nodes"
                | "pods"
                | "replicationcontrollers"
                | "secrets"
                | "services"
        )
}

/// Whether a PUT of an object that is not there creates it.
fn creates_on_update(resource: &schema::Resource) -> bool {
    matches!(
        (resource.group, resource.name),
        ("coordination.k8s.io", "leases")
            | ("", "endpoints" | "events" | "limitranges" | "services")
            | ("events.k8s.io", "events")
            | ("node.k8s.io", "runtimeclasses")
            | ("rbac.authorization.k8s.io", _)
    )
}

/// Whether a PUT without resourceVersion is accepted.
fn updates_unconditionally(resource: &schema::Resource) -> bool {
    !matches!(
        (resource.group, resource.name),
        ("coordination.k8s.io", "leases")
            | ("policy", "poddisruptionbudgets")
            | ("node.k8s.io", "runtimeclasses")
            | (
                "admissionregistration.k8s.io" | "apiextensions.k8s.io" | "apiregistration.k8s.io",
                _
            )
            | (
                "storage.k8s.io",
                "csidrivers" | "csinodes" | "csistoragecapacities" | "volumeattachments"
            )
    )
}

/// Name and age.
pub(crate) const COLUMNS: &[Column] = &[
    Column {
        name: Cow::Borrowed("Name"),
        kind: Cow::Borrowed("string"),
        format: Cow::Borrowed("name"),
        description: Cow::Borrowed(""),
        priority: 0,
    },
    Column {
        name: Cow::Borrowed("Created At"),
        kind: Cow::Borrowed("date"),
        format: Cow::Borrowed(""),
        description: Cow::Borrowed(""),
        priority: 0,
    },
];

pub(crate) fn row(object: &Value, _now: Timestamp) -> Vec<Value> {
    let metadata = &object["metadata"];
    vec![
        metadata["name"].clone(),
        metadata["creationTimestamp"].clone(),
    ]
}

/// The text of the field at a dotted path, empty if it is not there.
pub(crate) fn field_text(object: &Value, path: &str) -> String {
    let mut value = object;
    for part in path.split('.') {
        match value.get(part) {
            Some(inner) => value = inner,
            None => return String::new(),
        }
    }
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// Restores everything but `status` and what controllers may change in `metadata` together with it.
pub(crate) fn keep_all_but_status(new: &mut Value, old: &Value) {
    let Some(new) = new.as_object_mut() else {
        return;
    };
    let Some(old) = old.as_object() else { return };
    let kept: Vec<String> = new
        .keys()
        .chain(old.keys())
        .filter(|key| !matches!(&***key, "status" | "metadata"))
        .cloned()
        .collect();
    for key in kept {
        restore(new, old, &key);
    }
    if let (Some(Value::Object(new)), Some(Value::Object(old))) =
        (new.get_mut("metadata"), old.get("metadata"))
    {
        restore(new, old, "labels");
    }
}

/// Gives `new` what `old` has under `key`.
pub(crate) fn restore(new: &mut Map<String, Value>, old: &Map<String, Value>, key: &str) {
    match old.get(key) {
        Some(value) => new.insert(key.to_owned(), value.clone()),
        None => new.remove(key),
    };
}
