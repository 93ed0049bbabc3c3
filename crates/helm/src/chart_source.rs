//! Finding the chart that an argument names.

use std::path::PathBuf;

use chart::Chart;
use cobra::{Failure, Flags, Io};

/// The path of a chart on disk. Repositories and registries are not there.
pub(crate) fn locate(name: &str, flags: &Flags, io: &Io<'_>) -> Result<PathBuf, Failure> {
    let name = name.trim();
    let path = io.resolve(name);
    if flags.string("repo").is_empty() {
        if path.exists() {
            return Ok(cleaned(&path));
        }
        if name.starts_with('/') || name.starts_with('.') {
            let name = gostd::strconv::quote(name);
            return Err(Failure::new(format!("path {name} not found")));
        }
    }
    match name.split_once('/') {
        _ if name.contains("://") || !flags.string("repo").is_empty() => {
            Err(Failure::new(format!("charts are not downloaded: {name}")))
        }
        Some((repository, _)) => Err(Failure::new(format!("repo {repository} not found"))),
        None => {
            let message = format!(
                "non-absolute URLs should be in form of repo_name/path_to_chart, got: {name}"
            );
            Err(Failure::new(message))
        }
    }
}

fn cleaned(path: &std::path::Path) -> PathBuf {
    path.to_str().map_or_else(
        || path.to_path_buf(),
        |text| PathBuf::from(gostd::path::clean(text)),
    )
}

/// Refuses charts that only serve others, and those whose dependencies are not there.
pub(crate) fn check(chart: &Chart) -> Result<(), Failure> {
    if chart.is_library() {
        return Err(Failure::new("library charts are not installable"));
    }
    let there = |name: &str| {
        chart
            .dependencies
            .iter()
            .any(|dependency| dependency.name() == name)
    };
    let missing = chart
        .metadata
        .dependencies
        .iter()
        .map(|dependency| dependency.name.as_str());
    let missing: Vec<&str> = missing.filter(|name| !there(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "an error occurred while checking for chart dependencies. You may need to run 'helm dependency build' to fetch missing dependencies: found in Chart.yaml, but missing in charts/ directory: {}",
        missing.join(", "),
    )))
}
