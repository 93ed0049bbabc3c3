//! Creating and deleting pods for an owner, which tells of it in events.

use apimachinery::Tree;
use clientgo::{ApiError, EventType, Object, Recorder, resources};
use serde::Serialize;
use serde_json::{Value, json};

use crate::context::Context;

/// A pod as the template says, controlled by an owner whose name it begins with.
pub(crate) fn pod_from_template(
    template: &(impl Tree + Serialize + ?Sized),
    owner: &Object,
    api_version: &str,
    kind: &str,
) -> Value {
    let mut metadata = json!({
        "generateName": format!("{}-", owner.name()),
        "namespace": owner.namespace(),
        "ownerReferences": [owner.controller_reference(api_version, kind)],
    });
    let template_metadata = template.field("metadata");
    for field in ["labels", "annotations", "finalizers"] {
        if let Some(value) = template_metadata.and_then(|metadata| metadata.field(field)) {
            metadata[field] = json!(value);
        }
    }
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": template.field("spec")})
}

/// Creates a pod.
///
/// # Errors
/// The API refused; unless the namespace is going away, an event on the owner says so.
pub(crate) async fn create_pod(
    context: &Context,
    recorder: &Recorder,
    owner: &Object,
    pod: &Value,
) -> Result<Object, ApiError> {
    match context
        .create(&resources::PODS, owner.namespace(), pod)
        .await
    {
        Ok(created) => {
            let message = format!("Created pod: {}", created.name());
            recorder.event(owner, EventType::Normal, "SuccessfulCreate", &message);
            Ok(created)
        }
        Err(error) => {
            if !error.is_namespace_terminating() {
                let message = format!("Error creating: {}", error.message());
                recorder.event(owner, EventType::Warning, "FailedCreate", &message);
            }
            Err(error)
        }
    }
}

/// Deletes a pod. Gives whether it was there: one that is gone already is no error.
///
/// # Errors
/// The API refused; an event on the owner says so.
pub(crate) async fn delete_pod(
    context: &Context,
    recorder: &Recorder,
    owner: &Object,
    pod: &Object,
) -> Result<bool, ApiError> {
    match context.delete(&resources::PODS, pod, None).await {
        Ok(()) => {
            let message = format!("Deleted pod: {}", pod.name());
            recorder.event(owner, EventType::Normal, "SuccessfulDelete", &message);
            Ok(true)
        }
        Err(error) if error.is_not_found() => Ok(false),
        Err(error) => {
            let message = format!("Error deleting: {}", error.message());
            recorder.event(owner, EventType::Warning, "FailedDelete", &message);
            Err(error)
        }
    }
}
