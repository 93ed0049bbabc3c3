//! What `exec`, `attach`, `cp`, `debug` and `port-forward` share: the pod and the container that are meant, and the streams of a process in it.

mod terminal;
mod typed;

use std::time::Duration;

use cobra::{Flag, Invocation, Io};
use serde_json::Value;

use crate::resource::{Info, Request, select};
use crate::session::{Factory, Session};
use crate::{CommandError, pods_of};
use cliruntime::{Ended, Process};
use terminal::RawTerminal;

/// `-c`, of commands that speak to one container.
pub(super) const CONTAINER: Flag =
    Flag::string("container", "The container. If it is left out, the one that the annotation kubectl.kubernetes.io/default-container names, or else the first.").short('c');

/// `--pod-running-timeout`, `-q`, `-i` and `-t`.
pub(super) const STREAM_FLAGS: &[Flag] = &[
    Flag::duration(
        "pod-running-timeout",
        "How long to wait until there is a pod (like 5s, 2m, or 3h, higher than zero).",
    )
    .default("1m0s"),
    Flag::bool("quiet", "Print only what the process writes.").short('q'),
    Flag::bool("stdin", "Pass the standard input to the process.").short('i'),
    Flag::bool("tty", "The standard input is a terminal.").short('t'),
];

/// A word that names an object: without a type it is a pod.
pub(super) fn typed_name(word: &str) -> String {
    match word.contains('/') {
        true => word.to_owned(),
        false => format!("pods/{word}"),
    }
}

/// The pod that a word, or a file, names, and the object that leads to it: the pod itself, or one whose first pod it is.
///
/// # Errors
/// It is not there, has no pods, or none comes in time.
pub(super) async fn pod(
    request: &Request<'_>,
    within: Duration,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(Info, Value), CommandError> {
    let infos = select(request, factory, io).await?.all()?;
    let Ok([info]) = <[Info; 1]>::try_from(infos) else {
        return Err(CommandError::told("expected a resource"));
    };
    if info.resource.kind == "Pod" {
        let pod = info.object.clone();
        return Ok((info, pod));
    }
    let selector = pods_of::selector(&info).map_err(|reason| {
        let kind = super::go_type(&info.resource);
        CommandError::told(format!("cannot attach to {kind}: {reason}"))
    })?;
    let rest = factory.rest(io).await?;
    let (pod, _) = pods_of::first(&info.namespace, &selector, within, &rest).await?;
    Ok((info, pod))
}

/// How long to wait for a pod.
///
/// # Errors
/// No time at all.
pub(super) fn patience(invocation: &Invocation<Session>) -> Result<Duration, CommandError> {
    let within = invocation.flags.duration("pod-running-timeout").to_std();
    let within = within.filter(|within| !within.is_zero());
    within.ok_or_else(|| {
        let path = super::command_path(invocation);
        CommandError::usage(&path, "--pod-running-timeout must be higher than zero")
    })
}

/// Refuses a pod whose containers have ended.
pub(super) fn refuse_ended(pod: &Value, doing: &str) -> Result<(), CommandError> {
    match pod["status"]["phase"].as_str() {
        Some(phase @ ("Succeeded" | "Failed")) => Err(CommandError::told(format!(
            "cannot {doing} a container in a completed pod; current phase is {phase}"
        ))),
        _ => Ok(()),
    }
}

/// Carries the streams of this command to a process and back until it has ended; its exit code becomes that of the command.
pub(super) async fn carry(
    process: Result<Process, String>,
    stdin: bool,
    tty: bool,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let process = process.map_err(|why| not_upgraded(&why))?;
    // Put back as it was when the process has ended.
    let _raw = tty.then(RawTerminal::enter);
    let typed = (stdin || tty).then(|| typed::typed(stdin, tty));
    let ended = process
        .carry(typed, &mut *io.stdout, &mut *io.stderr)
        .await?;
    verdict(ended)
}

/// Says that there is no connection to a process, and why.
pub(super) fn not_upgraded(why: &str) -> CommandError {
    CommandError::told(format!("unable to upgrade connection: {why}"))
}

/// What the end of a process means for this command.
///
/// # Errors
/// The process has failed.
pub(super) fn verdict(ended: Ended) -> Result<(), CommandError> {
    match ended {
        Ended::Well => Ok(()),
        Ended::Code(code) => Err(CommandError::Trouble {
            message: format!("command terminated with exit code {code}"),
            prefixed: false,
            code,
        }),
        Ended::Badly(why) => Err(CommandError::told(why)),
    }
}

/// Whether there is a terminal to be used; tells of one that was wanted and is not there.
pub(super) fn terminal(wanted: bool, io: &mut Io<'_>) -> Result<bool, CommandError> {
    if wanted && !io.terminals.stdin {
        writeln!(
            io.stderr,
            "Unable to use a TTY - input is not a terminal or the right kind of file"
        )?;
    }
    Ok(wanted && io.terminals.stdin)
}
