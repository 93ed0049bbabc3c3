//! `helm package`.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use chart::{Chart, LoadOptions};
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};

use crate::failure::{self, go_io};
use crate::root::Context;
use crate::source_date_epoch::source_date_epoch;

const FLAGS: &[Flag] = &[
    Flag::string(
        "app-version",
        "version of what the chart installs, in place of the chart's own",
    ),
    Flag::string("destination", "directory that the archive is written to")
        .short('d')
        .default("."),
    Flag::string("version", "version of the chart, in place of its own"),
];

const LONG: &str = "
Packs the chart in a directory into an archive NAME-VERSION.tgz. The charts that
it contains go into the archive unpacked.

Where SOURCE_DATE_EPOCH is set (seconds since 1970), all entries get that time,
and the same chart gives the same bytes wherever it is packed.
";

pub(crate) static PACKAGE: Command<Context> =
    Command::new("package [CHART_PATH] [...]", "pack a chart into an archive")
        .long(LONG)
        .flags(&[FLAGS])
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new(
            "need at least one argument, the path to the chart",
        ));
    }
    for path in &invocation.args {
        package(path, &invocation.flags, io)?;
    }
    Ok(())
}

fn package(path: &str, flags: &Flags, io: &mut Io<'_>) -> Result<(), Failure> {
    let directory = io.resolve(path);
    fs::metadata(&directory).map_err(|error| Failure::new(go_io("stat", path, &error)))?;
    let loaded = Chart::load_with(&directory, &LoadOptions::default())
        .map_err(|error| failure::only(&error))?;
    for line in loaded.log.take() {
        writeln!(io.stderr, "{line}")?;
    }
    let mut chart = loaded.chart;
    if !flags.string("version").is_empty() {
        chart.metadata.version = flags.string("version").to_owned();
    }
    if !flags.string("app-version").is_empty() {
        chart.metadata.app_version = flags.string("app-version").to_owned();
    }
    sprig::Version::parse(&chart.metadata.version)
        .map_err(|error| Failure::new(error.to_string()))?;
    let missing = chart.missing_dependencies();
    if !missing.is_empty() {
        return Err(Failure::new(format!(
            "found in Chart.yaml, but missing in charts/ directory: {}",
            missing.join(", ")
        )));
    }
    let archive = chart
        .package(source_date_epoch(&io.env)?)
        .map_err(|error| Failure::new(error.to_string()))?;
    let destination = match flags.string("destination") {
        "." => io.cwd.to_string_lossy().into_owned(),
        other => other.to_owned(),
    };
    let name = format!("{}-{}.tgz", chart.metadata.name, chart.metadata.version);
    let target = gostd::path::join(&[&destination, &name]);
    write(&io.resolve(&destination), &name, &archive)?;
    writeln!(
        io.stdout,
        "Successfully packaged chart and saved it to: {target}"
    )?;
    Ok(())
}

/// Writes the archive under another name first, so that there never is half of one.
fn write(directory: &Path, name: &str, archive: &[u8]) -> Result<(), Failure> {
    let shown = directory.display().to_string();
    fs::create_dir_all(directory).map_err(|error| Failure::new(go_io("mkdir", &shown, &error)))?;
    let part = directory.join(format!("{name}.part"));
    fs::write(&part, archive)
        .and_then(|()| fs::rename(&part, directory.join(name)))
        .map_err(|error| Failure::new(go_io("open", &format!("{shown}/{name}"), &error)))
}
