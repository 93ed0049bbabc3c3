//! `helm package`.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use chart::{Chart, LoadOptions};
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};

use crate::commands::update_dependencies;
use crate::failure::{self, go_io};
use crate::flags::DEPENDENCIES;
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
    Flag::bool(
        "dependency-update",
        "fetch what the chart depends on before it is packed",
    )
    .short('u'),
    Flag::string("key", "name of the key to sign with"),
    Flag::string("passphrase-file", "file with the passphrase of the key"),
    Flag::bool("sign", "sign the archive"),
    Flag::string("version", "version of the chart, in place of its own"),
];

const LONG: &str = "
Packs the chart in a directory into an archive NAME-VERSION.tgz. The charts that
it contains go into the archive unpacked.

Where SOURCE_DATE_EPOCH is set (seconds since 1970), all entries get that time,
and the same chart gives the same bytes wherever it is packed.
";

const EXAMPLE: &str = "  # Pack a chart as version 1.2.0
  helm package ./chart --version 1.2.0 -d archives

  # The same bytes for the same commit
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) helm package ./chart";

pub(crate) static PACKAGE: Command<Context> =
    Command::new("package [CHART_PATH] [...]", "pack a chart into an archive")
        .long(LONG)
        .example(EXAMPLE)
        .flags(&[FLAGS, DEPENDENCIES])
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new(
            "need at least one argument, the path to the chart",
        ));
    }
    if invocation.flags.bool("sign") {
        if invocation.flags.string("key").is_empty() {
            return Err(Failure::new("--key is required for signing a package"));
        }
        return Err(Failure::new(
            "archives are not signed: --sign is not there yet",
        ));
    }
    for path in &invocation.args {
        package(path, &invocation.flags, io)?;
    }
    Ok(())
}

fn package(path: &str, flags: &Flags, io: &mut Io<'_>) -> Result<(), Failure> {
    let directory = io.resolve(path);
    let found =
        fs::metadata(&directory).map_err(|error| Failure::new(go_io("stat", path, &error)))?;
    if !found.is_dir() {
        let shown = directory.join("Chart.yaml").display().to_string();
        return Err(Failure::new(format!(
            "unable to detect chart at {shown}: open {shown}: not a directory"
        )));
    }
    if flags.bool("dependency-update") {
        // What comes of it is told only if it fails.
        let told = std::mem::replace(&mut io.stdout, Box::new(std::io::sink()));
        let updated = update_dependencies(&directory, flags, io);
        io.stdout = told;
        updated?;
    }
    let loaded = Chart::load_with(&directory, &LoadOptions::default())
        .map_err(|error| failure::loading(&error))?;
    for line in loaded.log.take() {
        writeln!(io.stderr, "{line}")?;
    }
    let mut chart = loaded.chart;
    if chart.metadata.api_version == "v3" {
        return Err(Failure::new("invalid chart apiVersion"));
    }
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
    write(&io.resolve(&destination), &destination, &name, &archive)?;
    writeln!(
        io.stdout,
        "Successfully packaged chart and saved it to: {target}"
    )?;
    Ok(())
}

/// Writes the archive under another name first, so that there never is half of one.
fn write(directory: &Path, destination: &str, name: &str, archive: &[u8]) -> Result<(), Failure> {
    let shown = directory.display().to_string();
    if fs::metadata(directory).is_ok_and(|found| !found.is_dir()) {
        return Err(Failure::new(format!(
            "failed to save: is not a directory: {destination}"
        )));
    }
    fs::create_dir_all(directory).map_err(|error| Failure::new(go_io("mkdir", &shown, &error)))?;
    let part = directory.join(format!("{name}.part"));
    fs::write(&part, archive)
        .and_then(|()| fs::rename(&part, directory.join(name)))
        .map_err(|error| Failure::new(go_io("open", &format!("{shown}/{name}"), &error)))
}
