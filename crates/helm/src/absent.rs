//! The commands of Helm that are not there: each says so by its name.

use cobra::{Command, Failure, Invocation, Io};

use crate::root::Context;

const fn absent(name: &'static str, short: &'static str) -> Command<Context> {
    Command::new(name, short)
        .no_flag_parsing()
        .hidden()
        .run(refuse)
}

fn refuse(
    invocation: &Invocation<Context>,
    _: &mut Context,
    _: &mut Io<'_>,
) -> Result<(), Failure> {
    let command = invocation
        .path
        .last()
        .map(|command| command.name())
        .unwrap_or_default();
    Err(Failure::new(format!("\"helm {command}\" is not there yet")))
}

pub(crate) static GET: Command<Context> = absent("get", "show parts of a release");
pub(crate) static HISTORY: Command<Context> =
    absent("history", "show the revisions of a release").aliases(&["hist"]);
pub(crate) static INSTALL: Command<Context> = absent("install", "install a chart");
pub(crate) static LIST: Command<Context> = absent("list", "list releases").aliases(&["ls"]);
pub(crate) static PLUGIN: Command<Context> = absent("plugin", "manage plugins");
pub(crate) static PULL: Command<Context> = absent("pull", "download a chart").aliases(&["fetch"]);
pub(crate) static PUSH: Command<Context> = absent("push", "upload a chart");
pub(crate) static REGISTRY: Command<Context> = absent("registry", "log in to registries");
pub(crate) static REPO: Command<Context> = absent("repo", "manage repositories");
pub(crate) static ROLLBACK: Command<Context> = absent("rollback", "go back to a revision");
pub(crate) static SEARCH: Command<Context> = absent("search", "search for charts");
pub(crate) static STATUS: Command<Context> = absent("status", "show the state of a release");
pub(crate) static TEST: Command<Context> = absent("test", "run the tests of a release");
pub(crate) static UNINSTALL: Command<Context> =
    absent("uninstall", "remove a release").aliases(&["del", "delete", "un"]);
pub(crate) static UPGRADE: Command<Context> = absent("upgrade", "upgrade a release");
pub(crate) static VERIFY: Command<Context> = absent("verify", "verify a signed chart");
