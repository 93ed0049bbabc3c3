use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_port_name;
use serde_json::Value;

use super::container::port_number;
use super::number::non_negative;
use super::{invalid, items, one_of, text};

/// Checks the three probes of a container.
pub(super) fn probes(errors: &mut ErrorList, container: &Value, path: &FieldPath) {
    for name in ["livenessProbe", "readinessProbe", "startupProbe"] {
        let (probe, path) = (&container[name], path.child(name));
        if !probe.is_object() {
            continue;
        }
        self::probe(errors, probe, &path);
        let threshold = probe["successThreshold"].as_i64().unwrap_or(1);
        if name != "readinessProbe" && threshold != 1 {
            errors.push(Error::invalid(
                &path.child("successThreshold"),
                threshold,
                "must be 1",
            ));
        }
    }
}

fn probe(errors: &mut ErrorList, probe: &Value, path: &FieldPath) {
    let mut found = 0;
    for kind in ["exec", "httpGet", "tcpSocket", "grpc"] {
        let (action, path) = (&probe[kind], path.child(kind));
        if !action.is_object() {
            continue;
        }
        found += 1;
        if found > 1 {
            errors.push(Error::forbidden(
                &path,
                "may not specify more than 1 handler type",
            ));
            continue;
        }
        match kind {
            "exec" if items(&action["command"]).next().is_none() => {
                errors.push(Error::required(&path.child("command"), ""));
            }
            "exec" => {}
            "httpGet" => http_get(errors, action, &path),
            _ => port(errors, &action["port"], &path.child("port")),
        }
    }
    if found == 0 {
        errors.push(Error::required(path, "must specify a handler type"));
    }
    for field in [
        "initialDelaySeconds",
        "timeoutSeconds",
        "periodSeconds",
        "successThreshold",
        "failureThreshold",
    ] {
        non_negative(errors, path, probe, field);
    }
}

fn http_get(errors: &mut ErrorList, action: &Value, path: &FieldPath) {
    if text(&action["path"]).is_empty() {
        errors.push(Error::required(&path.child("path"), ""));
    }
    port(errors, &action["port"], &path.child("port"));
    one_of(
        errors,
        &path.child("scheme"),
        &action["scheme"],
        &["HTTP", "HTTPS"],
    );
}

fn port(errors: &mut ErrorList, port: &Value, path: &FieldPath) {
    match port.as_str() {
        Some(name) => errors.extend(invalid(path, name, is_port_name(name))),
        None => port_number(errors, path, port.as_i64().unwrap_or(0)),
    }
}
