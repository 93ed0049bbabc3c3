//! `helm show`: what a chart says about itself.

use std::io::{Result as IoResult, Write};

use chart::{Chart, LoadOptions};
use cobra::{Command, Failure, Invocation, Io};

use crate::args;
use crate::flags::CHART_PATH;
use crate::root::Context;
use crate::{chart_source, failure};

const LONG: &str = "
Shows parts of a chart, which is a directory or an archive.
";

pub(crate) static SHOW: Command<Context> = Command::new("show", "show what a chart says")
    .long(LONG)
    .aliases(&["inspect"])
    .commands(&[&ALL, &CHART, &CRDS, &README, &VALUES]);

static ALL: Command<Context> =
    part("all [CHART]", "show all of it").run(|i, _, io| show(i, io, show_all));
static CHART: Command<Context> =
    part("chart [CHART]", "show the metadata").run(|i, _, io| show(i, io, show_chart));
static CRDS: Command<Context> = part("crds [CHART]", "show the custom resource definitions")
    .run(|i, _, io| show(i, io, show_crds));
static README: Command<Context> =
    part("readme [CHART]", "show the README").run(|i, _, io| show(i, io, show_readme));
static VALUES: Command<Context> =
    part("values [CHART]", "show the default values").run(|i, _, io| show(i, io, show_values));

const fn part(use_line: &'static str, short: &'static str) -> Command<Context> {
    Command::new(use_line, short)
        .flags(&[CHART_PATH])
        .args(args::exact::<1>())
}

type Out<'a> = &'a mut dyn Write;

fn show(
    invocation: &Invocation<Context>,
    io: &mut Io<'_>,
    part: fn(&Chart, Out<'_>) -> IoResult<()>,
) -> Result<(), Failure> {
    let path = chart_source::locate(&invocation.args[0], &invocation.flags, io)?;
    let loaded =
        Chart::load_with(&path, &LoadOptions::default()).map_err(|error| failure::only(&error))?;
    for line in loaded.log.take() {
        writeln!(io.stderr, "{line}")?;
    }
    part(&loaded.chart, &mut io.stdout)?;
    Ok(())
}

fn show_all(chart: &Chart, out: Out<'_>) -> IoResult<()> {
    show_chart(chart, out)?;
    for text in [values(chart), readme(chart)].into_iter().flatten() {
        writeln!(out, "---\n{text}")?;
    }
    show_crds(chart, out)
}

fn show_chart(chart: &Chart, out: Out<'_>) -> IoResult<()> {
    writeln!(out, "{}", chart.metadata.to_yaml())
}

fn show_values(chart: &Chart, out: Out<'_>) -> IoResult<()> {
    values(chart).map_or(Ok(()), |text| writeln!(out, "{text}"))
}

fn show_readme(chart: &Chart, out: Out<'_>) -> IoResult<()> {
    readme(chart).map_or(Ok(()), |text| writeln!(out, "{text}"))
}

fn show_crds(chart: &Chart, out: Out<'_>) -> IoResult<()> {
    for (_, text) in chart.crds() {
        writeln!(out, "---\n{text}")?;
    }
    Ok(())
}

fn values(chart: &Chart) -> Option<String> {
    chart
        .raw
        .iter()
        .find(|file| file.name == "values.yaml")
        .map(|file| file.data.to_string())
}

/// The README in any spelling that Helm knows.
fn readme(chart: &Chart) -> Option<String> {
    let is_readme = |name: &str| {
        matches!(
            name.to_lowercase().as_str(),
            "readme.md" | "readme.txt" | "readme"
        )
    };
    chart
        .files
        .iter()
        .find(|file| is_readme(&file.name))
        .map(|file| file.data.to_string())
}
