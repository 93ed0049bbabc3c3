//! `helm dependency`.

mod build;
mod list;
mod local;
mod update;

use cobra::Command;

use crate::root::Context;

const LONG: &str = "
Looks after the charts that a chart depends on: what Chart.yaml declares, and
what its charts/ directory has of that. Charts come from directories on this
machine (file://../chart); those of repositories are not downloaded.
";

pub(crate) static DEPENDENCY: Command<Context> =
    Command::new("dependency", "manage what a chart depends on")
        .long(LONG)
        .aliases(&["dep", "dependencies"])
        .commands(&[&build::BUILD, &list::LIST, &update::UPDATE]);
