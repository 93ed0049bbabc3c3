//! What is there of the dependencies that a chart declares.

use std::path::Path;

use sprig::{Constraints, Version};

use crate::chart::Chart;
use crate::metadata::Dependency;

/// The state of a declared dependency in `charts/`, as `dependency list` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DependencyStatus {
    /// An archive with a fitting version.
    Ok,
    /// Nothing.
    Missing,
    /// A directory with a fitting version.
    Unpacked,
    /// A chart whose version is out of the range.
    WrongVersion,
    /// The range or the chart's version cannot be read.
    InvalidVersion,
    /// The archive cannot be read.
    Corrupt,
    /// The chart in the archive has another name.
    Misnamed,
    /// Several archives could be meant.
    TooManyMatches,
}

impl std::fmt::Display for DependencyStatus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DependencyStatus::Ok => "ok",
            DependencyStatus::Missing => "missing",
            DependencyStatus::Unpacked => "unpacked",
            DependencyStatus::WrongVersion => "wrong version",
            DependencyStatus::InvalidVersion => "invalid version",
            DependencyStatus::Corrupt => "corrupt",
            DependencyStatus::Misnamed => "misnamed",
            DependencyStatus::TooManyMatches => "too many matches",
        })
    }
}

impl DependencyStatus {
    /// Looks for a dependency in the `charts/` of the chart in `directory`.
    #[must_use]
    pub fn of(dependency: &Dependency, directory: &Path) -> DependencyStatus {
        let charts = directory.join("charts");
        let archives = archives(&charts, &dependency.name);
        match archives.as_slice() {
            [] => {}
            [archive] => {
                return match Chart::load(archive) {
                    Err(_) => DependencyStatus::Corrupt,
                    Ok(chart) if chart.name() != dependency.name => DependencyStatus::Misnamed,
                    Ok(chart) => fits(dependency, &chart, DependencyStatus::Ok),
                };
            }
            _ => return DependencyStatus::TooManyMatches,
        }
        let unpacked = charts.join(&dependency.name);
        if !unpacked.is_dir() {
            return DependencyStatus::Missing;
        }
        match Chart::load(&unpacked) {
            Err(_) => DependencyStatus::Corrupt,
            Ok(chart) if chart.name() != dependency.name => DependencyStatus::Misnamed,
            Ok(chart) => fits(dependency, &chart, DependencyStatus::Unpacked),
        }
    }
}

fn fits(dependency: &Dependency, chart: &Chart, fitting: DependencyStatus) -> DependencyStatus {
    if chart.metadata.version == dependency.version {
        return fitting;
    }
    match (
        Constraints::parse(&dependency.version),
        Version::parse(&chart.metadata.version),
    ) {
        (Ok(constraints), Ok(version)) if constraints.check(&version) => fitting,
        (Ok(_), Ok(_)) => DependencyStatus::WrongVersion,
        _ => DependencyStatus::InvalidVersion,
    }
}

/// Archives named after a chart and a version. A longer chart name with the same beginning is another chart's.
fn archives(charts: &Path, name: &str) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(charts) else {
        return Vec::new();
    };
    let mut found: Vec<_> = entries
        .flatten()
        .filter(|entry| {
            let file = entry.file_name().to_string_lossy().into_owned();
            let version = file
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('-'))
                .and_then(|rest| rest.strip_suffix(".tgz"));
            version.is_some_and(|version| Version::parse(version).is_ok())
        })
        .map(|entry| entry.path())
        .collect();
    found.sort();
    found
}

impl Chart {
    /// The names of the declared dependencies that the chart does not contain.
    #[must_use]
    pub fn missing_dependencies(&self) -> Vec<&str> {
        let declared = self
            .metadata
            .dependencies
            .iter()
            .map(|dependency| dependency.name.as_str());
        declared
            .filter(|name| !self.dependencies.iter().any(|chart| chart.name() == *name))
            .collect()
    }
}
