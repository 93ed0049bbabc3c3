//! The controllers of volumes and of claims to them: binding, a provisioner for this machine, reclaiming, and protection while in use.

mod bind;
mod candidates;
mod claim;
mod matching;
mod provision;
mod volume;

use clientgo::{Delta, Key, Object, resources, run_worker};
use serde_json::{Value, json};

use crate::context::Context;
use crate::controllers::Running;

const COMPONENT: &str = "persistentvolume-controller";
const CLAIM_PROTECTION: &str = "kubernetes.io/pvc-protection";
const VOLUME_PROTECTION: &str = "kubernetes.io/pv-protection";
const BIND_COMPLETED: &str = "pv.kubernetes.io/bind-completed";
const BOUND_BY_CONTROLLER: &str = "pv.kubernetes.io/bound-by-controller";
const PROVISIONED_BY: &str = "pv.kubernetes.io/provisioned-by";
const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";

/// Starts the controllers.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let claims = running.queue();
    let volumes = running.queue();
    context.enqueue_changes(&resources::PERSISTENT_VOLUME_CLAIMS, &claims);
    context.enqueue_changes(&resources::PERSISTENT_VOLUMES, &volumes);
    let (on_volume, on_pod, on_claim) = (claims.clone(), claims.clone(), volumes.clone());
    let known = context.cache(&resources::PERSISTENT_VOLUME_CLAIMS);
    candidates::keep(
        &context.cache(&resources::PERSISTENT_VOLUMES),
        &known,
        &context.cache(&resources::PODS),
    );
    context
        .cache(&resources::PERSISTENT_VOLUMES)
        .subscribe(move |delta| match claim_of(delta.object()) {
            Some(claim) => on_volume.add(claim),
            None => candidates::claims_for(&known, delta.object())
                .iter()
                .for_each(|claim| on_volume.add(claim.key())),
        });
    context
        .cache(&resources::PERSISTENT_VOLUME_CLAIMS)
        .subscribe(move |delta| {
            volume_of(delta.object())
                .into_iter()
                .for_each(|volume| on_claim.add(Key::new("", volume)));
        });
    let known = context.cache(&resources::PERSISTENT_VOLUME_CLAIMS);
    context.cache(&resources::PODS).subscribe(move |delta| {
        // A claim that is to go waits for the last pod that uses it.
        if matches!(delta, Delta::Deleted(_)) || crate::pod::is_ended(delta.object()) {
            let claims = claims_of(delta.object());
            claims
                .filter(|claim| known.get(claim).is_some_and(|claim| claim.is_deleting()))
                .for_each(|claim| on_pod.add(claim));
        }
    });
    context.cache(&resources::STORAGE_CLASSES);
    let (claim_worker, volume_worker) = (
        claim::Controller::new(context),
        volume::Controller::new(context),
    );
    let setting_up = context.clone();
    running.spawn_background(async move { provision::ensure_class(&setting_up).await });
    running.spawn(async move {
        run_worker(&claims, "persistentvolumeclaim", u32::MAX, |key| {
            claim_worker.sync(key)
        })
        .await;
    });
    running.spawn(async move {
        run_worker(&volumes, "persistentvolume", u32::MAX, |key| {
            volume_worker.sync(key)
        })
        .await;
    });
}

/// The claim to which a volume is bound or promised.
fn claim_of(volume: &Object) -> Option<Key> {
    let reference = &volume["spec"]["claimRef"];
    Some(Key::new(
        reference["namespace"].as_str()?,
        reference["name"].as_str()?,
    ))
}

/// The volume that a claim names.
fn volume_of(claim: &Object) -> Option<&str> {
    claim["spec"]["volumeName"]
        .as_str()
        .filter(|name| !name.is_empty())
}

/// The claims that a pod mounts.
fn claims_of(pod: &Object) -> impl Iterator<Item = Key> {
    let volumes = pod["spec"]["volumes"].as_array().into_iter().flatten();
    volumes.filter_map(|volume| {
        Some(Key::new(
            pod.namespace(),
            volume["persistentVolumeClaim"]["claimName"].as_str()?,
        ))
    })
}

/// The name of the class of a volume or a claim, empty for none.
fn class_of(object: &Object) -> &str {
    object["spec"]["storageClassName"]
        .as_str()
        .unwrap_or_default()
}

/// The object without one of its finalizers.
fn without_finalizer(object: &Object, finalizer: &str) -> Value {
    let kept: Vec<&str> = object
        .finalizers()
        .filter(|name| *name != finalizer)
        .collect();
    let mut body = object.to_value();
    body["metadata"]["finalizers"] = json!(kept);
    body
}
