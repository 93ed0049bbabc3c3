//! `helm create`.

mod starter;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use cobra::{Command, Env, Failure, Flag, Invocation, Io};

use crate::args;
use crate::complete;
use crate::failure::go_io;
use crate::root::Context;

const LONG: &str = "
Creates a directory with a small chart to start from: a deployment with its
service, and what is often put around them. NAME may be a path, whose last part
is the chart's name. Files that are there already are overwritten.

With --starter the chart is a copy of another one: a directory below starters/ in
Helm's data directory, or at an absolute path. Where its values and templates say
<CHARTNAME>, the copy has its own name.
";

const EXAMPLE: &str = "  # A chart in the directory web
  helm create web

  # A copy of a starter of one's own
  helm create charts/web --starter service";

pub(crate) static CREATE: Command<Context> = Command::new("create NAME", "create a chart")
    .long(LONG)
    .example(EXAMPLE)
    .flags(&[FLAGS])
    .args(args::exact::<1>())
    .complete(complete::one_path)
    .run(run);

const FLAGS: &[Flag] = &[
    Flag::string("chart-api-version", "API version of the chart: v2 or v3")
        .default("v2")
        .hidden(),
    Flag::string("starter", "name of a starter, or its absolute path").short('p'),
];

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let path = &invocation.args[0];
    let flags = &invocation.flags;
    writeln!(io.stdout, "Creating {path}")?;
    let version = api_version(flags.string("chart-api-version"), &io.env)?;
    let cwd = io.cwd.to_string_lossy().into_owned();
    let directory = if gostd::path::is_abs(path) {
        gostd::path::clean(path)
    } else {
        gostd::path::join(&[&cwd, path])
    };
    let name = gostd::path::base(path);
    let starter = flags.string("starter");
    if !starter.is_empty() {
        let starter = starter::locate(starter, io);
        return starter::create(name, &starter, version, &directory, io);
    }
    let files = chart::scaffold(name, version).map_err(|error| Failure::new(error.to_string()))?;
    let parent = gostd::path::dir(&directory);
    fs::metadata(&parent).map_err(|error| Failure::new(go_io("stat", &parent, &error)))?;
    if fs::metadata(&directory).is_ok_and(|found| !found.is_dir()) {
        return Err(Failure::new(format!(
            "file {directory} already exists and is not a directory"
        )));
    }
    for (name, text) in files {
        let file = format!("{directory}/{name}");
        if Path::new(&file).exists() {
            writeln!(
                io.stdout,
                "WARNING: File {} already exists. Overwriting.",
                gostd::strconv::quote(&file)
            )?;
        }
        write(&file, text.as_bytes())?;
    }
    make_directory(&format!("{directory}/charts"))
}

/// The API version that a new chart gets.
fn api_version<'a>(version: &'a str, env: &Env) -> Result<&'a str, Failure> {
    match version {
        "" | "v2" => Ok("v2"),
        "v3" if env.get("HELM_EXPERIMENTAL_CHART_V3") == Some("1") => Ok("v3"),
        "v3" => Err(Failure::new(
            "this feature has been marked as experimental and is not enabled by default. Please set HELM_EXPERIMENTAL_CHART_V3=1 in your environment to use this feature",
        )),
        other => Err(Failure::new(format!(
            "unsupported chart API version: {other} (supported: v2, v3)"
        ))),
    }
}

/// Writes a file and the directories above it.
fn write(file: &str, content: &[u8]) -> Result<(), Failure> {
    make_directory(&gostd::path::dir(file))?;
    fs::write(file, content).map_err(|error| Failure::new(go_io("open", file, &error)))
}

fn make_directory(path: &str) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::new(go_io("mkdir", path, &error)))
}
