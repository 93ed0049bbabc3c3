//! `kubectl cp`: files to and from containers, as archives through `tar` there.

mod archive;
mod file_spec;
mod pipe;

use std::io::Write;
use std::path::Path;
use std::thread;

use cobra::{Command, Flag, Invocation, Io};
use tokio::sync::mpsc;

use self::archive::{Origin, pack, unpack};
use self::file_spec::{FileSpec, Remote, join};
use super::process::{self, CONTAINER};
use crate::session::{Factory, Session};
use crate::{CommandError, containers, object};
use cliruntime::{Ended, Process, Query, ResourcePath, Rest, Streams, Typed};

pub(super) static CP: Command<Session> = Command::new(
    "cp <file-spec-src> <file-spec-dest>",
    "Copy files and directories to and from containers",
)
.group(super::TROUBLESHOOTING)
.long("Copy a file or a directory to a container, or from one. The image of the container has to have tar. Symbolic links that come from a container are left out.")
.example("  # A file to a pod\n  kubectl cp ./app.conf web-7d4:/etc/app.conf\n  \n  # A directory from a container of a pod in another namespace\n  kubectl cp shop/web-7d4:/var/log ./logs -c app")
.no_flags_in_use_line()
.flags(&[&[
    CONTAINER,
    Flag::bool("no-preserve", "Do not keep owners and permissions in the container."),
    Flag::int("retries", "How often a copy from a container that breaks off is gone on with; a negative number for as often as need be."),
]])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| cp(invocation, factory, io).await)
});

/// So many pieces of an archive wait to be carried.
const WAITING: usize = 16;

async fn cp(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let [from, to] = invocation.args.as_slice() else {
        return Err(CommandError::told("source and destination are required"));
    };
    let read =
        |word: &str| FileSpec::read(word).map_err(|error| CommandError::told(error.to_string()));
    let (from, to) = (read(from)?, read(to)?);
    if from.is_empty() || to.is_empty() {
        return Err(match (&from, &to) {
            (FileSpec::Remote(_), FileSpec::Remote(_)) => both_remote(),
            _ => CommandError::told("filepath can not be empty"),
        });
    }
    match (from, to) {
        (FileSpec::Remote(_), FileSpec::Remote(_)) => Err(both_remote()),
        (FileSpec::Local(_), FileSpec::Local(_)) => Err(CommandError::told(
            "one of src or dest must be a remote file specification",
        )),
        (FileSpec::Local(from), FileSpec::Remote(to)) => {
            to_pod(&from, to, invocation, factory, io).await
        }
        (FileSpec::Remote(from), FileSpec::Local(to)) => {
            from_pod(&from, &to, invocation, factory, io).await
        }
    }
}

fn both_remote() -> CommandError {
    CommandError::told("one of src or dest must be a local file specification")
}

/// A container in which commands are run.
struct Container {
    rest: Rest,
    namespace: String,
    pod: String,
    name: String,
}

impl Container {
    async fn find(
        place: &Remote,
        invocation: &Invocation<Session>,
        factory: &Factory<'_>,
        io: &mut Io<'_>,
        notes: for<'a, 'b> fn(&'a mut Io<'b>) -> &'a mut (dyn Write + 'b),
    ) -> Result<Container, CommandError> {
        let rest = factory.rest(io).await?;
        let own = factory.namespace(io)?;
        let path = ResourcePath {
            version: "v1",
            namespace: place.namespace.as_deref().unwrap_or(&own),
            resource: "pods",
            name: &place.pod,
            ..ResourcePath::default()
        };
        let pod = rest.get(&path.to_path(), &Query::new()).await?.json()?;
        process::refuse_ended(&pod, "exec into")?;
        let name = invocation.flags.string("container");
        let name = containers::chosen(&pod, name, false, notes(io))?;
        Ok(Container {
            rest,
            namespace: object::namespace(&pod).to_owned(),
            pod: object::name(&pod).to_owned(),
            name,
        })
    }

    async fn exec(&self, stdin: bool, command: &[&str]) -> Result<Process, String> {
        let streams = Streams {
            namespace: &self.namespace,
            pod: &self.pod,
            container: &self.name,
            stdin,
            tty: false,
        };
        let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        self.rest.exec(streams, &command).await
    }

    async fn is_directory(&self, path: &str) -> bool {
        let Ok(process) = self.exec(false, &["test", "-d", path]).await else {
            return false;
        };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let ended = process.carry(None, &mut out, &mut err).await;
        matches!(ended, Ok(Ended::Well))
    }
}

