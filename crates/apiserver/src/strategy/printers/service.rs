//! Services and their endpoints.

use serde_json::Value;

use super::cell::{age, count, items, labels, name, text};
use super::{AGE, NAME, Printer, text as column, wide};

pub(super) static SERVICE: Printer = Printer {
    columns: &[
        NAME,
        column("Type"),
        column("Cluster-IP"),
        column("External-IP"),
        column("Port(s)"),
        AGE,
        wide("Selector"),
    ],
    row: |object, now| {
        let spec = &object["spec"];
        let address = items(&spec["clusterIPs"])
            .next()
            .unwrap_or(&spec["clusterIP"]);
        vec![
            name(object),
            spec["type"].clone(),
            none_if_empty(text(address).to_owned()),
            none_if_empty(external_address(object)),
            none_if_empty(ports(&spec["ports"])),
            age(object, now),
            labels(&spec["selector"]).into(),
        ]
    },
};

fn none_if_empty(text: String) -> Value {
    if text.is_empty() {
        "<none>".into()
    } else {
        text.into()
    }
}

fn external_address(service: &Value) -> String {
    let spec = &service["spec"];
    let own: Vec<&str> = items(&spec["externalIPs"]).map(text).collect();
    match text(&spec["type"]) {
        "ExternalName" => text(&spec["externalName"]).to_owned(),
        "LoadBalancer" => {
            let ingress = items(&service["status"]["loadBalancer"]["ingress"]);
            let mut shown: Vec<&str> = ingress
                .map(|ingress| match text(&ingress["ip"]) {
                    "" => text(&ingress["hostname"]),
                    ip => ip,
                })
                .collect();
            shown.extend(own);
            if shown.is_empty() {
                "<pending>".to_owned()
            } else {
                shown.join(",")
            }
        }
        _ => own.join(","),
    }
}

/// `80/TCP`, or `80:30080/TCP` with a port of the nodes.
fn ports(ports: &Value) -> String {
    let shown: Vec<String> = items(ports)
        .map(|port| {
            let (number, protocol) = (count(&port["port"]), text(&port["protocol"]));
            match count(&port["nodePort"]) {
                0 => format!("{number}/{protocol}"),
                node => format!("{number}:{node}/{protocol}"),
            }
        })
        .collect();
    shown.join(",")
}

pub(super) static ENDPOINTS: Printer = Printer {
    columns: &[NAME, column("Endpoints"), AGE],
    row: |object, now| {
        let mut pairs = Vec::new();
        for subset in items(&object["subsets"]) {
            for address in items(&subset["addresses"]) {
                let ip = text(&address["ip"]);
                let mut ports = items(&subset["ports"]).peekable();
                if ports.peek().is_none() {
                    pairs.push(ip.to_owned());
                }
                pairs.extend(ports.map(|port| format!("{ip}:{}", count(&port["port"]))));
            }
        }
        vec![name(object), first_three(&pairs).into(), age(object, now)]
    },
};

pub(super) static ENDPOINT_SLICE: Printer = Printer {
    columns: &[
        NAME,
        column("AddressType"),
        column("Ports"),
        column("Endpoints"),
        AGE,
    ],
    row: |object, now| {
        let ports: Vec<String> = items(&object["ports"])
            .map(|port| match (port["port"].as_i64(), text(&port["name"])) {
                (Some(number), _) => number.to_string(),
                (None, "") => "*".to_owned(),
                (None, name) => name.to_owned(),
            })
            .collect();
        let addresses: Vec<String> = items(&object["endpoints"])
            .flat_map(|endpoint| items(&endpoint["addresses"]))
            .map(|address| text(address).to_owned())
            .collect();
        let ports = if ports.is_empty() {
            "<unset>".to_owned()
        } else {
            first_three_joined(&ports, " + ")
        };
        vec![
            name(object),
            object["addressType"].clone(),
            ports.into(),
            unset_if_none(&addresses).into(),
            age(object, now),
        ]
    },
};

fn unset_if_none(addresses: &[String]) -> String {
    if addresses.is_empty() {
        "<unset>".to_owned()
    } else {
        first_three(addresses)
    }
}

/// The first three, and how many there are beyond them; `<none>` without any.
fn first_three(shown: &[String]) -> String {
    if shown.is_empty() {
        "<none>".to_owned()
    } else {
        first_three_joined(shown, " + ")
    }
}

fn first_three_joined(shown: &[String], plus: &str) -> String {
    match shown.len() {
        0..=3 => shown.join(","),
        more => format!("{}{plus}{} more...", shown[..3].join(","), more - 3),
    }
}
