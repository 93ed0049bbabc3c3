//! Volumes, claims and their classes.

use serde_json::Value;

use super::cell::{age, items, name, text, text_or};
use super::{AGE, NAME, Printer, boolean, number, text as column, wide};

/// The printers of the group `storage.k8s.io`.
pub(super) fn of(resource: &str) -> Option<&'static Printer> {
    Some(match resource {
        "csidrivers" => &CSI_DRIVER,
        "csinodes" => &CSI_NODE,
        "storageclasses" => &STORAGE_CLASS,
        "volumeattributesclasses" => &VOLUME_ATTRIBUTES_CLASS,
        _ => return None,
    })
}

pub(super) static PERSISTENT_VOLUME: Printer = Printer {
    columns: &[
        NAME,
        column("Capacity"),
        column("Access Modes"),
        column("Reclaim Policy"),
        column("Status"),
        column("Claim"),
        column("StorageClass"),
        column("VolumeAttributesClass"),
        column("Reason"),
        AGE,
        wide("VolumeMode"),
    ],
    row: |object, now| {
        let (spec, status) = (&object["spec"], &object["status"]);
        let claim = &spec["claimRef"];
        let claim = if claim.is_object() {
            format!("{}/{}", text(&claim["namespace"]), text(&claim["name"]))
        } else {
            String::new()
        };
        vec![
            name(object),
            spec["capacity"]["storage"].clone(),
            access_modes(&spec["accessModes"]).into(),
            spec["persistentVolumeReclaimPolicy"].clone(),
            phase(object),
            claim.into(),
            text(&spec["storageClassName"]).into(),
            text_or(&spec["volumeAttributesClassName"], "<unset>"),
            text(&status["reason"]).into(),
            age(object, now),
            text_or(&spec["volumeMode"], "<unset>"),
        ]
    },
};

pub(super) static PERSISTENT_VOLUME_CLAIM: Printer = Printer {
    columns: &[
        NAME,
        column("Status"),
        column("Volume"),
        column("Capacity"),
        column("Access Modes"),
        column("StorageClass"),
        column("VolumeAttributesClass"),
        AGE,
        wide("VolumeMode"),
    ],
    row: |object, now| {
        let (spec, status) = (&object["spec"], &object["status"]);
        let volume = text(&spec["volumeName"]);
        let (capacity, modes) = if volume.is_empty() {
            (String::new(), String::new())
        } else {
            let capacity = status["capacity"]["storage"].as_str().unwrap_or("0");
            (capacity.to_owned(), access_modes(&status["accessModes"]))
        };
        vec![
            name(object),
            phase(object),
            volume.into(),
            capacity.into(),
            modes.into(),
            text(&spec["storageClassName"]).into(),
            text_or(&spec["volumeAttributesClassName"], "<unset>"),
            age(object, now),
            text_or(&spec["volumeMode"], "<unset>"),
        ]
    },
};

static STORAGE_CLASS: Printer = Printer {
    columns: &[
        NAME,
        column("Provisioner"),
        column("ReclaimPolicy"),
        column("VolumeBindingMode"),
        column("AllowVolumeExpansion"),
        AGE,
    ],
    row: |object, now| {
        let default = [
            "storageclass.kubernetes.io/is-default-class",
            "storageclass.beta.kubernetes.io/is-default-class",
        ]
        .iter()
        .any(|key| object["metadata"]["annotations"][key] == "true");
        let mark = if default { " (default)" } else { "" };
        vec![
            format!("{}{mark}", text(&object["metadata"]["name"])).into(),
            object["provisioner"].clone(),
            object["reclaimPolicy"].clone(),
            object["volumeBindingMode"].clone(),
            (object["allowVolumeExpansion"] == true).into(),
            age(object, now),
        ]
    },
};

static VOLUME_ATTRIBUTES_CLASS: Printer = Printer {
    columns: &[NAME, column("DriverName"), AGE],
    row: |object, now| vec![name(object), object["driverName"].clone(), age(object, now)],
};

static CSI_DRIVER: Printer = Printer {
    columns: &[
        NAME,
        boolean("AttachRequired"),
        boolean("PodInfoOnMount"),
        boolean("StorageCapacity"),
        column("TokenRequests"),
        boolean("RequiresRepublish"),
        column("Modes"),
        AGE,
    ],
    row: |object, now| {
        let spec = &object["spec"];
        let audiences: Vec<&str> = items(&spec["tokenRequests"])
            .map(|request| text(&request["audience"]))
            .collect();
        let audiences = if audiences.is_empty() {
            "<unset>".to_owned()
        } else {
            audiences.join(",")
        };
        let modes: Vec<&str> = items(&spec["volumeLifecycleModes"]).map(text).collect();
        let modes = if modes.is_empty() {
            "<none>".to_owned()
        } else {
            modes.join(",")
        };
        vec![
            name(object),
            spec["attachRequired"].clone(),
            spec["podInfoOnMount"].clone(),
            (spec["storageCapacity"] == true).into(),
            audiences.into(),
            (spec["requiresRepublish"] == true).into(),
            modes.into(),
            age(object, now),
        ]
    },
};

static CSI_NODE: Printer = Printer {
    columns: &[NAME, number("Drivers"), AGE],
    row: |object, now| {
        vec![
            name(object),
            items(&object["spec"]["drivers"]).count().into(),
            age(object, now),
        ]
    },
};

fn phase(object: &Value) -> Value {
    if object["metadata"]["deletionTimestamp"].is_string() {
        return "Terminating".into();
    }
    object["status"]["phase"].clone()
}

/// `RWO,ROX`, each once, in the order of what they allow.
fn access_modes(modes: &Value) -> String {
    let names = [
        ("ReadWriteOnce", "RWO"),
        ("ReadOnlyMany", "ROX"),
        ("ReadWriteMany", "RWX"),
        ("ReadWriteOncePod", "RWOP"),
    ];
    let shown: Vec<&str> = names
        .iter()
        .filter(|(mode, _)| items(modes).any(|given| given == mode))
        .map(|(_, short)| *short)
        .collect();
    shown.join(",")
}
