//! `kubectl exec`: a command in a container.

use cobra::{Command, Flag, Invocation, Io};

use super::process::{self, CONTAINER, STREAM_FLAGS};
use crate::resource::{FileOptions, Request};
use crate::session::{Factory, Session};
use crate::{CommandError, containers, object};
use cliruntime::Streams;

pub(super) static EXEC: Command<Session> = Command::new(
    "exec (POD | TYPE/NAME) [-c CONTAINER] [flags] -- COMMAND [args...]",
    "Execute a command in a container",
)
.group(super::TROUBLESHOOTING)
.long("Run a command in a container and pass on what it writes. It ends with the exit code of the command.")
.example("  # What a container's clock says\n  kubectl exec web-7d4 -- date\n  \n  # A shell in the container app of a pod of the deployment\n  kubectl exec deploy/web -c app -it -- sh\n  \n  # Words after -- are the command's own\n  kubectl exec web-7d4 -- ls -t /usr")
.flags(&[&[CONTAINER, Flag::string_slice("filename", "Files that name the resource to exec into.").short('f')], STREAM_FLAGS])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| exec(invocation, factory, io).await)
});

async fn exec(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let files = FileOptions {
        filenames: flags.strings("filename").to_vec(),
        ..FileOptions::default()
    };
    let (targets, command) = words(invocation)?;
    let target: Vec<String> = targets
        .iter()
        .map(|word| process::typed_name(word))
        .collect();
    let request = Request {
        args: &target,
        files,
        ..Request::default()
    };
    let within = process::patience(invocation)?;
    let (_, pod) = process::pod(&request, within, factory, io).await?;
    process::refuse_ended(&pod, "exec into")?;
    let quiet = flags.bool("quiet");
    let container = containers::chosen(&pod, flags.string("container"), quiet, &mut *io.stderr)?;
    let stdin = flags.bool("stdin");
    let tty = process::terminal(flags.bool("tty") && stdin, io)?;
    let streams = Streams {
        namespace: object::namespace(&pod),
        pod: object::name(&pod),
        container: &container,
        stdin,
        tty,
    };
    let rest = factory.rest(io).await?;
    let process = rest.exec(streams, command).await;
    process::carry(process, stdin, tty, io).await
}

/// Who is meant and what to run there.
fn words(invocation: &Invocation<Session>) -> Result<(&[String], &[String]), CommandError> {
    let args = invocation.args.as_slice();
    let from_files = !invocation.flags.strings("filename").is_empty();
    let path = super::command_path(invocation);
    let dash = invocation.args_before_dash;
    if dash.unwrap_or(args.len()) == 0 && !from_files {
        return Err(CommandError::told(
            "pod, type/name or --filename must be specified",
        ));
    }
    let (targets, command) = args.split_at(dash.unwrap_or(args.len().min(1)));
    if command.is_empty() {
        return Err(CommandError::told(
            "you must specify at least one command for the container",
        ));
    }
    if dash.is_none() || targets.len() > 1 {
        return Err(CommandError::usage(
            &path,
            "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead",
        ));
    }
    Ok((targets, command))
}
