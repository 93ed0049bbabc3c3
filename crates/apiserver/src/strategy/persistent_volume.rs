//! Volumes, claims to them and classes of their attributes.

use apimachinery::Timestamp;
use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::{Value, json};

use super::Strategy;
use super::warnings::fractional_bytes;

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

    fn validate(&self, object: &Value) -> ErrorList {
        const PLAIN: [&str; 9] = [
            "accessModes",
            "capacity",
            "claimRef",
            "mountOptions",
            "nodeAffinity",
            "persistentVolumeReclaimPolicy",
            "storageClassName",
            "volumeAttributesClassName",
            "volumeMode",
        ];
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        if is_empty(&spec["accessModes"]) {
            errors.push(Error::required(&path.child("accessModes"), ""));
        }
        if is_empty(&spec["capacity"]) {
            errors.push(Error::required(&path.child("capacity"), ""));
        }
        let mut sources = spec.as_object().into_iter().flatten();
        if sources.all(|(field, _)| PLAIN.contains(&&**field)) {
            errors.push(Error::required(&path, "must specify a volume type"));
        }
        errors
    }
}

impl Strategy for PersistentVolumeClaim {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        protect(object, "kubernetes.io/pvc-protection");
    }

    fn warnings(&self, new: &Value, _old: Option<&Value>) -> Vec<String> {
        let mut found = Vec::new();
        let path = FieldPath::new("spec").child("resources");
        fractional_bytes(&mut found, &new["spec"]["resources"], &path);
        found
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        if is_empty(&spec["accessModes"]) {
            let detail = "at least 1 access mode is required";
            errors.push(Error::required(&path.child("accessModes"), detail));
        }
        if spec["resources"]["requests"]["storage"].is_null() {
            errors.push(Error::required(&path.child("resources").key("storage"), ""));
        }
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = self.validate(new);
        let bound = old["status"]["phase"] == "Bound";
        let kept = |object: &Value| {
            let mut spec = object["spec"].clone();
            // The volume is the controller's to fill in; a class may be given late.
            for field in ["volumeName", "storageClassName"] {
                if old["spec"][field].is_null() {
                    spec[field] = Value::Null;
                }
            }
            if bound {
                spec["volumeAttributesClassName"] = Value::Null;
                spec["resources"]["requests"] = Value::Null;
            }
            spec
        };
        if kept(new) != kept(old) {
            let detail = "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
            errors.push(Error::forbidden(&FieldPath::new("spec"), detail));
        }
        errors
    }
}

impl Strategy for VolumeAttributesClass {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        protect(object, "kubernetes.io/vac-protection");
    }
}

/// Whether a list or map has nothing in it, or is not there.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => true,
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
