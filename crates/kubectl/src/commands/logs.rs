//! `kubectl logs`: what containers have written.

mod containers;
mod options;
mod pods;

use cobra::{Command, Flag, Invocation, Io};
use futures::StreamExt;
use futures::stream::{self, SelectAll};

use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{Query, ResourcePath, Rest};
use options::Options;

pub(super) static LOGS: Command<Session> = Command::new(
    "logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]",
    "Print the logs for a container in a pod",
)
.group(super::TROUBLESHOOTING)
.long("Print what a container has written. Of a pod with several containers it is the default one, or the first, unless one is named.")
.example("  # What a pod has written\n  kubectl logs web-7d4\n  \n  # What it writes from now on, with the last ten lines before\n  kubectl logs -f --tail=10 web-7d4\n  \n  # The logs of all pods with a label, each line with where it is from\n  kubectl logs -l app=web --all-containers --prefix\n  \n  # What a container wrote before it was started again\n  kubectl logs -p -c app web-7d4")
.no_flags_in_use_line()
.flags(&[&[
    Flag::bool("all-containers", "Print the logs of all containers."),
    Flag::bool("all-pods", "Print the logs of all pods of an object. The prefix is on, then."),
    Flag::string("container", "The container whose logs are printed.").short('c'),
    Flag::bool("follow", "Go on as the container writes.").short('f'),
    Flag::bool("ignore-errors", "When following, go on with other logs after an error."),
    Flag::bool("insecure-skip-tls-verify-backend", "Do not check the certificate of the kubelet that the logs are from."),
    Flag::int64("limit-bytes", "How many bytes to print at most. No limit if it is left out."),
    Flag::int("max-log-requests", "How many logs to follow at once at most, with a selector.").default("5"),
    Flag::duration("pod-running-timeout", "How long to wait until a pod is there.").default("20s"),
    Flag::bool("prefix", "Begin each line with the pod and the container that it is from."),
    Flag::bool("previous", "Print what the container wrote before it was started again.").short('p'),
    super::SELECTOR,
    Flag::duration("since", "Only what is newer than this: 5s, 2m, 3h."),
    Flag::string("since-time", "Only what is newer than this moment (RFC3339)."),
    Flag::int64("tail", "How many of the last lines to print; -1 for all. 10 with a selector, if it is left out.").default("-1"),
    Flag::bool("timestamps", "Begin each line with when it was written."),
]])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| logs(invocation, factory, io).await)
});

/// One log: of which container of which pod.
#[derive(Clone, Debug)]
struct Source {
    namespace: String,
    pod: String,
    container: String,
}

impl Source {
    fn path(&self) -> String {
        ResourcePath {
            version: "v1",
            namespace: &self.namespace,
            resource: "pods",
            name: &self.pod,
            subresource: "log",
            ..ResourcePath::default()
        }
        .to_path()
    }
}

async fn logs(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let options = Options::new(invocation)?;
    let pods = pods::find(&options, factory, io).await?;
    if pods.is_empty() {
        let namespace = factory.namespace(io)?;
        writeln!(io.stderr, "No resources found in {namespace} namespace.")?;
        return Ok(());
    }
    let mut sources = Vec::new();
    for pod in &pods {
        for container in containers::chosen(pod, &options, io)? {
            sources.push(Source {
                namespace: object::namespace(pod).to_owned(),
                pod: object::name(pod).to_owned(),
                container,
            });
        }
    }
    let rest = factory.rest(io).await?;
    if !options.follow || sources.len() == 1 {
        return one_after_the_other(&sources, &options, &rest, io).await;
    }
    let most = options.max_requests;
    if i64::try_from(sources.len()).unwrap_or(i64::MAX) > most {
        return Err(CommandError::told(format!(
            "you are attempting to follow {} log streams, but maximum allowed concurrency is {most}, use --max-log-requests to increase the limit",
            sources.len()
        )));
    }
    all_at_once(&sources, &options, &rest, io).await
}

async fn one_after_the_other(
    sources: &[Source],
    options: &Options<'_>,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    for source in sources {
        let query = options.query(&source.container);
        let mut stream = match rest.stream(&source.path(), &query).await {
            Ok(stream) => stream,
            Err(error) if options.ignore_errors => {
                writeln!(io.stdout, "error: {error}")?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let mut lines = Lines::default();
        while let Some(piece) = stream.next().await {
            write_lines(&lines.take(&piece), source, options, io)?;
            io.stdout.flush()?;
        }
        write_lines(&lines.rest(), source, options, io)?;
    }
    Ok(())
}

/// Follows all the logs, whole lines at a time.
async fn all_at_once(
    sources: &[Source],
    options: &Options<'_>,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let mut streams = SelectAll::new();
    for (at, source) in sources.iter().enumerate() {
        let query: Query = options.query(&source.container);
        match rest.stream(&source.path(), &query).await {
            Ok(stream) => streams.push(Box::pin(stream::unfold(
                (stream, Lines::default(), false),
                move |(mut stream, mut lines, ended)| async move {
                    if ended {
                        return None;
                    }
                    let (text, ended) = match stream.next().await {
                        Some(piece) => (lines.take(&piece), false),
                        None => (lines.rest(), true),
                    };
                    Some(((at, text), (stream, lines, ended)))
                },
            ))),
            Err(error) if options.ignore_errors => writeln!(io.stdout, "error: {error}")?,
            Err(error) => return Err(error.into()),
        }
    }
    while let Some((at, text)) = streams.next().await {
        write_lines(&text, &sources[at], options, io)?;
        io.stdout.flush()?;
    }
    Ok(())
}

fn write_lines(
    text: &[u8],
    source: &Source,
    options: &Options<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    if !options.prefix {
        io.stdout.write_all(text)?;
        return Ok(());
    }
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        write!(io.stdout, "[pod/{}/{}] ", source.pod, source.container)?;
        io.stdout.write_all(line)?;
    }
    Ok(())
}

/// Whole lines out of pieces.
#[derive(Default)]
struct Lines(Vec<u8>);

impl Lines {
    /// The lines that a piece ends.
    fn take(&mut self, piece: &[u8]) -> Vec<u8> {
        self.0.extend_from_slice(piece);
        match self.0.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => self.0.drain(..=end).collect(),
            None => Vec::new(),
        }
    }

    /// What is left when the log ends in the middle of a line.
    fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}
