//! `kubectl attach`: the process that runs in a container.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use super::process::{self, CONTAINER, STREAM_FLAGS};
use crate::containers::{self, name_of};
use crate::resource::Request;
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::Streams;

pub(super) static ATTACH: Command<Session> = Command::new(
    "attach (POD | TYPE/NAME) -c CONTAINER",
    "Attach to a running container",
)
.group(super::TROUBLESHOOTING)
.long("Connect to the process that already runs in a container: see what it writes, and with -i give it input.")
.example("  # What the process in a pod writes from now on\n  kubectl attach web-7d4\n  \n  # Type to the process in the container app of the first pod of a replica set\n  kubectl attach rs/web -c app -it")
.no_flags_in_use_line()
.flags(&[&[CONTAINER, Flag::string("detach-keys", "The keys that detach from a container.").default("ctrl-p,ctrl-q")], STREAM_FLAGS])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| attach(invocation, factory, io).await)
});

async fn attach(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let request = Request {
        args: &words(&invocation.args)?,
        ..Request::default()
    };
    let within = process::patience(invocation)?;
    let (_, pod) = process::pod(&request, within, factory, io).await?;
    process::refuse_ended(&pod, "attach")?;
    let wanted = Wanted {
        container: flags.string("container"),
        stdin: flags.bool("stdin"),
        tty: flags.bool("tty"),
        quiet: flags.bool("quiet"),
    };
    connect(&pod, wanted, factory, io).await
}

/// What of a process is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub(super) container: &'a str,
    pub(super) stdin: bool,
    pub(super) tty: bool,
    pub(super) quiet: bool,
}

/// Connects to the process in a container of a pod until it ends.
pub(super) async fn connect(
    pod: &Value,
    wanted: Wanted<'_>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let Wanted {
        container,
        stdin,
        mut tty,
        quiet,
    } = wanted;
    let container = containers::chosen(pod, container, quiet, &mut *io.stderr);
    let container = container.map_err(|error| match error {
        CommandError::Told(why) => {
            CommandError::told(format!("cannot attach to the container: {why}"))
        }
        other => other,
    })?;
    if tty && !has_terminal(pod, &container) {
        tty = false;
        if !quiet {
            writeln!(
                io.stderr,
                "error: Unable to use a TTY - container {container} did not allocate one"
            )?;
        }
    }
    let tty = process::terminal(tty && stdin, io)?;
    if !quiet {
        writeln!(io.stderr, "{RECORDED}\n{PROMPT}")?;
    }
    let streams = Streams {
        namespace: object::namespace(pod),
        pod: object::name(pod),
        container: &container,
        stdin,
        tty,
    };
    let rest = factory.rest(io).await?;
    let process = rest.attach(streams).await;
    process::carry(process, stdin, tty, io).await
}

const RECORDED: &str = "All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.";
const PROMPT: &str = "If you don't see a command prompt, try pressing enter.";

/// Who is meant; a name alone is that of a pod.
fn words(args: &[String]) -> Result<Vec<String>, CommandError> {
    match args {
        [] => Err(CommandError::told(
            "at least 1 argument is required for attach",
        )),
        [name] => Ok(vec![process::typed_name(name)]),
        [_, _] => Ok(args.to_vec()),
        more => Err(CommandError::told(format!(
            "expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw {}: [{}]",
            more.len(),
            more.join(" ")
        ))),
    }
}

/// Whether a container was started with a terminal.
fn has_terminal(pod: &Value, container: &str) -> bool {
    containers::all(pod)
        .find(|entry| name_of(entry) == container)
        .is_some_and(|entry| entry["tty"] == true)
}
