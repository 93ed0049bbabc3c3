//! What a pod refers to in the cluster: its account, its priority class and its runtime class.

use apimachinery::{Gvr, Status};
use serde_json::Value;

use super::find;
use crate::call::Call;

/// Refuses a new pod that refers to what is not there, and gives it the priority of its class.
///
/// Every namespace is given the account `default`, if not at once, so that a pod of this account is not refused.
pub(super) fn admit(call: &Call, pod: &mut Value, name: &str) -> Result<(), Status> {
    let text =
        |pod: &Value, field: &str| pod["spec"][field].as_str().unwrap_or_default().to_owned();
    let account = text(pod, "serviceAccountName");
    if account != "default" {
        let namespace = call.namespace();
        let accounts = Gvr::new("", "v1", "serviceaccounts");
        if find(&call.shared, &accounts, namespace, &account).is_none() {
            let place = namespace.unwrap_or_default();
            let why = format!(
                "error looking up service account {place}/{account}: serviceaccount \"{account}\" not found"
            );
            return Err(Status::forbidden(call.gvr(), name, why));
        }
    }
    let class = text(pod, "priorityClassName");
    if !class.is_empty() && pod["spec"]["priority"].is_null() {
        let classes = Gvr::new("scheduling.k8s.io", "v1", "priorityclasses");
        let Some(found) = find(&call.shared, &classes, None, &class) else {
            let why = format!("no PriorityClass with name {class} was found");
            return Err(Status::forbidden(call.gvr(), name, why));
        };
        pod["spec"]["priority"] = found["value"].clone();
        if pod["spec"]["preemptionPolicy"].is_null() {
            pod["spec"]["preemptionPolicy"] = found["preemptionPolicy"].clone();
        }
    }
    let runtime = text(pod, "runtimeClassName");
    let runtimes = Gvr::new("node.k8s.io", "v1", "runtimeclasses");
    if !runtime.is_empty() && find(&call.shared, &runtimes, None, &runtime).is_none() {
        let why = format!("pod rejected: RuntimeClass \"{runtime}\" not found");
        return Err(Status::forbidden(call.gvr(), name, why));
    }
    Ok(())
}
