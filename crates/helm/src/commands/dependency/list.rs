//! `helm dependency list`.

use std::io::Write as _;
use std::path::Path;

use chart::{Chart, DependencyStatus, LoadOptions};
use cobra::{Command, Failure, Invocation, Io};

use crate::failure;
use crate::root::Context;

const LONG: &str = "
Lists the charts that a chart declares to depend on, and what is there of each.
";

pub(super) static LIST: Command<Context> =
    Command::new("list CHART", "list the dependencies of a chart")
        .long(LONG)
        .aliases(&["ls"])
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let path = gostd::path::clean(invocation.args.first().map_or(".", String::as_str));
    let directory = io.resolve(&path);
    std::fs::metadata(&directory)
        .map_err(|error| Failure::new(failure::go_io("stat", &path, &error)))?;
    let chart = Chart::load_with(&directory, &LoadOptions::default())
        .map_err(|error| failure::only(&error))?
        .chart;
    if chart.metadata.dependencies.is_empty() {
        writeln!(
            io.stdout,
            "WARNING: no dependencies at {}",
            gostd::path::join(&[&path, "charts"])
        )?;
        return Ok(());
    }
    let rows = chart.metadata.dependencies.iter().map(|dependency| {
        let status = DependencyStatus::of(dependency, &directory).to_string();
        [
            dependency.name.clone(),
            dependency.version.clone(),
            dependency.repository.clone(),
            status,
        ]
    });
    let header = ["NAME", "VERSION", "REPOSITORY", "STATUS"].map(str::to_owned);
    write!(
        io.stdout,
        "{}",
        table(&std::iter::once(header).chain(rows).collect::<Vec<_>>())
    )?;
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

/// Cells filled up to the width of their column, the last one too, with tabs between.
fn table(rows: &[[String; 4]]) -> String {
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = rows
                .iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0);
            format!("{cell:width$}")
        });
        out.push_str(&cells.collect::<Vec<_>>().join("\t"));
        out.push('\n');
    }
    out
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
