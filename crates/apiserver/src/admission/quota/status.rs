//! What quotas tell of how much is used.

use std::sync::Arc;

use apimachinery::{Gvr, Quantity, Status};
use serde_json::{Map, Value, json};

use super::scope;
use super::usage::{Usage, of_object};
use super::{all, hard, quotas};
use crate::call::Call;
use crate::server::Shared;
use crate::verbs::{Target, write};

/// How much of what a quota limits is used in its namespace.
pub(super) fn used(
    shared: &Shared,
    namespace: &str,
    quota: &Value,
    hard: &Usage,
) -> Result<Usage, Status> {
    let mut used: Usage = hard
        .keys()
        .map(|resource| (resource.clone(), Quantity::from_value(0)))
        .collect();
    for gvr in counted(shared, hard) {
        let is_pod = gvr.group.is_empty() && gvr.resource == "pods";
        for object in all(shared, &gvr, Some(namespace))? {
            if is_pod && !scope::matches(quota, &object) || !is_pod && scope::has_any(quota) {
                continue;
            }
            for (resource, amount) in of_object(&gvr, &object) {
                if let Some(sum) = used.get_mut(&resource) {
                    *sum = sum.plus(amount);
                }
            }
        }
    }
    Ok(used)
}

/// The resources whose objects have to be looked at.
fn counted(shared: &Shared, hard: &Usage) -> Vec<Gvr> {
    let served = shared.registry.all();
    let mut found: Vec<Gvr> = Vec::new();
    for kind in served.iter().filter(|kind| kind.namespaced) {
        let gvr = &kind.gvr;
        let is_wanted = hard.keys().any(|resource| concerns(resource, gvr));
        let is_known = found
            .iter()
            .any(|known| known.group_resource() == gvr.group_resource());
        if is_wanted && !is_known {
            found.push(gvr.clone());
        }
    }
    found
}

fn concerns(resource: &str, gvr: &Gvr) -> bool {
    if let Some(counted) = resource.strip_prefix("count/") {
        return counted == gvr.group_resource();
    }
    if !gvr.group.is_empty() {
        return false;
    }
    match &*gvr.resource {
        "persistentvolumeclaims" => {
            resource == "requests.storage"
                || resource == "persistentvolumeclaims"
                || resource.contains(".storageclass.storage.k8s.io/")
        }
        "services" => resource == "services" || resource.starts_with("services."),
        "pods" => {
            let is_amount = resource.starts_with("requests.") || resource.starts_with("limits.");
            matches!(resource, "pods" | "cpu" | "memory" | "ephemeral-storage")
                || is_amount && resource != "requests.storage"
        }
        plain => resource == plain,
    }
}

/// Brings the status of a namespace's quotas up to date after a write.
pub(crate) async fn refresh(shared: &Arc<Shared>, namespace: &str) -> Result<(), Status> {
    for quota in quotas(shared, namespace)? {
        let hard = hard(&quota);
        let used = used(shared, namespace, &quota, &hard)?;
        let shown = |amounts: &Usage| -> Map<String, Value> {
            let amounts = amounts.iter();
            amounts
                .map(|(resource, amount)| (resource.clone(), amount.to_string().into()))
                .collect()
        };
        let status = json!({"hard": shown(&hard), "used": shown(&used)});
        if quota["status"] == status {
            continue;
        }
        let Some(served) = shared.registry.find("", "v1", "resourcequotas") else {
            continue;
        };
        let name = quota["metadata"]["name"].as_str().unwrap_or_default();
        let mut call = Call::internal(shared, &served, Some(namespace.to_owned()), name);
        call.target.subresource = Some("status".to_owned());
        call.user_agent = "kube-controller-manager".to_owned();
        let mut warnings = Vec::new();
        let told = write(&call, Target::Status, false, &mut warnings, |quota| {
            let mut quota = quota.clone();
            quota["status"] = status.clone();
            Ok(quota)
        });
        match told.await {
            Err(status) if status.code != 404 => return Err(status),
            _ => {}
        }
    }
    Ok(())
}
