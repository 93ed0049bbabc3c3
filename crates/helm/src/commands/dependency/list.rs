//! `helm dependency list`.

use std::io::Write as _;
use std::path::Path;

use chart::{Chart, DependencyStatus};
use cobra::{Command, Failure, Flag, Invocation, Io};

use crate::args;
use crate::chart_source::load_any_version;
use crate::failure;
use crate::root::Context;
use crate::table::Table;

const LONG: &str = "
Lists the charts that a chart declares to depend on, and what is there of each.
";

const FLAGS: &[Flag] = &[Flag::uint("max-col-width", "how wide a column may be").default("80")];

pub(super) static LIST: Command<Context> =
    Command::new("list CHART", "list the dependencies of a chart")
        .long(LONG)
        .aliases(&["ls"])
        .flags(&[FLAGS])
        .args(args::maximum::<1>())
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let path = gostd::path::clean(invocation.args.first().map_or(".", String::as_str));
    let directory = io.resolve(&path);
    std::fs::metadata(&directory)
        .map_err(|error| Failure::new(failure::go_io("stat", &path, &error)))?;
    let chart = load_any_version(&directory)?.chart;
    if chart.metadata.dependencies.is_empty() {
        writeln!(
            io.stdout,
            "WARNING: no dependencies at {}",
            gostd::path::join(&[&path, "charts"])
        )?;
        return Ok(());
    }
    let width = usize::try_from(invocation.flags.int("max-col-width")).unwrap_or_default();
    let mut table = Table::new().max_width(width);
    table.row(["NAME", "VERSION", "REPOSITORY", "STATUS"]);
    for dependency in &chart.metadata.dependencies {
        let status = DependencyStatus::of(dependency, &directory).to_string();
        table.row([
            dependency.name.as_str(),
            dependency.version.as_str(),
            dependency.repository.as_str(),
            status.as_str(),
        ]);
    }
    write!(io.stdout, "{table}")?;
    writeln!(io.stdout)?;
    for extra in undeclared(&chart, &directory) {
        writeln!(
            io.stdout,
            "WARNING: {} is not in Chart.yaml.",
            gostd::strconv::quote(gostd::path::join(&[&path, "charts", &extra]))
        )?;
    }
    Ok(())
}

/// What lies in `charts/` and is no declared chart.
fn undeclared(chart: &Chart, directory: &Path) -> Vec<String> {
    let declared = |name: &str| {
        chart
            .metadata
            .dependencies
            .iter()
            .any(|dependency| dependency.name == name)
    };
    let mut names: Vec<String> = std::fs::read_dir(directory.join("charts"))
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| {
            entry.path().is_dir()
                || entry
                    .path()
                    .extension()
                    .is_some_and(|extension| extension == "tgz")
        })
        .filter(|entry| Chart::load(&entry.path()).is_ok_and(|chart| !declared(chart.name())))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
