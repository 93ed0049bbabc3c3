//! Binding a claim and a volume to each other: first the volume names the claim, then the claim the volume, then both say so.

use clientgo::{ApiError, Object, resources};
use serde_json::{Value, json};

use super::{BIND_COMPLETED, BOUND_BY_CONTROLLER};
use crate::context::Context;

/// Binds, or completes what was begun.
pub(super) async fn bind(
    context: &Context,
    claim: &Object,
    volume: &Object,
) -> Result<(), ApiError> {
    let volume = promise(context, claim, volume).await?;
    let claim = name_volume(context, claim, &volume).await?;
    set_volume_phase(context, &volume, "Bound").await?;
    let status = json!({
        "phase": "Bound", "accessModes": volume["spec"]["accessModes"], "capacity": volume["spec"]["capacity"],
    });
    set_claim_status(context, &claim, &status).await
}

async fn promise(context: &Context, claim: &Object, volume: &Object) -> Result<Object, ApiError> {
    if volume["spec"]["claimRef"]["uid"] == claim.uid() {
        return Ok(volume.clone());
    }
    let mut body = volume.to_value();
    if body["spec"]["claimRef"].is_null() {
        annotate(&mut body, BOUND_BY_CONTROLLER);
    }
    body["spec"]["claimRef"] = json!({
        "apiVersion": "v1", "kind": "PersistentVolumeClaim", "namespace": claim.namespace(), "name": claim.name(), "uid": claim.uid(),
        "resourceVersion": claim.resource_version(),
    });
    context
        .update(&resources::PERSISTENT_VOLUMES, "", &body)
        .await
}

async fn name_volume(
    context: &Context,
    claim: &Object,
    volume: &Object,
) -> Result<Object, ApiError> {
    let named = claim["spec"]["volumeName"] == volume.name();
    if named && claim.annotation(BIND_COMPLETED).is_some() {
        return Ok(claim.clone());
    }
    let mut body = claim.to_value();
    if !named {
        body["spec"]["volumeName"] = volume.name().into();
        annotate(&mut body, BOUND_BY_CONTROLLER);
    }
    annotate(&mut body, BIND_COMPLETED);
    context
        .update(&resources::PERSISTENT_VOLUME_CLAIMS, "", &body)
        .await
}

fn annotate(object: &mut Value, annotation: &str) {
    if !object["metadata"]["annotations"].is_object() {
        object["metadata"]["annotations"] = json!({});
    }
    object["metadata"]["annotations"][annotation] = "yes".into();
}

pub(super) async fn set_volume_phase(
    context: &Context,
    volume: &Object,
    phase: &str,
) -> Result<(), ApiError> {
    if volume["status"]["phase"] == phase {
        return Ok(());
    }
    let mut body = volume.to_value();
    body["status"]["phase"] = phase.into();
    body["status"]["lastPhaseTransitionTime"] = context.clock.now().rfc3339().into();
    context
        .update(&resources::PERSISTENT_VOLUMES, "status", &body)
        .await
        .map(drop)
}

pub(super) async fn set_claim_status(
    context: &Context,
    claim: &Object,
    status: &Value,
) -> Result<(), ApiError> {
    if claim["status"] == *status {
        return Ok(());
    }
    let mut body = claim.to_value();
    body["status"] = status.clone();
    context
        .update(&resources::PERSISTENT_VOLUME_CLAIMS, "status", &body)
        .await
        .map(drop)
}
