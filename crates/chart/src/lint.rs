//! What is wrong, or could be better, with a chart in a directory.

mod chart_yaml;
mod crds;
mod dependencies;
mod templates;
mod values;

use std::path::Path;

use crate::chart::Chart;
use crate::log::Log;
use crate::render::Options;
use crate::values::Values;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A recommendation.
    Info,
    /// Something that is likely wrong.
    Warning,
    /// Something that does not work.
    Error,
}

/// Something that a rule found. `Display` is Helm's line for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The file, or what takes its place.
    pub path: String,
    /// What is wrong, in Helm's words.
    pub text: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Info => "INFO",
            Severity::Warning => "WARNING",
            Severity::Error => "ERROR",
        };
        write!(f, "[{severity}] {}: {}", self.path, self.text)
    }
}

/// The findings so far.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, severity: Severity, path: impl Into<String>, text: impl Into<String>) {
        self.0.push(Finding {
            severity,
            path: path.into(),
            text: text.into(),
        });
    }

    fn error(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.add(Severity::Error, path, text);
    }

    fn warning(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.add(Severity::Warning, path, text);
    }

    fn info(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.add(Severity::Info, path, text);
    }
}

impl Chart {
    /// Examines the chart in `directory`, an absolute path: `Chart.yaml`, values, templates rendered with `values`,
    /// dependencies and definitions of custom resources, in this order.
    #[must_use]
    pub fn lint(directory: &Path, values: &Values, options: &Options) -> Vec<Finding> {
        let mut findings = Findings::default();
        chart_yaml::check(directory, &mut findings);
        values::check(directory, values, options, &mut findings);
        let chart = Chart::load(directory);
        templates::check(directory, chart.as_ref(), values, options, &mut findings);
        match &chart {
            Ok(chart) => {
                dependencies::check(directory, chart, &mut findings);
                crds::check(directory, chart, &mut findings);
            }
            Err(error) => findings.error("", format!("unable to load chart\n\t{error}")),
        }
        findings.0
    }
}

/// A log for what is told as a finding already.
fn unheard() -> Log {
    Log::default()
}
