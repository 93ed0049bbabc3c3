//! What every cluster has from the start.

use std::sync::Arc;

use apimachinery::{Reason, Status};
use bytes::Bytes;
use serde_json::json;

use crate::call::Call;
use crate::identity::User;
use crate::negotiate::Accepted;
use crate::query::Query;
use crate::request::Target;
use crate::server::Shared;
use crate::verbs::create_object;

const NAMESPACES: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];

/// Creates the initial namespaces where they are missing.
pub(crate) async fn bootstrap(shared: &Arc<Shared>) -> Result<(), Status> {
    let Some(served) = shared.registry.find("", "v1", "namespaces") else {
        return Ok(());
    };
    for name in NAMESPACES {
        let target = Target {
            served: served.clone(),
            namespace: None,
            name: None,
            subresource: None,
            rest: String::new(),
            watch: false,
        };
        let call = Call {
            shared: shared.clone(),
            user: Arc::new(User::admin()),
            target,
            query: Query::default(),
            accepted: Accepted::JSON,
            content_type: None,
            user_agent: "kube-apiserver".to_owned(),
            body: Bytes::new(),
        };
        let labels = json!({"kubernetes.io/metadata.name": name});
        let namespace = json!({
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": name, "labels": labels},
            "spec": {"finalizers": ["kubernetes"]},
            "status": {"phase": "Active"},
        });
        match create_object(&call, namespace, false, &mut Vec::new()).await {
            Err(status) if status.reason == Reason::AlreadyExists => {}
            result => drop(result?),
        }
    }
    Ok(())
}
