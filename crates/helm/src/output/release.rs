//! A release as `install`, `upgrade`, `status`, `test` and `get all` show it.

use std::io::Write;

use chart::HookEvent;
use cobra::Failure;
use gostd::time::Location;
use serde_json::Value;

use crate::flags::Output;
use crate::release::Release;

/// How much of a release is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Values, hooks and manifest.
    pub(crate) all: bool,
    /// The chart and its version.
    pub(crate) metadata: bool,
    /// The notes.
    pub(crate) notes: bool,
    /// The chart, in the forms for machines.
    pub(crate) chart: bool,
}

/// Prints a release.
pub(crate) struct ReleasePrinter<'a> {
    /// The release.
    pub(crate) release: &'a Release,
    /// How much of it.
    pub(crate) shown: Shown,
    /// The tables of its objects; empty where they were not asked for.
    pub(crate) resources: &'a str,
    /// The zone of the person's clock.
    pub(crate) zone: &'a Location,
}

impl ReleasePrinter<'_> {
    /// Writes the release.
    ///
    /// # Errors
    /// If it cannot be written, or its values do not fit its chart.
    pub(crate) fn write(&self, format: Output, out: &mut dyn Write) -> Result<(), Failure> {
        if format == Output::Table {
            return self.write_text(out);
        }
        if self.shown.chart {
            return format.write(self.release, out);
        }
        let mut release = self.release.clone();
        release.chart = None;
        format.write(&release, out)
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let release = self.release;
        writeln!(out, "NAME: {}", release.name)?;
        if !release.info.last_deployed.is_zero() {
            let time = release.info.last_deployed.ansic(self.zone);
            writeln!(out, "LAST DEPLOYED: {time}")?;
        }
        writeln!(out, "NAMESPACE: {}", release.namespace)?;
        writeln!(out, "STATUS: {}", release.info.status)?;
        writeln!(out, "REVISION: {}", release.version)?;
        if self.shown.metadata
            && let Some(chart) = &release.chart
        {
            writeln!(out, "CHART: {}", chart.metadata.name)?;
            writeln!(out, "VERSION: {}", chart.metadata.version)?;
            writeln!(out, "APP_VERSION: {}", chart.metadata.app_version)?;
        }
        writeln!(out, "DESCRIPTION: {}", release.info.description)?;
        if !self.resources.is_empty() {
            write!(out, "RESOURCES:\n{}\n", self.resources)?;
        }
        self.write_tests(out)?;
        if self.shown.all {
            self.write_values(out)?;
        }
        let is_dry_run = release.info.description.to_lowercase() == "dry run complete";
        if self.shown.all || is_dry_run {
            writeln!(out, "HOOKS:")?;
            for hook in &release.hooks {
                write!(out, "---\n# Source: {}\n{}\n", hook.path, hook.manifest)?;
            }
            write!(out, "MANIFEST:\n{}\n", release.manifest)?;
        }
        let notes = release.info.notes.trim_matches(gostd::unicode::is_space);
        if self.shown.notes && !release.info.notes.is_empty() {
            write!(out, "NOTES:\n{notes}\n")?;
        }
        Ok(())
    }

    fn write_tests(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let is_test = |event: &String| HookEvent::parse(event) == Some(HookEvent::Test);
        let hooks = self.release.hooks.iter();
        let mut tests = hooks
            .filter(|hook| hook.events.iter().any(is_test))
            .peekable();
        if tests.peek().is_none() {
            writeln!(out, "TEST SUITE: None")?;
        }
        for hook in tests.filter(|hook| !hook.last_run.started_at.is_zero()) {
            let run = &hook.last_run;
            let (started, completed) = (
                run.started_at.ansic(self.zone),
                run.completed_at.ansic(self.zone),
            );
            let (name, phase) = (&hook.name, &run.phase);
            write!(
                out,
                "TEST SUITE:     {name}\nLast Started:   {started}\nLast Completed: {completed}\nPhase:          {phase}\n"
            )?;
        }
        Ok(())
    }

    fn write_values(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let user = self.release.config.clone().unwrap_or(Value::Null);
        let user = goyaml::json_to_yaml(&user);
        write!(out, "USER-SUPPLIED VALUES:\n{user}\n")?;
        let computed = goyaml::json_to_yaml(&self.release.computed_values()?);
        write!(out, "COMPUTED VALUES:\n{computed}\n")?;
        Ok(())
    }
}
