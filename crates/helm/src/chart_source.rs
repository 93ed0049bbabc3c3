//! Finding the chart that an argument names.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use chart::{Chart, LoadOptions, Loaded};
use cobra::{Failure, Flags, Io};

use crate::repo::{Source, download};
use crate::{failure, logfmt};

/// A chart on this machine: a path, or an archive that was downloaded for the command.
pub(crate) enum Located {
    Path(PathBuf),
    Archive(Vec<u8>),
}

impl Located {
    /// Reads the chart and shows what Helm logs on the way.
    pub(crate) fn load(&self, io: &mut Io<'_>) -> Result<Chart, Failure> {
        self.load_with(&LoadOptions::default(), io)
    }

    /// Reads a chart that is only shown, whatever its API version is.
    pub(crate) fn load_any_version(&self, io: &mut Io<'_>) -> Result<Chart, Failure> {
        self.load_with(&any_version(), io)
    }

    fn load_with(&self, options: &LoadOptions, io: &mut Io<'_>) -> Result<Chart, Failure> {
        let loaded = match self {
            Located::Path(path) => Chart::load_with(path, options),
            Located::Archive(archive) => Chart::load_archive(archive, options),
        };
        let loaded = loaded.map_err(|error| failure::loading(&error))?;
        for line in loaded.log.take() {
            writeln!(io.stderr, "{line}")?;
        }
        Ok(loaded.chart)
    }
}

/// Reads a chart whatever its API version is, as Helm's commands do that look after its files.
pub(crate) fn load_any_version(path: &Path) -> Result<Loaded, Failure> {
    Chart::load_with(path, &any_version()).map_err(|error| failure::loading(&error))
}

fn any_version() -> LoadOptions {
    LoadOptions {
        any_api_version: true,
        ..LoadOptions::default()
    }
}

/// Finds the chart that an argument names: a path, `repository/chart`, a URL, or a name in the repository of `--repo`.
pub(crate) fn locate(name: &str, flags: &Flags, io: &Io<'_>) -> Result<Located, Failure> {
    let name = name.trim();
    let path = io.resolve(name);
    if flags.string("repo").is_empty() {
        if path.exists() {
            if flags.bool("verify") && path.is_dir() {
                return Err(Failure::new("unpacked charts cannot be verified"));
            }
            if flags.bool("verify") {
                return Err(Failure::new(
                    "signatures are not checked: --verify is not there yet",
                ));
            }
            return Ok(Located::Path(cleaned(&path)));
        }
        if name.starts_with('/') || name.starts_with('.') {
            let name = gostd::strconv::quote(name);
            return Err(Failure::new(format!("path {name} not found")));
        }
    }
    if flags.bool("verify") {
        return Err(Failure::new(
            "signatures are not checked: --verify is not there yet",
        ));
    }
    let source = Source::of_chart(flags, io).map_err(|error| Failure::new(error.to_string()))?;
    let archive = source
        .find(name, io)
        .and_then(|found| download(&found, &source, io));
    let archive = archive.map_err(|error| Failure::new(error.to_string()))?;
    // A cache that cannot be written to is no reason to fail.
    let _kept = source.cache.keep(&archive);
    Ok(Located::Archive(archive))
}

fn cleaned(path: &Path) -> PathBuf {
    path.to_str().map_or_else(
        || path.to_path_buf(),
        |text| PathBuf::from(gostd::path::clean(text)),
    )
}

/// Refuses charts that only serve others, and those whose dependencies are not there; warns of deprecated ones.
pub(crate) fn check(chart: &Chart, io: &mut Io<'_>) -> Result<(), Failure> {
    if chart.is_library() {
        return Err(Failure::new("library charts are not installable"));
    }
    if chart.metadata.deprecated {
        logfmt::write(io, "WARN", "this chart is deprecated", &[]);
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
