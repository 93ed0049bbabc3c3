use std::collections::BTreeSet;

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_dns1123_label;
use serde_json::Value;

use super::{invalid, items, text};

/// The sources in the order in which a second one is noticed.
const SOURCES: [&str; 29] = [
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "flocker",
    "downwardAPI",
    "fc",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "quobyte",
    "azureDisk",
    "storageos",
    "photonPersistentDisk",
    "portworxVolume",
    "projected",
    "scaleIO",
    "csi",
    "ephemeral",
    "image",
];

/// Checks the volumes of a pod.
pub(super) fn volumes(errors: &mut ErrorList, volumes: &Value, path: &FieldPath) {
    let mut names = BTreeSet::new();
    for (index, volume) in items(volumes).enumerate() {
        let path = path.index(index);
        let mut found = ErrorList::new();
        source(&mut found, volume, &path);
        let name = text(&volume["name"]);
        if name.is_empty() {
            found.push(Error::required(&path.child("name"), ""));
        } else {
            found.extend(invalid(&path.child("name"), name, is_dns1123_label(name)));
        }
        if names.contains(name) {
            found.push(Error::duplicate(&path.child("name"), name));
        }
        // The name of a volume that is wrong in itself is not taken.
        if found.is_empty() {
            names.insert(name);
        }
        errors.extend(found);
    }
}

fn source(errors: &mut ErrorList, volume: &Value, path: &FieldPath) {
    let given: Vec<&str> = SOURCES
        .into_iter()
        .filter(|source| volume[source].is_object())
        .collect();
    let Some((first, others)) = given.split_first() else {
        errors.push(Error::required(path, "must specify a volume type"));
        return;
    };
    for other in others {
        let detail = "may not specify more than 1 volume type";
        errors.push(Error::forbidden(&path.child(other), detail));
    }
    let (source, path) = (&volume[first], path.child(first));
    let named = match *first {
        "hostPath" => return host_path(errors, source, &path),
        "secret" => "secretName",
        "configMap" => "name",
        "persistentVolumeClaim" => "claimName",
        _ => return,
    };
    if text(&source[named]).is_empty() {
        errors.push(Error::required(&path.child(named), ""));
    }
}

fn host_path(errors: &mut ErrorList, source: &Value, path: &FieldPath) {
    let path = path.child("path");
    match text(&source["path"]) {
        "" => errors.push(Error::required(&path, "")),
        given if given.split('/').any(|step| step == "..") => {
            errors.push(Error::invalid(&path, given, "must not contain '..'"));
        }
        _ => {}
    }
}
