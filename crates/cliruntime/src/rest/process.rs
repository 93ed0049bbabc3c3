//! Processes in containers, through the API server.

use std::io::{self, Write};
use std::pin::pin;

use k8s_openapi::api::core::v1::Pod;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Status;
use kube::Api;
use kube::api::{AttachParams, AttachedProcess, TerminalSize};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

use super::{Query, ResourcePath, Rest};

/// So many bytes may be on their way to or from a process.
const BUFFER: usize = 64 << 10;

/// A container and the streams of its process that are wanted. A terminal has no error stream.
#[derive(Clone, Copy, Debug)]
pub struct Streams<'a> {
    /// The namespace of the pod.
    pub namespace: &'a str,
    /// The pod.
    pub pod: &'a str,
    /// The container.
    pub container: &'a str,
    /// Whether the process is given input.
    pub stdin: bool,
    /// Whether it has a terminal.
    pub tty: bool,
}

/// How a process has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Well, or without anybody saying how.
    Well,
    /// With this exit code.
    Code(u8),
    /// In another way, in the server's words.
    Badly(String),
}

/// What is typed to a process, and how large its terminal is.
#[derive(Debug)]
pub enum Typed {
    /// Some input.
    Bytes(Vec<u8>),
    /// There is no more input.
    End,
    /// The terminal has these numbers of columns and rows now.
    Size(u16, u16),
}

/// A process whose streams are connected.
pub struct Process(AttachedProcess);

impl Rest {
    /// Runs a command in a container.
    ///
    /// # Errors
    /// The server refused, or could not be asked, in its words.
    pub async fn exec(&self, streams: Streams<'_>, command: &[String]) -> Result<Process, String> {
        let pods: Api<Pod> = Api::namespaced(self.client.clone(), streams.namespace);
        match pods.exec(streams.pod, command, &streams.parameters()).await {
            Ok(process) => Ok(Process(process)),
            Err(error) => Err(self.refusal(error, "exec", streams, command).await),
        }
    }

    /// Connects to the process that runs in a container.
    ///
    /// # Errors
    /// The server refused, or could not be asked, in its words.
    pub async fn attach(&self, streams: Streams<'_>) -> Result<Process, String> {
        let pods: Api<Pod> = Api::namespaced(self.client.clone(), streams.namespace);
        match pods.attach(streams.pod, &streams.parameters()).await {
            Ok(process) => Ok(Process(process)),
            Err(error) => Err(self.refusal(error, "attach", streams, &[]).await),
        }
    }

    /// Why a connection was refused. What the server says to that is lost in the upgrade, so it is asked once more without one.
    async fn refusal(
        &self,
        error: kube::Error,
        subresource: &str,
        streams: Streams<'_>,
        command: &[String],
    ) -> String {
        let path = ResourcePath {
            version: "v1",
            namespace: streams.namespace,
            resource: "pods",
            name: streams.pod,
            subresource,
            ..ResourcePath::default()
        };
        let mut query = Query::new().with("container", streams.container);
        for word in command {
            query = query.with("command", word);
        }
        let query = query.with("stdout", "true");
        match self.post(&path.to_path(), &query, &Value::Null).await {
            Err(said) if said.status().is_some() => said.to_string(),
            _ => error.to_string(),
        }
    }
}

impl Streams<'_> {
    fn parameters(&self) -> AttachParams {
        let parameters = AttachParams::default()
            .container(self.container)
            .stdin(self.stdin)
            .tty(self.tty)
            .stderr(!self.tty);
        AttachParams {
            max_stdin_buf_size: Some(BUFFER),
            max_stdout_buf_size: Some(BUFFER),
            max_stderr_buf_size: Some(BUFFER),
            ..parameters
        }
    }
}

