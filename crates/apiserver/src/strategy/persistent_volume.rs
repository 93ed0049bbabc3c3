//! Volumes, claims to them and classes of their attributes.

use apimachinery::Timestamp;
use serde_json::{Value, json};

use super::Strategy;

/// Volumes are protected while a claim is bound to them.
pub(super) struct PersistentVolume;

/// Claims are protected while a pod uses them.
pub(super) struct PersistentVolumeClaim;

/// Classes are protected while a volume has their attributes.
pub(super) struct VolumeAttributesClass;

impl Strategy for PersistentVolume {
    fn prepare_for_create(&self, object: &mut Value, now: Timestamp) {
        object["status"]["lastPhaseTransitionTime"] = now.rfc3339().into();
        protect(object, "kubernetes.io/pv-protection");
    }
}

impl Strategy for PersistentVolumeClaim {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        protect(object, "kubernetes.io/pvc-protection");
    }
}

impl Strategy for VolumeAttributesClass {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        protect(object, "kubernetes.io/vac-protection");
    }
}

fn protect(object: &mut Value, finalizer: &str) {
    let finalizers = &mut object["metadata"]["finalizers"];
    match finalizers.as_array_mut() {
        Some(present) if present.iter().any(|name| name == finalizer) => {}
        Some(present) => present.push(finalizer.into()),
        None => *finalizers = json!([finalizer]),
    }
}
