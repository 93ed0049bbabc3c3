//! What is particular to a kind: defaults, validation, what a write may touch, and its columns.

mod builtin;
mod config_map;
mod cron_job;
mod custom_resource_definition;
mod daemon_set;
mod defaulting;
mod deployment;
mod fixed_fields;
mod generic;
mod horizontal_pod_autoscaler;
mod ingress;
mod initial_status;
mod job;
mod namespace;
mod network_policy;
mod node;
mod persistent_volume;
mod pod;
mod pod_disruption_budget;
mod printers;
#[cfg(test)]
mod recorded;
mod replica_set;
mod secret;
mod selectable;
mod service;
mod stateful_set;
mod validation;
mod warnings;

use apimachinery::Timestamp;
use apimachinery::field::ErrorList;
use serde_json::Value;

pub(crate) use builtin::strategy_of;
pub(crate) use generic::Generic;

use crate::table::Column;

/// The particulars of one kind. Every method has the behaviour of a kind without particulars, so that a strategy says only
/// what is different.
///
/// Objects come in as JSON with `apiVersion` and `kind`, with unknown fields dropped and scalar types checked. The generic
/// code around a strategy looks after `metadata`: names, uids, times, generation, finalizers, owner references, managed fields.
pub trait Strategy: Send + Sync {
    /// Fills in what the request left out. Runs on every object that a client sends, and on the result of every patch.
    fn default_object(&self, object: &mut Value) {
        let _ = object;
    }

    /// Sets what clients may not choose on a new object. A `status` that clients may not set was dropped before.
    fn prepare_for_create(&self, object: &mut Value, now: Timestamp) {
        let _ = (object, now);
    }

    /// Restores in `new` what an update through the main path may not change. `status` was restored before if
    /// [`Policy::status`] says so.
    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        let _ = (new, old);
    }

    /// Restores in `new` what an update through `/status` may not change. Unless overridden that is everything but
    /// `status`, annotations, finalizers and owner references.
    fn prepare_for_status_update(&self, new: &mut Value, old: &Value) {
        generic::keep_all_but_status(new, old);
    }

    /// What is wrong with a new object, `metadata` apart.
    fn validate(&self, object: &Value) -> ErrorList {
        let _ = object;
        ErrorList::new()
    }

    /// What is wrong with an update of `old` to `new` through the main path, `metadata` apart.
    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let _ = old;
        self.validate(new)
    }

    /// What is wrong with an update of `old` to `new` through `/status`, `metadata` apart.
    fn validate_status_update(&self, new: &Value, old: &Value) -> ErrorList {
        let _ = (new, old);
        ErrorList::new()
    }

    /// What a client should hear about an object that is accepted all the same. `old` is absent on create.
    fn warnings(&self, new: &Value, old: Option<&Value>) -> Vec<String> {
        let _ = (new, old);
        Vec::new()
    }

    /// The columns of its table. The cells of [`row`](Self::row) have the same order.
    fn columns(&self) -> &[Column] {
        generic::COLUMNS
    }

    /// The cells of one row, as of `now`.
    fn row(&self, object: &Value, now: Timestamp) -> Vec<Value> {
        generic::row(object, now)
    }

    /// The fields that field selectors may name besides `metadata.name` and `metadata.namespace`.
    fn selectable_fields(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The value of one of the [`selectable_fields`](Self::selectable_fields), empty if the object has none.
    fn selectable_field(&self, object: &Value, field: &str) -> String {
        generic::field_text(object, field)
    }

    /// Seconds that the object stays after a delete: `None` removes it at once. `requested` is what the client asked for.
    fn grace_period(&self, object: &Value, requested: Option<i64>) -> Option<i64> {
        let _ = (object, requested);
        None
    }

    /// Changes an object that is about to be marked as deleted, or removed if it has no finalizers.
    fn prepare_for_delete(&self, object: &mut Value, now: Timestamp) {
        let _ = (object, now);
    }

    /// How the generic code treats the kind.
    fn policy(&self) -> Policy {
        Policy::default()
    }
}

/// How the generic code treats a kind.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The rule for names.
    pub name: NameRule,
    /// Whether `metadata.generation` counts the changes of what is not `metadata` or `status`.
    pub generation: bool,
    /// Whether `status` is written through the `/status` path only.
    pub status: bool,
    /// Whether an update of an object that is not there creates it.
    pub create_on_update: bool,
    /// Whether an update without resourceVersion overwrites whatever is there.
    pub unconditional_update: bool,
    /// What becomes of dependents when a delete does not say.
    pub propagation: Propagation,
    /// Whether an unknown field selector is refused with the text of kinds that have their own conversion.
    pub own_field_labels: bool,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            name: NameRule::Subdomain,
            generation: false,
            status: true,
            create_on_update: false,
            unconditional_update: true,
            propagation: Propagation::Background,
            own_field_labels: false,
        }
    }
}

/// What a name must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRule {
    /// An RFC 1123 subdomain.
    Subdomain,
    /// An RFC 1123 label.
    Label,
    /// A label of RFC 1035: services.
    Label1035,
    /// Anything that can stand in a path: RBAC names.
    PathSegment,
}

/// What becomes of an object's dependents when it is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// They are deleted after it.
    Background,
    /// They are deleted before it.
    Foreground,
    /// They stay.
    Orphan,
}
