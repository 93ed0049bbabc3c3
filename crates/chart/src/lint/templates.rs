//! Rules for templates and for what they render to.

use std::path::Path;

use apimachinery::validation::{
    is_dns1035_label, is_dns1123_label, is_dns1123_subdomain, is_path_segment_name,
};
use serde_json::Value;

use super::Findings;
use crate::chart::Chart;
use crate::load::LoadError;
use crate::render::{Error, Options, render_files};
use crate::values::Values;
use crate::yaml;

const FOLDER: &str = "templates/";

/// The name of the release that lint renders for.
const RELEASE: &str = "test-release";

pub(super) fn check(
    directory: &Path,
    chart: Result<&Chart, &LoadError>,
    values: &Values,
    options: &Options,
    findings: &mut Findings,
) {
    if !directory.join("templates").is_dir() {
        findings.warning(FOLDER, "directory does not exist");
        return;
    }
    let chart = match chart {
        Ok(chart) => chart,
        Err(error) => {
            findings.error(FOLDER, error.to_string());
            return;
        }
    };
    let mut options = options.clone();
    options.lint = true;
    RELEASE.clone_into(&mut options.release.name);
    let files = match render_files(chart, values, &options) {
        Ok(files) => files,
        // Helm says nothing of values that do not fit the contained charts.
        Err(Error::Dependencies(_) | Error::Values(_)) => return,
        Err(error) => {
            findings.error(FOLDER, error.to_string());
            return;
        }
    };
    for template in chart.templates.iter() {
        let extension = gostd::path::ext(&template.name);
        if !matches!(extension, ".yaml" | ".yml" | ".tpl" | ".txt") {
            let text = format!(
                "file extension '{extension}' not valid. Valid extensions are .yaml, .yml, .tpl, or .txt"
            );
            findings.error(template.name.as_str(), text);
        }
        let path = format!("{}/{}", chart.name(), template.name);
        if let Some(text) = files
            .get(&path)
            .filter(|_| matches!(extension, ".yaml" | ".yml"))
        {
            check_documents(&template.name, &text.to_str(), findings);
        }
    }
}

fn check_documents(path: &str, text: &str, findings: &mut Findings) {
    if text.trim().is_empty() {
        return;
    }
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    if first.starts_with([' ', '\t']) {
        let line = gostd::strconv::quote(first);
        findings.warning(
            path,
            format!(
                "document starts with an illegal indent: {line}, which may cause parsing problems"
            ),
        );
    }
    for document in crate::manifest::split_manifests(text) {
        match yaml::parse(document.as_bytes()) {
            Err(error) => {
                findings.error(path, format!("unable to parse YAML: {error}"));
                return;
            }
            Ok(Value::Null) => {}
            Ok(object) => check_object(path, &object, findings),
        }
    }
}

fn check_object(path: &str, object: &Value, findings: &mut Findings) {
    let field = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (kind, api_version, name) = (
        field(&object["kind"]),
        field(&object["apiVersion"]),
        field(&object["metadata"]["name"]),
    );
    let faults = name_faults(&kind, &name);
    if !faults.is_empty() {
        let name = gostd::strconv::quote(&name);
        let faults: Vec<String> = faults
            .iter()
            .map(|fault| format!("metadata.name: Invalid value: {name}: {fault}"))
            .collect();
        let text = if faults.len() == 1 {
            faults[0].clone()
        } else {
            format!("[{}]", faults.join(", "))
        };
        findings.warning(
            path,
            format!(
                "object name does not conform to Kubernetes naming requirements: {name}: {text}"
            ),
        );
    }
    if let Some(text) = deprecation(&api_version, &kind) {
        findings.warning(path, text);
    }
    let selects = matches!(
        kind.as_str(),
        "Deployment" | "ReplicaSet" | "DaemonSet" | "StatefulSet"
    );
    let selector = &object["spec"]["selector"];
    if selects && selector["matchLabels"].is_null() && selector["matchExpressions"].is_null() {
        findings.error(
            path,
            format!(
                "a {kind} must contain matchLabels or matchExpressions, and {} does not",
                gostd::strconv::quote(&name)
            ),
        );
    }
}

/// Most names are subdomains of DNS.
fn name_faults(kind: &str, name: &str) -> Vec<String> {
    match kind.to_lowercase().as_str() {
        "certificatesigningrequest" => Vec::new(),
        "service" => is_dns1035_label(name),
        "namespace" => is_dns1123_label(name),
        "role" | "clusterrole" | "rolebinding" | "clusterrolebinding" => is_path_segment_name(name),
        _ => is_dns1123_subdomain(name),
    }
}

/// Kinds that Kubernetes no longer serves where they once were.
fn deprecation(api_version: &str, kind: &str) -> Option<String> {
    let removed = |deprecated: &str, unavailable: &str, instead: &str| {
        Some(format!(
            "{api_version} {kind} is deprecated in {deprecated}+, unavailable in {unavailable}+; use {instead} {kind}"
        ))
    };
    match (api_version, kind) {
        ("extensions/v1beta1", "Deployment" | "DaemonSet" | "ReplicaSet") => {
            removed("v1.8", "v1.16", "apps/v1")
        }
        ("extensions/v1beta1", "NetworkPolicy") => removed("v1.9", "v1.16", "networking.k8s.io/v1"),
        ("extensions/v1beta1", "Ingress") => removed("v1.14", "v1.22", "networking.k8s.io/v1"),
        (
            "apps/v1beta1" | "apps/v1beta2",
            "Deployment" | "StatefulSet" | "DaemonSet" | "ReplicaSet",
        ) => removed(
            if api_version == "apps/v1beta1" {
                "v1.8"
            } else {
                "v1.9"
            },
            "v1.16",
            "apps/v1",
        ),
        _ => None,
    }
}
