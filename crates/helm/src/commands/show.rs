//! `helm show`: what a chart says about itself.

use std::io::Write;

use apimachinery::jsonpath::{JsonPath, MissingKeys};
use chart::Chart;
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};

use crate::args;
use crate::chart_source;
use crate::complete;
use crate::flags::{CHART_PATH, DEVEL};
use crate::root::Context;

const LONG: &str = "
Shows parts of a chart, which is a directory or an archive.
";

const EXAMPLE: &str = "  # The default values of a chart
  helm show values ./chart

  # One of them
  helm show values ./chart --jsonpath '{.image.repository}'

  # The metadata of a chart in a repository
  helm show chart stable/web --version 1.x";

pub(crate) static SHOW: Command<Context> = Command::new("show", "show what a chart says")
    .long(LONG)
    .example(EXAMPLE)
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
static VALUES: Command<Context> = Command::new("values [CHART]", "show the default values")
    .flags(&[CHART_PATH, DEVEL, VALUES_FLAGS])
    .args(args::exact::<1>())
    .complete(complete::one_chart)
    .run(|i, _, io| show(i, io, show_values));

const VALUES_FLAGS: &[Flag] = &[Flag::string(
    "jsonpath",
    "JSONPath expression for what to show of the values",
)];

const fn part(use_line: &'static str, short: &'static str) -> Command<Context> {
    Command::new(use_line, short)
        .flags(&[CHART_PATH, DEVEL])
        .args(args::exact::<1>())
        .complete(complete::one_chart)
}

type Out<'a> = &'a mut dyn Write;

fn show(
    invocation: &Invocation<Context>,
    io: &mut Io<'_>,
    part: fn(&Chart, &Flags, Out<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let located = chart_source::locate(&invocation.args[0], &invocation.flags, io)?;
    let chart = located.load_any_version(io)?;
    part(&chart, &invocation.flags, &mut io.stdout)
}

fn show_all(chart: &Chart, flags: &Flags, out: Out<'_>) -> Result<(), Failure> {
    show_chart(chart, flags, out)?;
    for text in [values(chart), readme(chart)].into_iter().flatten() {
        writeln!(out, "---\n{text}")?;
    }
    show_crds(chart, flags, out)
}

fn show_chart(chart: &Chart, _: &Flags, out: Out<'_>) -> Result<(), Failure> {
    writeln!(out, "{}", chart.metadata.to_yaml())?;
    Ok(())
}

fn show_values(chart: &Chart, flags: &Flags, out: Out<'_>) -> Result<(), Failure> {
    let path = flags.string("jsonpath");
    if path.is_empty() {
        if let Some(text) = values(chart) {
            writeln!(out, "{text}")?;
        }
        return Ok(());
    }
    let template = JsonPath::parse(path, MissingKeys::Allow)
        .map_err(|error| Failure::new(format!("error parsing jsonpath {path}: {error}")))?;
    out.write_all(template.execute(&chart.default_values())?.as_bytes())?;
    Ok(())
}

fn show_readme(chart: &Chart, _: &Flags, out: Out<'_>) -> Result<(), Failure> {
    if let Some(text) = readme(chart) {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

fn show_crds(chart: &Chart, _: &Flags, out: Out<'_>) -> Result<(), Failure> {
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
