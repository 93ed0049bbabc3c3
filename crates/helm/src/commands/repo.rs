//! `helm repo`.

mod add;
mod index;
mod list;
mod remove;
mod update;

use cobra::Command;

use crate::root::Context;

const LONG: &str = "
Looks after the chart repositories that have a name.
";

pub(crate) static REPO: Command<Context> = Command::new("repo", "manage chart repositories")
    .long(LONG)
    .args(crate::args::none())
    .commands(&[
        &add::ADD,
        &index::INDEX,
        &list::LIST,
        &remove::REMOVE,
        &update::UPDATE,
    ]);

pub(crate) use update::refresh;
