//! Containers for people.

mod environment;
mod probe;
mod state;

use serde_json::Value;

use super::text::{Text, or_none, texts};
use crate::object::{integer, items, shown};

/// Where containers stand: in a template, or in a pod that has them running.
pub(super) enum Place<'a> {
    /// In a template.
    Template,
    /// In a pod.
    Pod {
        /// The pod.
        pod: &'a Value,
        /// What the node says about these containers.
        statuses: &'a Value,
    },
}

impl<'a> Place<'a> {
    fn status(&self, container: &Value) -> Option<&'a Value> {
        match self {
            Place::Template => None,
            Place::Pod { statuses, .. } => items(statuses)
                .iter()
                .find(|status| status["name"] == container["name"]),
        }
    }
}

/// Shows containers under a title.
pub(super) fn describe(text: &mut Text, title: &str, containers: &Value, place: &Place<'_>) {
    let (indent, name_indent) = match place {
        Place::Template => ("  ", " "),
        Place::Pod { .. } => ("", ""),
    };
    let containers = items(containers);
    let none = if containers.is_empty() { " <none>" } else { "" };
    text.line(0, format!("{indent}{title}:{none}"));
    for container in containers {
        let status = place.status(container);
        text.line(1, format!("{name_indent}{}:", shown(&container["name"])));
        image(text, container, status);
        ports(text, items(&container["ports"]));
        words(text, "Command", &container["command"]);
        words(text, "Args", &container["args"]);
        if let Some(status) = status {
            state::describe(text, status);
        }
        resources(text, 2, &container["resources"]);
        probe::describe(text, container);
        environment::describe_sources(text, &container["envFrom"]);
        environment::describe(text, container, place);
        mounts(text, container);
    }
}

fn image(text: &mut Text, container: &Value, status: Option<&Value>) {
    if let Some(status) = status {
        text.field(2, "Container ID", shown(&status["containerID"]));
    }
    text.field(2, "Image", shown(&container["image"]));
    if let Some(status) = status {
        text.field(2, "Image ID", shown(&status["imageID"]));
    }
}

fn ports(text: &mut Text, ports: &[Value]) {
    let list = |field: &str| {
        let shown_ones: Vec<String> = ports
            .iter()
            .map(|port| {
                let name = match shown(&port["name"]) {
                    name if name.is_empty() => name,
                    name => format!(" ({name})"),
                };
                format!(
                    "{}/{}{name}",
                    integer(&port[field]),
                    shown(&port["protocol"])
                )
            })
            .collect();
        or_none(shown_ones.join(", "))
    };
    let plural = if ports.len() > 1 { "s" } else { "" };
    text.field(2, &format!("Port{plural}"), list("containerPort"));
    text.field(2, &format!("Host Port{plural}"), list("hostPort"));
}

fn words(text: &mut Text, title: &str, words: &Value) {
    let words = texts(words);
    if words.is_empty() {
        return;
    }
    text.line(2, format!("{title}:"));
    for line in words.iter().flat_map(|word| word.split('\n')) {
        text.line(3, line);
    }
}

/// Shows limits and requests at a level.
pub(super) fn resources(text: &mut Text, level: usize, resources: &Value) {
    for (title, field) in [("Limits", "limits"), ("Requests", "requests")] {
        let quantities = resources[field].as_object().filter(|map| !map.is_empty());
        let Some(quantities) = quantities else {
            continue;
        };
        text.line(level, format!("{title}:"));
        for (name, quantity) in quantities {
            text.field(level + 1, name, shown(quantity));
        }
    }
}

fn mounts(text: &mut Text, container: &Value) {
    let mut mounts: Vec<&Value> = items(&container["volumeMounts"]).iter().collect();
    mounts.sort_by_key(|mount| shown(&mount["mountPath"]));
    let none = if mounts.is_empty() { "\t<none>" } else { "" };
    text.line(2, format!("Mounts:{none}"));
    for mount in mounts {
        let mut notes = vec![
            if mount["readOnly"] == true {
                "ro"
            } else {
                "rw"
            }
            .to_owned(),
        ];
        if !shown(&mount["subPath"]).is_empty() {
            notes.push(format!("path={:?}", shown(&mount["subPath"])));
        }
        let (path, name) = (shown(&mount["mountPath"]), shown(&mount["name"]));
        text.line(3, format!("{path} from {name} ({})", notes.join(",")));
    }
    let mut devices: Vec<&Value> = items(&container["volumeDevices"]).iter().collect();
    if devices.is_empty() {
        return;
    }
    devices.sort_by_key(|device| shown(&device["devicePath"]));
    text.line(2, format!("Devices:{none}"));
    for device in devices {
        let (path, name) = (shown(&device["devicePath"]), shown(&device["name"]));
        text.line(3, format!("{path} from {name}"));
    }
}