impl Process {
    /// Carries what is typed to the process and what the process writes to `stdout` and `stderr`, until it has ended.
    ///
    /// # Errors
    /// What it writes cannot be passed on, or the connection breaks.
    pub async fn carry(
        mut self,
        mut typed: Option<mpsc::Receiver<Typed>>,
        stdout: &mut dyn Write,
        stderr: &mut dyn Write,
    ) -> io::Result<Ended> {
        let mut told = pin!(last_status(self.0.take_status()));
        let mut last = None;
        let (mut stdin, mut sizes) = (self.0.stdin(), self.0.terminal_size());
        let (mut written, mut complained) = (self.0.stdout(), self.0.stderr());
        let (mut out, mut err) = (vec![0; BUFFER], vec![0; BUFFER]);
        while written.is_some() || complained.is_some() {
            tokio::select! {
                status = &mut told, if last.is_none() => {
                    let broke = status.is_none();
                    last = Some(status);
                    if broke {
                        // Whoever reads the connection has ended without a word, and closes no stream.
                        break;
                    }
                },
                read = next(&mut written, &mut out) => pass_on(read?, &mut written, &out, stdout)?,
                read = next(&mut complained, &mut err) => pass_on(read?, &mut complained, &err, stderr)?,
                event = next_typed(&mut typed) => match event {
                    Some(Typed::Bytes(bytes)) => give(&mut stdin, &bytes).await,
                    Some(Typed::Size(width, height)) => {
                        if let Some(sizes) = &mut sizes {
                            // A process that has ended does not care.
                            drop(sizes.try_send(TerminalSize { width, height }));
                        }
                    }
                    Some(Typed::End) => {
                        if let Some(mut stdin) = stdin.take() {
                            drop(stdin.shutdown().await);
                        }
                    }
                    None => typed = None,
                },
            }
        }
        let status = match last {
            Some(status) => status,
            None => told.await,
        };
        drop((written, complained, stdin, sizes));
        if status.is_none() {
            self.0.join().await.map_err(io::Error::other)?;
        }
        Ok(status.map_or(Ended::Well, ended))
    }
}

/// How the process has ended, once that is told; none if the connection ends before.
async fn last_status(status: Option<impl Future<Output = Option<Status>>>) -> Option<Status> {
    status?.await
}

/// Reads what comes next; never ends for a stream that is not there.
async fn next(stream: &mut Option<impl AsyncRead + Unpin>, buffer: &mut [u8]) -> io::Result<usize> {
    match stream {
        Some(stream) => stream.read(buffer).await,
        None => std::future::pending().await,
    }
}

async fn next_typed(typed: &mut Option<mpsc::Receiver<Typed>>) -> Option<Typed> {
    match typed {
        Some(typed) => typed.recv().await,
        None => std::future::pending().await,
    }
}

/// Gives input to the process, unless it takes none any more.
async fn give(stdin: &mut Option<impl AsyncWrite + Unpin>, bytes: &[u8]) {
    if let Some(open) = stdin
        && open.write_all(bytes).await.is_err()
    {
        *stdin = None;
    }
}

/// Writes what was read, or notes that there is nothing more.
fn pass_on<S>(
    read: usize,
    stream: &mut Option<S>,
    buffer: &[u8],
    to: &mut dyn Write,
) -> io::Result<()> {
    if read == 0 {
        *stream = None;
        return Ok(());
    }
    to.write_all(&buffer[..read])?;
    to.flush()
}

/// Reads how a process has ended from the status that comes last.
fn ended(status: Status) -> Ended {
    if status.status.as_deref() == Some("Success") {
        return Ended::Well;
    }
    let causes = status.details.and_then(|details| details.causes);
    let code = causes
        .into_iter()
        .flatten()
        .find(|cause| cause.reason.as_deref() == Some("ExitCode"))
        .and_then(|cause| cause.message?.parse().ok());
    match code {
        Some(code) if status.reason.as_deref() == Some("NonZeroExitCode") => Ended::Code(code),
        _ => Ended::Badly(status.message.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_last_status_says_how_a_process_has_ended() {
        let of = |status| ended(serde_json::from_value(status).expect("it is a status"));
        assert_eq!(of(json!({"status": "Success"})), Ended::Well);
        let cause = json!({"reason": "ExitCode", "message": "3"});
        let failed = json!({
            "status": "Failure", "reason": "NonZeroExitCode", "message": "command terminated", "details": {"causes": [cause]},
        });
        assert_eq!(of(failed), Ended::Code(3));
        let broken =
            json!({"status": "Failure", "reason": "InternalError", "message": "no such file"});
        assert_eq!(of(broken), Ended::Badly("no such file".to_owned()));
    }
}
