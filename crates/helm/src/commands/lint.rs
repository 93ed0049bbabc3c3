//! `helm lint`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use chart::{Chart, Finding, KubeVersion, Options, Severity, Values};
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};

use crate::args;
use crate::failure::go_io;
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
";

pub(crate) static LINT: Command<Context> = Command::new("lint PATH", "examine a chart")
    .long(LONG)
    .flags(&[FLAGS, VALUES])
    .args(args::minimum::<1>())
    .run(run);

/// What was found in a chart, or why it was not looked at.
enum Result {
    Findings(Vec<Finding>),
    NoChart(String),
}

impl Result {
    fn failed(&self, strict: bool) -> bool {
        let least = if strict {
            Severity::Warning
        } else {
            Severity::Error
        };
        match self {
            Result::Findings(findings) => findings.iter().any(|finding| finding.severity >= least),
            Result::NoChart(_) => true,
        }
    }
}

fn run(
    invocation: &Invocation<Context>,
    _: &mut Context,
    io: &mut Io<'_>,
) -> std::result::Result<(), Failure> {
    let flags = &invocation.flags;
    let mut paths = invocation.args.clone();
    if flags.bool("with-subcharts") {
        for path in &invocation.args {
            subcharts(&io.resolve(path), path, &mut paths);
        }
    }
    let values = merge_values(flags, io)?;
    let options = options(flags, io)?;
    let mut out = String::new();
    let mut failures = 0;
    for path in &paths {
        let result = examine(path, &values, &options, io)?;
        failures += usize::from(result.failed(flags.bool("strict")));
        show(path, &result, flags.bool("quiet"), &mut out);
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
        return Err(Failure::new(summary));
    }
    if !flags.bool("quiet") || !out.is_empty() {
        writeln!(io.stdout, "{summary}")?;
    }
    Ok(())
}

fn options(flags: &Flags, io: &Io<'_>) -> std::result::Result<Options, Failure> {
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

fn examine(
    path: &str,
    values: &Values,
    options: &Options,
    io: &Io<'_>,
) -> std::result::Result<Result, Failure> {
    let given = io.resolve(path);
    if given.is_file() {
        return Err(Failure::new(format!("archives are not examined: {path}")));
    }
    let directory = PathBuf::from(gostd::path::clean(&given.to_string_lossy()));
    if let Err(error) = std::fs::metadata(directory.join("Chart.yaml")) {
        let file = gostd::path::join(&[path, "Chart.yaml"]);
        return Ok(Result::NoChart(format!(
            "unable to check Chart.yaml file in chart: {}",
            go_io("stat", &file, &error)
        )));
    }
    Ok(Result::Findings(Chart::lint(&directory, values, options)))
}

fn show(path: &str, result: &Result, quiet: bool, out: &mut String) {
    let lines: Vec<String> = match result {
        Result::Findings(findings) => findings
            .iter()
            .filter(|finding| !quiet || finding.severity > Severity::Info)
            .map(ToString::to_string)
            .collect(),
        Result::NoChart(reason) => vec![format!("Error {reason}")],
    };
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
