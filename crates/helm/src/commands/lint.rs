//! `helm lint`.

mod examine;

use std::io::Write as _;
use std::path::Path;

use chart::{KubeVersion, Options};
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};
use examine::{Examined, Given, examine};

use crate::args;
use crate::flags::{VALUES, merge_values};
use crate::root::Context;
use crate::{environment, settings};

const FLAGS: &[Flag] = &[
    Flag::string("kube-version", "version of Kubernetes that templates see"),
    Flag::bool("quiet", "show warnings and errors only"),
    Flag::bool(
        "skip-schema-validation",
        "do not check values against schemas",
    ),
    Flag::bool("strict", "fail on warnings too"),
    Flag::bool("with-subcharts", "examine the charts in charts/ too"),
];

const LONG: &str = "
Examines charts: their metadata, their values, and what their templates render
to. What does not work is an [ERROR] and fails the command, what is likely wrong
a [WARNING], a recommendation an [INFO].

Beyond that, stderr names values that no template reads, integers that a template
prints with an exponent, and keys that a values file has twice. These never fail
the command.
";

const EXAMPLE: &str = "  # Examine a chart with the values that it will get
  helm lint ./chart -f production.yaml

  # Fail on warnings too, and look at the charts below
  helm lint ./chart --strict --with-subcharts";

pub(crate) static LINT: Command<Context> = Command::new("lint PATH", "examine a chart")
    .long(LONG)
    .example(EXAMPLE)
    .flags(&[FLAGS, VALUES])
    .args(args::minimum::<1>())
    .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let mut paths = invocation.args.clone();
    if flags.bool("with-subcharts") {
        for path in &invocation.args {
            subcharts(&io.resolve(path), path, &mut paths);
        }
    }
    let given = Given {
        values: merge_values(flags, io)?,
        files: files(flags, io),
    };
    let options = options(flags, io)?;
    let mut out = String::new();
    let mut advice = String::new();
    let mut failures = 0;
    for path in &paths {
        let examined = examine(path, &given, &options, io);
        failures += usize::from(examined.failed(flags.bool("strict")));
        show(path, &examined, flags.bool("quiet"), &mut out);
        show_advice(path, &examined, &mut advice);
    }
    let summary = format!(
        "{} chart(s) linted, {failures} chart(s) failed",
        paths.len()
    );
    for line in options.log.take() {
        writeln!(io.stderr, "{line}")?;
    }
    io.stdout.write_all(out.as_bytes())?;
    if failures > 0 {
        let message = format!("{summary}\n{advice}");
        return Err(Failure::new(message.trim_end()));
    }
    if !flags.bool("quiet") || !out.is_empty() {
        writeln!(io.stdout, "{summary}")?;
    }
    io.stderr.write_all(advice.as_bytes())?;
    Ok(())
}

fn options(flags: &Flags, io: &Io<'_>) -> Result<Options, Failure> {
    let mut options = Options::new(environment::system());
    options.skip_schema_validation = flags.bool("skip-schema-validation");
    options.release.namespace = settings::namespace(flags, io);
    let version = flags.string("kube-version");
    if !version.is_empty() {
        options.capabilities.kube_version = KubeVersion::parse(version)
            .map_err(|error| Failure::new(format!("invalid kube version '{version}': {error}")))?;
    }
    Ok(options)
}

/// The directories below `charts/`, all the way down.
fn subcharts(directory: &Path, shown: &str, paths: &mut Vec<String>) {
    let mut names: Vec<String> = std::fs::read_dir(directory.join("charts"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join("Chart.yaml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    for name in names {
        let path = gostd::path::join(&[shown, "charts", &name]);
        paths.push(path.clone());
        subcharts(&directory.join("charts").join(&name), &path, paths);
    }
}

/// The values files, once more: what was read from stdin is gone.
fn files(flags: &Flags, io: &Io<'_>) -> Vec<(String, Vec<u8>)> {
    let names = flags.strings("values").iter();
    let read = |name: &String| Some((name.clone(), std::fs::read(io.resolve(name)).ok()?));
    names.filter_map(read).collect()
}

fn show(path: &str, examined: &Examined, quiet: bool, out: &mut String) {
    let lines = examined.lines(quiet);
    if quiet && lines.is_empty() {
        return;
    }
    out.push_str(&format!("==> Linting {path}\n"));
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
}

/// Apart from what Helm prints, which scripts may read.
fn show_advice(path: &str, examined: &Examined, out: &mut String) {
    if examined.advice().is_empty() {
        return;
    }
    out.push_str(&format!("==> Values of {path}\n"));
    for advice in examined.advice() {
        out.push_str(&format!("[WARNING] {advice}\n"));
    }
}
