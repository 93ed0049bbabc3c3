//! Ways into the cluster and between its pods.

use serde_json::Value;

use super::cell::{age, items, name, selector, text, text_or};
use super::{AGE, NAME, Printer, text as column};

/// The printers of the group `networking.k8s.io`.
pub(super) fn of(resource: &str) -> Option<&'static Printer> {
    Some(match resource {
        "ingressclasses" => &INGRESS_CLASS,
        "ingresses" => &INGRESS,
        "ipaddresses" => &IP_ADDRESS,
        "networkpolicies" => &NETWORK_POLICY,
        "servicecidrs" => &SERVICE_CIDR,
        _ => return None,
    })
}

static INGRESS: Printer = Printer {
    columns: &[
        NAME,
        column("Class"),
        column("Hosts"),
        column("Address"),
        column("Ports"),
        AGE,
    ],
    row: |object, now| {
        let spec = &object["spec"];
        let ports = if items(&spec["tls"]).next().is_some() {
            "80, 443"
        } else {
            "80"
        };
        let addresses: Vec<&str> = items(&object["status"]["loadBalancer"]["ingress"])
            .map(|ingress| match text(&ingress["ip"]) {
                "" => text(&ingress["hostname"]),
                ip => ip,
            })
            .collect();
        vec![
            name(object),
            text_or(&spec["ingressClassName"], "<none>"),
            hosts(&spec["rules"]).into(),
            addresses.join(",").into(),
            ports.into(),
            age(object, now),
        ]
    },
};

/// The hosts of the rules, at most three; `*` for those without.
fn hosts(rules: &Value) -> String {
    let hosts: Vec<&str> = items(rules)
        .filter(|rule| rule["http"].is_object())
        .map(|rule| text(&rule["host"]))
        .map(|host| if host.is_empty() { "*" } else { host })
        .collect();
    match hosts.len() {
        0 => "*".to_owned(),
        1..=3 => hosts.join(","),
        more => format!("{} + {} more...", hosts[..3].join(","), more - 3),
    }
}

static INGRESS_CLASS: Printer = Printer {
    columns: &[NAME, column("Controller"), column("Parameters"), AGE],
    row: |object, now| {
        let parameters = &object["spec"]["parameters"];
        let shown = if parameters.is_object() {
            let group = text(&parameters["apiGroup"]);
            let dot = if group.is_empty() { "" } else { "." };
            format!(
                "{}{dot}{group}/{}",
                text(&parameters["kind"]),
                text(&parameters["name"])
            )
        } else {
            "<none>".to_owned()
        };
        vec![
            name(object),
            object["spec"]["controller"].clone(),
            shown.into(),
            age(object, now),
        ]
    },
};

static IP_ADDRESS: Printer = Printer {
    columns: &[NAME, column("ParentRef")],
    row: |object, now| {
        let parent = &object["spec"]["parentRef"];
        let parts = ["group", "resource", "namespace", "name"].map(|field| text(&parent[field]));
        let shown: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        // The real server gives this kind a cell more than it has columns.
        vec![name(object), shown.join("/").into(), age(object, now)]
    },
};

static NETWORK_POLICY: Printer = Printer {
    columns: &[NAME, column("Pod-Selector"), AGE],
    row: |object, now| {
        vec![
            name(object),
            selector(&object["spec"]["podSelector"]),
            age(object, now),
        ]
    },
};

static SERVICE_CIDR: Printer = Printer {
    columns: &[NAME, column("CIDRs"), AGE],
    row: |object, now| {
        let ranges: Vec<&str> = items(&object["spec"]["cidrs"]).map(text).collect();
        vec![name(object), ranges.join(",").into(), age(object, now)]
    },
};
