//! Nodes.

use std::collections::BTreeSet;

use serde_json::Value;

use super::cell::{age, items, name, text, text_or};
use super::{AGE, NAME, Printer, text as column, wide};

pub(super) static NODE: Printer = Printer {
    columns: &[
        NAME,
        column("Status"),
        column("Roles"),
        AGE,
        column("Version"),
        wide("Internal-IP"),
        wide("External-IP"),
        wide("OS-Image"),
        wide("Kernel-Version"),
        wide("Container-Runtime"),
    ],
    row: |object, now| {
        let info = &object["status"]["nodeInfo"];
        vec![
            name(object),
            status(object).into(),
            roles(object).into(),
            age(object, now),
            text(&info["kubeletVersion"]).into(),
            address(object, "InternalIP"),
            address(object, "ExternalIP"),
            text_or(&info["osImage"], "<unknown>"),
            kernel(info),
            text_or(&info["containerRuntimeVersion"], "<unknown>"),
        ]
    },
};

fn status(node: &Value) -> String {
    let ready = items(&node["status"]["conditions"]).find(|condition| condition["type"] == "Ready");
    let mut words = vec![match ready {
        None => "Unknown",
        Some(condition) if condition["status"] == "True" => "Ready",
        Some(_) => "NotReady",
    }];
    if node["spec"]["unschedulable"] == true {
        words.push("SchedulingDisabled");
    }
    words.join(",")
}

fn roles(node: &Value) -> String {
    let labels = node["metadata"]["labels"].as_object().into_iter().flatten();
    let roles: BTreeSet<&str> = labels
        .filter_map(
            |(key, value)| match key.strip_prefix("node-role.kubernetes.io/") {
                Some(role) => Some(role),
                None if key == "kubernetes.io/role" => Some(text(value)),
                None => None,
            },
        )
        .filter(|role| !role.is_empty())
        .collect();
    if roles.is_empty() {
        return "<none>".to_owned();
    }
    roles.into_iter().collect::<Vec<_>>().join(",")
}

fn address(node: &Value, kind: &str) -> Value {
    let found = items(&node["status"]["addresses"]).find(|address| address["type"] == kind);
    found.map_or("<none>".into(), |address| address["address"].clone())
}

/// `VERSION (ARCHITECTURE)`.
fn kernel(info: &Value) -> Value {
    match (text(&info["kernelVersion"]), text(&info["architecture"])) {
        ("", _) => "<unknown>".into(),
        (version, "") => version.into(),
        (version, architecture) => format!("{version} ({architecture})").into(),
    }
}
