//! `helm search`.

mod repo;

use cobra::{Command, Failure, Invocation, Io};

use crate::root::Context;

const LONG: &str = "
Searches for charts in the repositories that have a name.
";

pub(crate) static SEARCH: Command<Context> = Command::new("search", "search for charts")
    .long(LONG)
    .commands(&[&HUB, &repo::REPO]);

static HUB: Command<Context> = Command::new("hub [KEYWORD]", "search the Artifact Hub")
    .no_flag_parsing()
    .hidden()
    .run(refuse);

fn refuse(_: &Invocation<Context>, _: &mut Context, _: &mut Io<'_>) -> Result<(), Failure> {
    Err(Failure::new("\"helm search hub\" is not there yet"))
}
