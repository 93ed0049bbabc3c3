//! Rules for what a chart depends on.

use std::path::Path;

use super::Findings;
use crate::chart::Chart;

pub(super) fn check(directory: &Path, chart: &Chart, findings: &mut Findings) {
    let path = directory.display().to_string();
    let declared = |name: &str| {
        chart
            .metadata
            .dependencies
            .iter()
            .any(|dependency| dependency.name == name)
    };
    let undeclared: Vec<&str> = chart
        .dependencies
        .iter()
        .map(Chart::name)
        .filter(|name| !declared(name))
        .collect();
    if !undeclared.is_empty() {
        findings.error(
            path.as_str(),
            format!(
                "chart metadata is missing these dependencies: {}",
                undeclared.join(",")
            ),
        );
    }
    let missing = chart.missing_dependencies();
    if !missing.is_empty() {
        findings.warning(
            path.as_str(),
            format!(
                "chart directory is missing these dependencies: {}",
                missing.join(",")
            ),
        );
    }
}
