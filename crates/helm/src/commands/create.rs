//! `helm create`.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use cobra::{Command, Failure, Invocation, Io};

use crate::args;
use crate::failure::go_io;
use crate::root::Context;

const LONG: &str = "
Creates a directory with a small chart to start from: a deployment with its
service, and what is often put around them. NAME may be a path, whose last part
is the chart's name. Files that are there already are overwritten.
";

pub(crate) static CREATE: Command<Context> = Command::new("create NAME", "create a chart")
    .long(LONG)
    .args(args::exact::<1>())
    .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let path = &invocation.args[0];
    writeln!(io.stdout, "Creating {path}")?;
    let files = chart::scaffold(gostd::path::base(path))
        .map_err(|error| Failure::new(error.to_string()))?;
    let cwd = io.cwd.to_string_lossy().into_owned();
    let directory = if gostd::path::is_abs(path) {
        gostd::path::clean(path)
    } else {
        gostd::path::join(&[&cwd, path])
    };
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
                io.stderr,
                "WARNING: File {} already exists. Overwriting.",
                gostd::strconv::quote(&file)
            )?;
        }
        make_directory(&gostd::path::dir(&file))?;
        fs::write(&file, text).map_err(|error| Failure::new(go_io("open", &file, &error)))?;
    }
    make_directory(&format!("{directory}/charts"))
}

fn make_directory(path: &str) -> Result<(), Failure> {
    fs::create_dir_all(path).map_err(|error| Failure::new(go_io("mkdir", path, &error)))
}
