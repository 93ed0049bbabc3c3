//! What `kubectl get` shows of each kind.

mod admission;
mod batch;
mod cell;
mod cluster;
mod config;
mod event;
mod network;
mod node;
mod pod;
mod rbac;
mod service;
mod storage;
mod workload;

use std::borrow::Cow;

use apimachinery::Timestamp;
use serde_json::Value;

use crate::table::Column;

/// The columns of a kind and the cells of one object.
pub(super) struct Printer {
    pub(super) columns: &'static [Column],
    pub(super) row: fn(&Value, Timestamp) -> Vec<Value>,
}

/// The printer of a resource; none for kinds that show their name and the time of their making.
pub(super) fn of(resource: &schema::Resource) -> Option<&'static Printer> {
    Some(match (resource.group, resource.name) {
        ("", "configmaps") => &config::CONFIG_MAP,
        ("", "endpoints") => &service::ENDPOINTS,
        ("" | "events.k8s.io", "events") => &event::EVENT,
        ("", "namespaces") => &cluster::NAMESPACE,
        ("", "nodes") => &node::NODE,
        ("", "persistentvolumeclaims") => &storage::PERSISTENT_VOLUME_CLAIM,
        ("", "persistentvolumes") => &storage::PERSISTENT_VOLUME,
        ("", "pods") => &pod::POD,
        ("", "podtemplates") => &workload::POD_TEMPLATE,
        ("", "replicationcontrollers") => &workload::REPLICATION_CONTROLLER,
        ("", "resourcequotas") => &config::RESOURCE_QUOTA,
        ("", "secrets") => &config::SECRET,
        ("", "serviceaccounts") => &config::SERVICE_ACCOUNT,
        ("", "services") => &service::SERVICE,
        ("admissionregistration.k8s.io", name) => admission::of(name)?,
        ("apiregistration.k8s.io", "apiservices") => &cluster::API_SERVICE,
        ("apps", "controllerrevisions") => &workload::CONTROLLER_REVISION,
        ("apps", "daemonsets") => &workload::DAEMON_SET,
        ("apps", "deployments") => &workload::DEPLOYMENT,
        ("apps", "replicasets") => &workload::REPLICA_SET,
        ("apps", "statefulsets") => &workload::STATEFUL_SET,
        ("autoscaling", "horizontalpodautoscalers") => &workload::HORIZONTAL_POD_AUTOSCALER,
        ("batch", "cronjobs") => &batch::CRON_JOB,
        ("batch", "jobs") => &batch::JOB,
        ("certificates.k8s.io", "certificatesigningrequests") => &cluster::SIGNING_REQUEST,
        ("coordination.k8s.io", "leases") => &cluster::LEASE,
        ("discovery.k8s.io", "endpointslices") => &service::ENDPOINT_SLICE,
        ("networking.k8s.io", name) => network::of(name)?,
        ("node.k8s.io", "runtimeclasses") => &cluster::RUNTIME_CLASS,
        ("policy", "poddisruptionbudgets") => &workload::POD_DISRUPTION_BUDGET,
        ("rbac.authorization.k8s.io", "clusterrolebindings" | "rolebindings") => &rbac::BINDING,
        ("scheduling.k8s.io", "priorityclasses") => &cluster::PRIORITY_CLASS,
        ("storage.k8s.io", name) => storage::of(name)?,
        _ => return None,
    })
}

/// The object's name.
const NAME: Column = column("Name", "string", "name", 0);

/// How old the object is.
const AGE: Column = text("Age");

/// A column of texts.
const fn text(name: &'static str) -> Column {
    column(name, "string", "", 0)
}

/// A column of whole numbers.
const fn number(name: &'static str) -> Column {
    column(name, "integer", "", 0)
}

/// A column of truth values.
const fn boolean(name: &'static str) -> Column {
    column(name, "boolean", "", 0)
}

/// A column of texts that is shown on demand.
const fn wide(name: &'static str) -> Column {
    column(name, "string", "", 1)
}

const fn column(
    name: &'static str,
    kind: &'static str,
    format: &'static str,
    priority: i32,
) -> Column {
    Column {
        name: Cow::Borrowed(name),
        kind: Cow::Borrowed(kind),
        format: Cow::Borrowed(format),
        description: Cow::Borrowed(""),
        priority,
    }
}
