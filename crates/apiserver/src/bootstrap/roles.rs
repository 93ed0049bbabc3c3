//! Writes the roles and bindings that every cluster has.

use std::sync::Arc;

use apimachinery::Status;
use serde_json::{Map, Value, json};
use store::{Expect, WriteError};

use super::cluster_roles::{CLUSTER_ROLES, ClusterRole, Rule};
use crate::managed_fields::{Writer, track_update};
use crate::registry::Served;
use crate::server::Shared;
use crate::stored;
use crate::write::storage_status;

const GROUP: &str = "rbac.authorization.k8s.io";
const API_VERSION: &str = "rbac.authorization.k8s.io/v1";

/// Cluster roles that are given to groups.
const BINDINGS: [(&str, &[&str]); 5] = [
    ("cluster-admin", &["system:masters"]),
    ("system:basic-user", &["system:authenticated"]),
    ("system:discovery", &["system:authenticated"]),
    ("system:monitoring", &["system:monitoring"]),
    (
        "system:public-info-viewer",
        &["system:authenticated", "system:unauthenticated"],
    ),
];

/// Writes the roles and bindings that are missing, all at once: nobody else has a say in them, so they are not admitted.
pub(super) async fn write(shared: &Arc<Shared>) -> Result<(), Status> {
    let mut objects = Vec::new();
    for role in CLUSTER_ROLES {
        objects.push(("clusterroles", cluster_role(role)));
    }
    for (role, groups) in BINDINGS {
        objects.push(("clusterrolebindings", binding(role, groups)));
    }
    let writes = objects
        .into_iter()
        .filter_map(|(resource, object)| {
            let served = shared.registry.find(GROUP, "v1", resource)?;
            Some(put(shared, served, object))
        })
        .collect::<Vec<_>>();
    futures::future::try_join_all(writes).await.map(drop)
}

async fn put(shared: &Arc<Shared>, served: Arc<Served>, mut object: Value) -> Result<(), Status> {
    let name = crate::metadata::text(&object, "name").to_owned();
    let key = served.key(None, &name);
    if shared.store.get(&key).is_some() {
        return Ok(());
    }
    let now = shared.now().rfc3339();
    object["metadata"]["uid"] = shared.jitter.uid().into();
    object["metadata"]["creationTimestamp"] = now.clone().into();
    let writer = Writer {
        manager: "kube-apiserver".to_owned(),
        api_version: API_VERSION.to_owned(),
        subresource: None,
        time: now,
    };
    track_update(&mut object, None, served.typing(), &writer);
    let bytes = stored::encode(&served, &object);
    match shared.store.put(&key, bytes, Expect::Absent).await {
        Ok(_) | Err(WriteError::Conflict { .. }) => Ok(()),
        Err(WriteError::Storage(error)) => Err(storage_status(&error)),
    }
}

fn metadata(name: &str, aggregated_to: &[&str]) -> Value {
    let mut labels = Map::new();
    labels.insert(
        "kubernetes.io/bootstrapping".to_owned(),
        "rbac-defaults".into(),
    );
    for role in aggregated_to {
        labels.insert(aggregation_label(role), "true".into());
    }
    json!({
        "name": name,
        "labels": labels,
        "annotations": {"rbac.authorization.kubernetes.io/autoupdate": "true"},
    })
}

fn aggregation_label(role: &str) -> String {
    format!("rbac.authorization.k8s.io/aggregate-to-{role}")
}

fn cluster_role(role: &ClusterRole) -> Value {
    let mut object = json!({
        "apiVersion": API_VERSION,
        "kind": "ClusterRole",
        "metadata": metadata(role.name, role.aggregated_to),
        "rules": rules(role),
    });
    if role.aggregates {
        let label = aggregation_label(role.name);
        object["aggregationRule"] =
            json!({"clusterRoleSelectors": [{"matchLabels": {label: "true"}}]});
    }
    object
}

/// The rules of a role and, in the order of their names, those of the roles that are aggregated to it.
fn rules(role: &ClusterRole) -> Vec<Value> {
    if !role.aggregates {
        return role.rules.iter().map(rule).collect();
    }
    let mut parts: Vec<&ClusterRole> = CLUSTER_ROLES
        .iter()
        .filter(|part| part.aggregated_to.contains(&role.name))
        .collect();
    parts.sort_by_key(|part| part.name);
    parts.into_iter().flat_map(rules).collect()
}

fn rule(rule: &Rule) -> Value {
    match rule {
        Rule::Resources(verbs, group, resources) => {
            json!({"apiGroups": [group], "resources": resources, "verbs": verbs})
        }
        Rule::Paths(verbs, paths) => json!({"nonResourceURLs": paths, "verbs": verbs}),
    }
}

fn binding(role: &str, groups: &[&str]) -> Value {
    let subjects: Vec<Value> = groups
        .iter()
        .map(|group| json!({"apiGroup": GROUP, "kind": "Group", "name": group}))
        .collect();
    json!({
        "apiVersion": API_VERSION,
        "kind": "ClusterRoleBinding",
        "metadata": metadata(role, &[]),
        "roleRef": {"apiGroup": GROUP, "kind": "ClusterRole", "name": role},
        "subjects": subjects,
    })
}