async fn to_pod(
    from: &str,
    mut to: Remote,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let source = io.resolve(from);
    if source.symlink_metadata().is_err() {
        return Err(CommandError::told(format!(
            "{from} doesn't exist in local filesystem"
        )));
    }
    let container = Container::find(&to, invocation, factory, io, |io| &mut *io.stderr).await?;
    if container.is_directory(&to.path).await {
        to.path = join(&to.path, &file_spec::last(from));
    }
    let mut command = match invocation.flags.bool("no-preserve") {
        true => vec![
            "tar",
            "--no-same-permissions",
            "--no-same-owner",
            "-xmf",
            "-",
        ],
        false => vec!["tar", "-xmf", "-"],
    };
    let folder = file_spec::folder(&to.path);
    if !folder.is_empty() {
        command.extend(["-C", &folder]);
    }
    let process = container.exec(true, &command).await;
    let process = process.map_err(|why| process::not_upgraded(&why))?;
    let (sender, pieces) = mpsc::channel::<Typed>(WAITING);
    let name = file_spec::last(&to.path);
    let packing = thread::spawn(move || pack(&source, &name, pipe::Sender(sender)));
    let carried = process
        .carry(Some(pieces), &mut *io.stdout, &mut *io.stderr)
        .await?;
    // It has ended, or it hears now that nobody listens.
    let packed = packing.join().unwrap_or(Ok(()));
    process::verdict(carried)?;
    packed.map_err(CommandError::from)
}

/// What the container complains of goes to the output here, as the real tool has it.
async fn from_pod(
    from: &Remote,
    to: &str,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let container = Container::find(from, invocation, factory, io, |io| &mut *io.stdout).await?;
    let retries = invocation.flags.int("retries");
    let mut received: u64 = 0;
    let (mut sender, reader) = pipe::pipe();
    let origin = Origin {
        namespace: from.namespace.clone().unwrap_or_default(),
        pod: container.pod.clone(),
        path: from.path.clone(),
    };
    let destination = Path::new(&io.cwd).join(to);
    let shown = to.to_owned();
    let unpacking = thread::spawn(move || unpack(reader, &origin, &destination, &shown));
    let mut tries = 0;
    let carried = loop {
        let after = format!(
            "tar cf - {} | tail -c+{}",
            file_spec::quoted(&from.path),
            received + 1
        );
        let process = match received {
            0 => container.exec(false, &["tar", "cf", "-", &from.path]).await,
            _ => container.exec(false, &["sh", "-c", &after]).await,
        };
        let outcome = match process {
            Ok(process) => process
                .carry(None, &mut sender, &mut *io.stdout)
                .await
                .map_err(CommandError::from),
            Err(why) => Err(process::not_upgraded(&why)),
        };
        received = sender.count;
        match outcome {
            Err(error) if retries < 0 || tries < retries => {
                tries += 1;
                writeln!(
                    io.stderr,
                    "Resuming copy at {received} bytes, retry {tries}/{retries} - {}",
                    error.into_failure().message
                )?;
            }
            other => break other,
        }
    };
    drop(sender);
    let unpacked = unpacking.join().unwrap_or_else(|_| Ok(Vec::new()));
    // Where nobody takes the archive any more, why not is what matters.
    let warnings = unpacked.map_err(|error| CommandError::told(error.to_string()))?;
    process::verdict(carried?)?;
    for warning in warnings {
        writeln!(io.stderr, "{warning}")?;
    }
    Ok(())
}
