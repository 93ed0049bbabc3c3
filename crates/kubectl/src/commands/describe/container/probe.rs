//! Probes for people.

use serde_json::Value;

use super::super::text::{Text, texts};
use crate::object::{integer, shown};

/// Shows the probes that a container has.
pub(super) fn describe(text: &mut Text, container: &Value) {
    for (title, field) in [
        ("Liveness", "livenessProbe"),
        ("Readiness", "readinessProbe"),
        ("Startup", "startupProbe"),
    ] {
        if container[field].is_object() {
            text.field(2, title, line(&container[field]));
        }
    }
}

fn line(probe: &Value) -> String {
    let timing = format!(
        "delay={}s timeout={}s period={}s successThreshold={} failureThreshold={}",
        integer(&probe["initialDelaySeconds"]),
        integer(&probe["timeoutSeconds"]),
        integer(&probe["periodSeconds"]),
        integer(&probe["successThreshold"]),
        integer(&probe["failureThreshold"])
    );
    if probe["exec"].is_object() {
        let command = texts(&probe["exec"]["command"]).join(" ");
        return format!("exec [{command}] {timing}");
    }
    if probe["httpGet"].is_object() {
        let get = &probe["httpGet"];
        let (scheme, host) = (shown(&get["scheme"]).to_lowercase(), shown(&get["host"]));
        let (port, path) = (shown(&get["port"]), shown(&get["path"]));
        return format!("http-get {scheme}://{host}:{port}{path} {timing}");
    }
    if probe["tcpSocket"].is_object() {
        let socket = &probe["tcpSocket"];
        let (host, port) = (shown(&socket["host"]), shown(&socket["port"]));
        return format!("tcp-socket {host}:{port} {timing}");
    }
    if probe["grpc"].is_object() {
        let grpc = &probe["grpc"];
        let (port, service) = (shown(&grpc["port"]), shown(&grpc["service"]));
        return format!("grpc <pod>:{port} {service} {timing}");
    }
    format!("unknown {timing}")
}
