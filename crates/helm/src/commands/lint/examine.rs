//! One chart, in a directory or an archive.

use std::fs::File;
use std::path::{Path, PathBuf};

use chart::{Advice, Chart, Finding, Options, Severity, Values, ValuesFile};
use cobra::Io;

use crate::expand::expand;
use crate::failure::go_io;

/// What was found in a chart, or why it was not looked at.
pub(super) enum Examined {
    Findings(Vec<Finding>, Vec<Advice>),
    NoChart(String),
}

impl Examined {
    pub(super) fn failed(&self, strict: bool) -> bool {
        let least = if strict {
            Severity::Warning
        } else {
            Severity::Error
        };
        match self {
            Examined::Findings(findings, _) => {
                findings.iter().any(|finding| finding.severity >= least)
            }
            Examined::NoChart(_) => true,
        }
    }

    /// The lines that Helm prints.
    pub(super) fn lines(&self, quiet: bool) -> Vec<String> {
        match self {
            Examined::Findings(findings, _) => findings
                .iter()
                .filter(|finding| !quiet || finding.severity > Severity::Info)
                .map(ToString::to_string)
                .collect(),
            Examined::NoChart(reason) => vec![format!("Error {reason}")],
        }
    }

    pub(super) fn advice(&self) -> &[Advice] {
        match self {
            Examined::Findings(_, advice) => advice,
            Examined::NoChart(_) => &[],
        }
    }
}

/// Values that a user sets: all of them merged, and the files that some of them come from.
pub(super) struct Given {
    pub(super) values: Values,
    pub(super) files: Vec<(String, Vec<u8>)>,
}

pub(super) fn examine(path: &str, given: &Given, options: &Options, io: &Io<'_>) -> Examined {
    let place = io.resolve(path);
    if !path.ends_with(".tgz") && !path.ends_with(".tar.gz") {
        let directory = PathBuf::from(gostd::path::clean(&place.to_string_lossy()));
        return examine_directory(path, &directory, given, options);
    }
    match unpack(path, &place) {
        // The directory is there until the chart has been looked at.
        Ok((unpacked, name)) => {
            let directory = unpacked.path().join(name);
            examine_directory(&directory.to_string_lossy(), &directory, given, options)
        }
        Err(reason) => Examined::NoChart(reason),
    }
}

fn unpack(shown: &str, archive: &Path) -> Result<(tempfile::TempDir, String), String> {
    let file = File::open(archive).map_err(|error| {
        let reason = go_io("open", shown, &error);
        format!("unable to open tarball: {reason}")
    })?;
    let directory = tempfile::Builder::new().prefix("helm-lint").tempdir();
    let directory = directory
        .map_err(|error| format!("unable to create temp dir to extract tarball: {error}"))?;
    let name = expand(file, directory.path())
        .map_err(|error| format!("unable to extract tarball: {error}"))?;
    Ok((directory, name))
}

fn examine_directory(shown: &str, directory: &Path, given: &Given, options: &Options) -> Examined {
    if let Err(error) = std::fs::metadata(directory.join("Chart.yaml")) {
        let file = gostd::path::join(&[shown, "Chart.yaml"]);
        let reason = go_io("stat", &file, &error);
        return Examined::NoChart(format!(
            "unable to check Chart.yaml file in chart: {reason}"
        ));
    }
    let findings = Chart::lint(directory, &given.values, options);
    Examined::Findings(findings, advise(directory, given, options))
}

/// What Helm does not say about the values.
fn advise(directory: &Path, given: &Given, options: &Options) -> Vec<Advice> {
    let Ok(chart) = Chart::load(directory) else {
        return Vec::new();
    };
    let defaults = std::fs::read(directory.join("values.yaml")).unwrap_or_default();
    let mut files = vec![ValuesFile {
        name: "values.yaml",
        text: &defaults,
    }];
    files.extend(
        given
            .files
            .iter()
            .map(|(name, text)| ValuesFile { name, text }),
    );
    chart.advise(&files, &options.environment)
}
