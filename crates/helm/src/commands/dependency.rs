//! `helm dependency`.

mod list;

use cobra::Command;

use crate::root::Context;
use list::LIST;

const LONG: &str = "
Looks after the charts that a chart depends on: what Chart.yaml declares, and
what its charts/ directory has of that.
";

pub(crate) static DEPENDENCY: Command<Context> =
    Command::new("dependency", "manage what a chart depends on")
        .long(LONG)
        .aliases(&["dep", "dependencies"])
        .commands(&[&LIST]);
