//! Which built-in kind has which strategy.

use std::sync::Arc;

use apimachinery::Timestamp;
use apimachinery::field::ErrorList;
use schema::Definition;
use serde_json::Value;

use super::printers::{self, Printer};
use super::{Generic, Policy, Strategy, defaulting};
use super::{
    config_map, custom_resource_definition, daemon_set, deployment, initial_status, job, namespace,
    node, persistent_volume, pod, replica_set, secret, selectable, service, stateful_set,
};
use crate::table::Column;

/// The strategy of a built-in resource: that of its own, or the generic one.
pub(crate) fn strategy_of(resource: &schema::Resource) -> Arc<dyn Strategy> {
    let generic = Generic::of(resource);
    let policy = generic.policy();
    let particulars: Box<dyn Strategy> = match (resource.group, resource.name) {
        ("", "configmaps") => Box::new(config_map::ConfigMap),
        ("", "namespaces") => Box::new(namespace::Namespace),
        ("", "nodes") => Box::new(node::Node),
        ("", "persistentvolumes") => Box::new(persistent_volume::PersistentVolume),
        ("", "persistentvolumeclaims") => Box::new(persistent_volume::PersistentVolumeClaim),
        ("", "pods") => Box::new(pod::Pod),
        ("", "secrets") => Box::new(secret::Secret),
        ("", "services") => Box::new(service::Service),
        ("apiextensions.k8s.io", "customresourcedefinitions") => {
            Box::new(custom_resource_definition::CustomResourceDefinition)
        }
        ("apps", "daemonsets") => Box::new(daemon_set::DaemonSet),
        ("apps", "deployments") => Box::new(deployment::Deployment),
        ("apps", "replicasets") => Box::new(replica_set::ReplicaSet),
        ("apps", "statefulsets") => Box::new(stateful_set::StatefulSet),
        ("batch", "jobs") => Box::new(job::Job),
        ("storage.k8s.io", "volumeattributesclasses") => {
            Box::new(persistent_volume::VolumeAttributesClass)
        }
        _ => Box::new(generic),
    };
    Arc::new(BuiltIn {
        policy,
        printer: printers::of(resource),
        selectable: selectable::fields(resource),
        definition: schema::kind(&resource.gvk()),
        particulars,
    })
}

/// A kind with the defaults of its schema around what is particular to it.
struct BuiltIn {
    policy: Policy,
    printer: Option<&'static Printer>,
    selectable: &'static [&'static str],
    definition: Option<&'static Definition>,
    particulars: Box<dyn Strategy>,
}

impl Strategy for BuiltIn {
    fn default_object(&self, object: &mut Value) {
        if let Some(definition) = self.definition {
            defaulting::complete(object, definition);
        }
        self.particulars.default_object(object);
    }

    fn prepare_for_create(&self, object: &mut Value, now: Timestamp) {
        if let (true, Some(definition)) = (self.policy.status, self.definition) {
            initial_status::set(object, definition);
        }
        self.particulars.prepare_for_create(object, now);
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        self.particulars.prepare_for_update(new, old);
    }

    fn prepare_for_status_update(&self, new: &mut Value, old: &Value) {
        self.particulars.prepare_for_status_update(new, old);
    }

    fn validate(&self, object: &Value) -> ErrorList {
        self.particulars.validate(object)
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        self.particulars.validate_update(new, old)
    }

    fn validate_status_update(&self, new: &Value, old: &Value) -> ErrorList {
        self.particulars.validate_status_update(new, old)
    }

    fn warnings(&self, new: &Value, old: Option<&Value>) -> Vec<String> {
        self.particulars.warnings(new, old)
    }

    fn columns(&self) -> &[Column] {
        match self.printer {
            Some(printer) => printer.columns,
            None => self.particulars.columns(),
        }
    }

    fn row(&self, object: &Value, now: Timestamp) -> Vec<Value> {
        match self.printer {
            Some(printer) => (printer.row)(object, now),
            None => self.particulars.row(object, now),
        }
    }

    fn selectable_fields(&self) -> &[&'static str] {
        self.selectable
    }

    fn selectable_field(&self, object: &Value, field: &str) -> String {
        selectable::value(object, field)
    }

    fn grace_period(&self, object: &Value, requested: Option<i64>) -> Option<i64> {
        self.particulars.grace_period(object, requested)
    }

    fn policy(&self) -> Policy {
        self.policy
    }
}
