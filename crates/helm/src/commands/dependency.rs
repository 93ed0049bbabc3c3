//! `helm dependency`.

mod build;
mod list;
mod local;
mod remote;
mod update;

use std::path::Path;

use cobra::{Command, Failure, Flags, Io};

use crate::root::Context;

const LONG: &str = "
Looks after the charts that a chart depends on: what Chart.yaml declares, and
what its charts/ directory has of that. Charts come from directories on this machine
(file://../chart) and from repositories.
";

const EXAMPLE: &str = "  # What is declared, and what of it is there
  helm dependency list ./chart

  # Choose versions, and fetch them
  helm dependency update ./chart

  # Fetch the versions that were chosen before
  helm dependency build ./chart";

pub(crate) static DEPENDENCY: Command<Context> =
    Command::new("dependency", "manage what a chart depends on")
        .long(LONG)
        .example(EXAMPLE)
        .aliases(&["dep", "dependencies"])
        .commands(&[&build::BUILD, &list::LIST, &update::UPDATE]);

/// Does what `dependency update` does to the chart in a directory.
pub(crate) fn update_dependencies(
    directory: &Path,
    flags: &Flags,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let parent = local::Parent::load(&directory.to_string_lossy(), io)?;
    update::update(parent, flags, false, io)
}
