//! `kubectl config`: the kubeconfig.

mod contexts;
mod entries;
mod files;
mod lists;
mod property;
mod view;

use cobra::{Command, Failure, Invocation, Io};

use crate::CommandError;
use crate::session::Session;

pub(super) static CONFIG: Command<Session> = Command::new("config SUBCOMMAND", "Modify kubeconfig files")
    .group(super::OTHER)
    .long("Show and change the kubeconfig: clusters, users, and the contexts that bring them together.\n\n It is the file of --kubeconfig, those of $KUBECONFIG, or ~/.kube/config. A change goes to the file that has what is changed; what is new goes to the first file that is there.")
    .no_flags_in_use_line()
    .commands(&[
        &contexts::CURRENT_CONTEXT,
        &contexts::RENAME_CONTEXT,
        &contexts::SET_CONTEXT,
        &contexts::USE_CONTEXT,
        &entries::DELETE_CLUSTER,
        &entries::DELETE_CONTEXT,
        &entries::DELETE_USER,
        &entries::SET_CLUSTER,
        &entries::SET_CREDENTIALS,
        &lists::GET_CLUSTERS,
        &lists::GET_CONTEXTS,
        &lists::GET_USERS,
        &property::SET,
        &property::UNSET,
        &view::VIEW,
    ])
    .run(super::group);

/// Runs a command that needs no server.
fn local(
    invocation: &Invocation<Session>,
    io: &mut Io<'_>,
    command: impl FnOnce(&Invocation<Session>, &mut Io<'_>) -> Result<(), CommandError>,
) -> Result<(), Failure> {
    command(invocation, io).map_err(CommandError::into_failure)
}

/// Refuses arguments, with the command's help on the output.
fn unexpected(invocation: &Invocation<Session>, io: &mut Io<'_>) -> CommandError {
    let help = crate::templates::help(&invocation.site(&io.env));
    match write!(io.stdout, "{help}") {
        Ok(()) => CommandError::told(format!("Unexpected args: [{}]", invocation.args.join(" "))),
        Err(error) => error.into(),
    }
}
