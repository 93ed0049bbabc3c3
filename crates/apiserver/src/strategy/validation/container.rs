use std::collections::BTreeSet;

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::{is_dns1123_label, is_env_var_name, is_port_name, is_port_number};
use serde_json::Value;

use super::{invalid, items, one_of, probe, resources, text};

/// What a container is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Regular,
    Init,
}

/// Checks the containers of one role; names are unique among all of a pod.
pub(super) fn containers(errors: &mut ErrorList, spec: &Value, role: Role, path: &FieldPath) {
    let list = match role {
        Role::Regular => "containers",
        Role::Init => "initContainers",
    };
    let path = path.child(list);
    let mut names = BTreeSet::new();
    if role == Role::Init {
        names.extend(items(&spec["containers"]).map(|container| text(&container["name"])));
    } else if items(&spec[list]).next().is_none() {
        errors.push(Error::required(&path, ""));
    }
    for (index, container) in items(&spec[list]).enumerate() {
        let path = path.index(index);
        self::container(errors, container, spec, &path);
        if !names.insert(text(&container["name"])) {
            errors.push(Error::duplicate(
                &path.child("name"),
                text(&container["name"]),
            ));
        }
        let sidecar = text(&container["restartPolicy"]) == "Always";
        if role == Role::Regular || sidecar {
            probe::probes(errors, container, &path);
        } else {
            for field in [
                "lifecycle",
                "livenessProbe",
                "readinessProbe",
                "startupProbe",
            ] {
                if container[field].is_object() {
                    let detail = "may not be set for init containers without restartPolicy=Always";
                    errors.push(Error::forbidden(&path.child(field), detail));
                }
            }
        }
    }
}

fn container(errors: &mut ErrorList, container: &Value, spec: &Value, path: &FieldPath) {
    match text(&container["name"]) {
        "" => errors.push(Error::required(&path.child("name"), "")),
        name => errors.extend(invalid(&path.child("name"), name, is_dns1123_label(name))),
    }
    let image = text(&container["image"]);
    if image.is_empty() {
        errors.push(Error::required(&path.child("image"), ""));
    } else if image.trim() != image {
        let detail = "must not have leading or trailing whitespace";
        errors.push(Error::invalid(&path.child("image"), image, detail));
    }
    one_of(
        errors,
        &path.child("terminationMessagePolicy"),
        &container["terminationMessagePolicy"],
        &["FallbackToLogsOnError", "File"],
    );
    ports(errors, &container["ports"], &path.child("ports"));
    environment(errors, &container["env"], &path.child("env"));
    mounts(errors, container, spec, &path.child("volumeMounts"));
    one_of(
        errors,
        &path.child("imagePullPolicy"),
        &container["imagePullPolicy"],
        &["Always", "IfNotPresent", "Never"],
    );
    resources::requirements(errors, &container["resources"], &path.child("resources"));
}

fn ports(errors: &mut ErrorList, ports: &Value, path: &FieldPath) {
    let mut names = BTreeSet::new();
    for (index, port) in items(ports).enumerate() {
        let path = path.index(index);
        let name = text(&port["name"]);
        if !name.is_empty() {
            let wrong = is_port_name(name);
            let valid = wrong.is_empty();
            errors.extend(invalid(&path.child("name"), name, wrong));
            if valid && !names.insert(name) {
                errors.push(Error::duplicate(&path.child("name"), name));
            }
        }
        match port["containerPort"].as_i64().unwrap_or(0) {
            0 => errors.push(Error::required(&path.child("containerPort"), "")),
            number => port_number(errors, &path.child("containerPort"), number),
        }
        if let Some(number) = port["hostPort"].as_i64().filter(|number| *number != 0) {
            port_number(errors, &path.child("hostPort"), number);
        }
        one_of(
            errors,
            &path.child("protocol"),
            &port["protocol"],
            &["SCTP", "TCP", "UDP"],
        );
    }
}

/// A number that no port can have is refused.
pub(super) fn port_number(errors: &mut ErrorList, path: &FieldPath, number: i64) {
    errors.extend(
        is_port_number(number)
            .into_iter()
            .map(|message| Error::invalid(path, number, message)),
    );
}

fn environment(errors: &mut ErrorList, variables: &Value, path: &FieldPath) {
    const SOURCES: &str = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    for (index, variable) in items(variables).enumerate() {
        let path = path.index(index);
        match text(&variable["name"]) {
            "" => errors.push(Error::required(&path.child("name"), "")),
            name => errors.extend(invalid(&path.child("name"), name, is_env_var_name(name))),
        }
        let Some(source) = variable["valueFrom"].as_object() else {
            continue;
        };
        let detail = match source.len() {
            0 => SOURCES,
            _ if !text(&variable["value"]).is_empty() => {
                "may not be specified when `value` is not empty"
            }
            1 => continue,
            _ => "may not have more than one field specified at a time",
        };
        errors.push(Error::invalid(&path.child("valueFrom"), "", detail));
    }
}

fn mounts(errors: &mut ErrorList, container: &Value, spec: &Value, path: &FieldPath) {
    let mut paths = BTreeSet::new();
    for (index, mount) in items(&container["volumeMounts"]).enumerate() {
        let path = path.index(index);
        let name = text(&mount["name"]);
        if name.is_empty() {
            errors.push(Error::required(&path.child("name"), ""));
        }
        if !items(&spec["volumes"]).any(|volume| text(&volume["name"]) == name) {
            errors.push(Error::not_found(&path.child("name"), name));
        }
        let target = text(&mount["mountPath"]);
        if target.is_empty() {
            errors.push(Error::required(&path.child("mountPath"), ""));
        }
        if !paths.insert(target) {
            errors.push(Error::invalid(
                &path.child("mountPath"),
                target,
                "must be unique",
            ));
        }
    }
}
