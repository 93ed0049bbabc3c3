//! What every cluster has from the start.

mod cluster_roles;
mod kubernetes_service;
mod renumber;
mod roles;

use std::sync::Arc;

use apimachinery::{Reason, Status};
use serde_json::{Value, json};

use crate::call::Call;
use crate::server::Shared;
use crate::verbs::create_object;

const NAMESPACES: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/// Creates the initial namespaces, roles and bindings where they are missing, and sees to the Services' addresses and to the one of the server itself.
pub(crate) async fn bootstrap(shared: &Arc<Shared>) -> Result<(), Status> {
    for name in NAMESPACES {
        namespace(shared, name).await?;
    }
    roles::write(shared).await?;
    renumber::renumber_services(shared).await?;
    kubernetes_service::reconcile(shared).await
}

async fn namespace(shared: &Arc<Shared>, name: &str) -> Result<(), Status> {
    let namespace = json!({
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": {"name": name, "labels": {"kubernetes.io/metadata.name": name}},
        "spec": {"finalizers": ["kubernetes"]},
        "status": {"phase": "Active"},
    });
    ensure(shared, ["", "v1", "namespaces"], None, namespace).await
}

/// Creates an object if none of its name is there.
async fn ensure(
    shared: &Arc<Shared>,
    resource: [&str; 3],
    namespace: Option<&str>,
    object: Value,
) -> Result<(), Status> {
    let call = own_call(shared, resource, namespace, None)?;
    match create_object(&call, object, false, &mut Vec::new()).await {
        Err(status) if status.reason == Reason::AlreadyExists => Ok(()),
        result => result.map(drop),
    }
}

/// A request of the server to itself for a resource by group, version and name.
fn own_call(
    shared: &Arc<Shared>,
    [group, version, resource]: [&str; 3],
    namespace: Option<&str>,
    name: Option<&str>,
) -> Result<Call, Status> {
    let served = shared
        .registry
        .find(group, version, resource)
        .ok_or_else(Status::no_such_resource)?;
    let namespace = namespace.map(str::to_owned);
    let name = name.unwrap_or_default();
    Ok(Call::internal(shared, &served, namespace, name))
}
