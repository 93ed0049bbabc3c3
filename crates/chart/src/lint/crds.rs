//! Rules for `crds/`.

use std::path::Path;

use serde_json::Value;

use super::Findings;
use crate::chart::Chart;
use crate::yaml;

pub(super) fn check(directory: &Path, chart: &Chart, findings: &mut Findings) {
    let folder = directory.join("crds");
    if !folder.exists() {
        return;
    }
    if !folder.is_dir() {
        findings.error("crds/", "not a directory");
        return;
    }
    check_definitions(chart, findings);
}

/// The definitions of the chart and of those that it contains; all have the path that they have in their own chart.
fn check_definitions(chart: &Chart, findings: &mut Findings) {
    for file in chart.definitions() {
        for document in crate::manifest::split_manifests(&file.data.to_str()) {
            match yaml::parse(document.as_bytes()) {
                Err(error) => {
                    findings.error(file.name.as_str(), format!("unable to parse YAML: {error}"));
                    break;
                }
                Ok(Value::Null) => {}
                Ok(object) => check_definition(&file.name, &object, findings),
            }
        }
    }
    for dependency in &chart.dependencies {
        check_definitions(dependency, findings);
    }
}

fn check_definition(path: &str, object: &Value, findings: &mut Findings) {
    let api_version = object["apiVersion"].as_str().unwrap_or_default();
    if !api_version.starts_with("apiextensions.k8s.io") {
        findings.error(path, "apiVersion is not in 'apiextensions.k8s.io'");
    }
    if object["kind"] != "CustomResourceDefinition" {
        findings.error(path, "object kind is not 'CustomResourceDefinition'");
    }
}
