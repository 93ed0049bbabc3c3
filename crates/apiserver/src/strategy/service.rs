//! Services.

use std::collections::BTreeSet;

use apimachinery::Timestamp;
use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::{is_dns1123_label, is_port_name, is_port_number};
use serde_json::{Value, json};

use super::Strategy;

/// Services have one address of one family.
pub(super) struct Service;

impl Strategy for Service {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        let spec = &mut object["spec"];
        if spec["type"] == "ExternalName" {
            return;
        }
        if let (Some(address), true) = (spec["clusterIP"].as_str(), spec["clusterIPs"].is_null()) {
            spec["clusterIPs"] = json!([address]);
        }
        for (field, value) in [
            ("ipFamilies", json!(["IPv4"])),
            ("ipFamilyPolicy", json!("SingleStack")),
        ] {
            if spec[field].is_null() {
                spec[field] = value;
            }
        }
    }
    fn warnings(&self, new: &Value, _old: Option<&Value>) -> Vec<String> {
        let spec = &new["spec"];
        let mut found = Vec::new();
        if spec["externalIPs"]
            .as_array()
            .is_some_and(|addresses| !addresses.is_empty())
        {
            found.push(
                "spec.externalIPs is deprecated and may no longer be implemented in some clusters"
                    .to_owned(),
            );
        }
        if spec["clusterIP"] == "None" && spec["sessionAffinity"] == "ClientIP" {
            found.push("spec.SessionAffinity is ignored for headless services".to_owned());
        }
        found
    }

    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (spec, path) = (&object["spec"], FieldPath::new("spec"));
        let kind = spec["type"].as_str().unwrap_or_default();
        let ports: Vec<&Value> = spec["ports"].as_array().into_iter().flatten().collect();
        let headless = spec["clusterIP"] == "None";
        if ports.is_empty() && !headless && kind != "ExternalName" {
            errors.push(Error::required(&path.child("ports"), ""));
        }
        if kind == "ExternalName" && spec["externalName"].as_str().is_none_or(str::is_empty) {
            errors.push(Error::required(&path.child("externalName"), ""));
        }
        let mut names = BTreeSet::new();
        for (index, port) in ports.iter().enumerate() {
            let path = path.child("ports").index(index);
            self::port(&mut errors, port, ports.len() > 1, &mut names, &path);
        }
        duplicate_ports(&mut errors, &ports, &path.child("ports"));
        let kinds = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
        if !kinds.contains(&kind) {
            errors.push(Error::not_supported(&path.child("type"), kind, kinds));
        }
        if spec["ipFamilyPolicy"] == "RequireDualStack" {
            let detail = "this cluster is not configured for dual-stack services";
            errors.push(Error::invalid(
                &path.child("ipFamilyPolicy"),
                "RequireDualStack",
                detail,
            ));
        }
        addresses(&mut errors, spec, &path);
        let affinity = spec["sessionAffinity"].as_str().unwrap_or_default();
        if !matches!(affinity, "ClientIP" | "None") {
            errors.push(Error::not_supported(
                &path.child("sessionAffinity"),
                affinity,
                ["ClientIP", "None"],
            ));
        }
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (before, now) = (&old["spec"]["clusterIPs"], &new["spec"]["clusterIPs"]);
        let stays = new["spec"]["type"] != "ExternalName" && old["spec"]["type"] != "ExternalName";
        if stays && before.is_array() && before[0] != now[0] {
            let path = FieldPath::new("spec").child("clusterIPs").index(0);
            errors.push(Error::invalid(
                &path,
                now.clone(),
                "may not change once set",
            ));
        }
        errors.extend(self.validate(new));
        errors
    }
}

/// A number is used once for each protocol.
fn duplicate_ports(errors: &mut ErrorList, ports: &[&Value], path: &FieldPath) {
    let mut seen = Vec::new();
    for (index, port) in ports.iter().enumerate() {
        let pair = (&port["protocol"], &port["port"]);
        if seen.contains(&pair) {
            let shown = format!(
                r#"{{"Name":"","Protocol":{},"AppProtocol":null,"Port":{},"TargetPort":0,"NodePort":0}}"#,
                pair.0, pair.1
            );
            errors.push(Error::duplicate(&path.index(index), port["port"].clone()).shown_as(shown));
        }
        seen.push(pair);
    }
}

/// Addresses are of the one family that there is.
fn addresses(errors: &mut ErrorList, spec: &Value, path: &FieldPath) {
    for (index, family) in spec["ipFamilies"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        if family == "IPv6" {
            let place = path.child("ipFamilies").index(index);
            errors.push(Error::invalid(
                &place,
                "IPv6",
                "not configured on this cluster",
            ));
        }
    }
    for (index, address) in spec["clusterIPs"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let text = address.as_str().unwrap_or_default();
        if text != "None" && text.parse::<std::net::IpAddr>().is_err() {
            let place = path.child("clusterIPs").index(index);
            let detail = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
            errors.push(Error::invalid(&place, text, detail));
        }
    }
}

fn port<'a>(
    errors: &mut ErrorList,
    port: &'a Value,
    needs_name: bool,
    names: &mut BTreeSet<&'a str>,
    path: &FieldPath,
) {
    let name = port["name"].as_str().unwrap_or_default();
    if name.is_empty() {
        if needs_name {
            errors.push(Error::required(&path.child("name"), ""));
        }
    } else {
        let wrong = is_dns1123_label(name);
        errors.extend(
            wrong
                .into_iter()
                .map(|wrong| Error::invalid(&path.child("name"), name, wrong)),
        );
        if !names.insert(name) {
            errors.push(Error::duplicate(&path.child("name"), name));
        }
    }
    let number = port["port"].as_i64().unwrap_or(0);
    let wrong = is_port_number(number);
    errors.extend(
        wrong
            .into_iter()
            .map(|wrong| Error::invalid(&path.child("port"), number, wrong)),
    );
    let protocol = port["protocol"].as_str().unwrap_or_default();
    if !matches!(protocol, "SCTP" | "TCP" | "UDP") {
        let supported = ["SCTP", "TCP", "UDP"];
        errors.push(Error::not_supported(
            &path.child("protocol"),
            protocol,
            supported,
        ));
    }
    let target = &port["targetPort"];
    let wrong = match target.as_str() {
        Some(name) => is_port_name(name),
        None => is_port_number(target.as_i64().unwrap_or(0)),
    };
    let path = path.child("targetPort");
    errors.extend(
        wrong
            .into_iter()
            .map(|wrong| Error::invalid(&path, target.clone(), wrong)),
    );
}
