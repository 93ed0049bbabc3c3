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

pub(crate) static PLUGIN: Command<Context> = absent("plugin", "manage plugins");
pub(crate) static PUSH: Command<Context> = absent("push", "upload a chart");
pub(crate) static REGISTRY: Command<Context> = absent("registry", "log in to registries");
pub(crate) static VERIFY: Command<Context> = absent("verify", "verify a signed chart");
