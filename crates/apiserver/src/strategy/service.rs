//! Services.

mod addresses;
mod type_dependent;

use std::collections::BTreeSet;

use apimachinery::Timestamp;
use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::{is_dns1123_label, is_port_name, is_port_number};
use serde_json::Value;

use super::Strategy;

/// Services have one address of one family.
pub(super) struct Service;

impl Strategy for Service {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        addresses::normalize_for_create(&mut object["spec"]);
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        addresses::normalize_for_update(&mut new["spec"], &old["spec"]);
        type_dependent::drop_unneeded(&mut new["spec"], &old["spec"]);
        type_dependent::keep_allocated(&mut new["spec"], &old["spec"]);
        addresses::default_families(&mut new["spec"]);
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
        of_type(&mut errors, spec, &path);
        addresses::validate(&mut errors, spec, &path);
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

/// What its type rules out.
fn of_type(errors: &mut ErrorList, spec: &Value, path: &FieldPath) {
    let kind = spec["type"].as_str().unwrap_or_default();
    let addresses = path.child("clusterIPs");
    match kind {
        "ExternalName" if spec["clusterIPs"][0].is_string() => {
            let detail = "may not be set for ExternalName services";
            errors.push(Error::forbidden(&addresses, detail));
        }
        "LoadBalancer" | "NodePort" if spec["clusterIP"] == "None" => {
            let detail = format!("may not be set to 'None' for {kind} services");
            errors.push(Error::invalid(&addresses.index(0), "None", detail));
        }
        _ => {}
    }
    let ports = spec["ports"].as_array().into_iter().flatten();
    let with_node_port = |port: &&Value| port["nodePort"].as_i64().is_some_and(|port| port != 0);
    let mut seen: Vec<(&Value, &Value)> = Vec::new();
    for (index, port) in ports.enumerate().filter(|(_, port)| with_node_port(port)) {
        let place = path.child("ports").index(index).child("nodePort");
        let pair = (&port["protocol"], &port["nodePort"]);
        if matches!(kind, "ClusterIP" | "ExternalName") {
            let detail = format!("may not be used when `type` is '{kind}'");
            errors.push(Error::forbidden(&place, detail));
        } else if seen.contains(&pair) {
            errors.push(Error::duplicate(&place, port["nodePort"].clone()));
        }
        seen.push(pair);
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
