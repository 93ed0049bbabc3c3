//! A provisioner for this machine, and the class `standard` that asks for it.

use clientgo::{ApiError, Object, resources};
use serde_json::{Value, json};

use super::{PROVISIONED_BY, SELECTED_NODE};
use crate::context::Context;

/// The provisioner that classes name to get volumes of this machine.
pub(super) const PROVISIONER: &str = "kaeru.dev/local";
const CLASS: &str = "standard";

/// Makes the class `standard`, the default one, unless there is one of that name.
pub(super) async fn ensure_class(context: &Context) {
    let class = json!({
        "apiVersion": "storage.k8s.io/v1", "kind": "StorageClass",
        "metadata": {"name": CLASS, "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
        "provisioner": PROVISIONER, "reclaimPolicy": "Delete", "volumeBindingMode": "Immediate",
    });
    if let Err(error) = context
        .create(&resources::STORAGE_CLASSES, "", &class)
        .await
        && !error.is_already_exists()
    {
        tracing::warn!(%error, "the default storage class could not be made");
    }
}

/// Whether a class waits until a pod that uses the claim has a node.
pub(super) fn waits_for_consumer(class: &Object) -> bool {
    class["volumeBindingMode"] == "WaitForFirstConsumer"
}

/// Makes a volume for a claim. Gives its name.
pub(super) async fn provision(
    context: &Context,
    claim: &Object,
    class: &Object,
) -> Result<String, ApiError> {
    let name = format!("pvc-{}", claim.uid());
    match context
        .create(
            &resources::PERSISTENT_VOLUMES,
            "",
            &volume(&name, claim, class),
        )
        .await
    {
        Err(error) if !error.is_already_exists() => Err(error),
        _ => Ok(name),
    }
}

fn volume(name: &str, claim: &Object, class: &Object) -> Value {
    let reference = json!({
        "apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": claim.namespace(), "name": claim.name(), "uid": claim.uid(),
        "resourceVersion": claim.resource_version(),
    });
    let path = format!(
        "/var/lib/kaeru/volumes/{name}_{}_{}",
        claim.namespace(),
        claim.name()
    );
    let mut spec = json!({
        "capacity": {"storage": claim["spec"]["resources"]["requests"]["storage"]}, "accessModes": claim["spec"]["accessModes"],
        "claimRef": reference, "persistentVolumeReclaimPolicy": class["reclaimPolicy"].as_str().unwrap_or("Delete"),
        "storageClassName": class.name(), "volumeMode": claim["spec"]["volumeMode"],
        "hostPath": {"path": path, "type": "DirectoryOrCreate"},
    });
    if let Some(node) = claim.annotation(SELECTED_NODE) {
        let field = json!({"key": "kubernetes.io/hostname", "operator": "In", "values": [node]});
        spec["nodeAffinity"] =
            json!({"required": {"nodeSelectorTerms": [{"matchExpressions": [field]}]}});
    }
    if class["mountOptions"].as_array().is_some() {
        spec["mountOptions"] = class["mountOptions"].to_value();
    }
    let metadata = json!({"name": name, "annotations": {PROVISIONED_BY: PROVISIONER}});
    json!({"apiVersion": "v1", "kind": "PersistentVolume", "metadata": metadata, "spec": spec})
}
