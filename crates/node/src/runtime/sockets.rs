use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clientgo::Object;
use futures::future::{BoxFuture, FutureExt, ready};
use parking_lot::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::answer::{self, Serving};
use super::{AddressBlock, AddressError, Listening, Runtime, exec};
use crate::probe::{Check, CheckResult};

/// Containers that listen on loopback addresses and answer HTTP.
///
/// Each declared port costs one open file. Where a port cannot be bound the container counts as listening all the same, so that its probes
/// succeed and whoever reaches it by another way than the network still does.
#[derive(Debug)]
pub struct SocketRuntime {
    addresses: AddressBlock,
    containers: Mutex<BTreeMap<(String, String), Container>>,
    told_of_low_ports: AtomicBool,
}

#[derive(Debug)]
struct Container {
    serving: watch::Sender<Serving>,
    accepting: Vec<JoinHandle<()>>,
    /// Ports that it counts as listening on although nothing is bound.
    unbound: Vec<u16>,
}

impl Drop for Container {
    fn drop(&mut self) {
        self.accepting.iter().for_each(JoinHandle::abort);
        self.serving.send_replace(Serving::Closed);
    }
}

impl SocketRuntime {
    /// Containers with addresses of this block.
    #[must_use]
    pub fn new(addresses: AddressBlock) -> Self {
        SocketRuntime {
            addresses,
            containers: Mutex::default(),
            told_of_low_ports: AtomicBool::new(false),
        }
    }

    fn is_unbound(&self, pod: &Object, port: u16) -> bool {
        let containers = self.containers.lock();
        let of_pod = containers
            .range((pod.uid().to_owned(), String::new())..)
            .take_while(|((uid, _), _)| uid == pod.uid());
        of_pod
            .into_iter()
            .any(|(_, container)| container.unbound.contains(&port))
    }

    /// What to say about a port that cannot be bound; that low ports cannot is said once.
    fn problem(&self, address: &str, port: u16, error: &io::Error) -> Option<String> {
        let what = format!("listen on {address}:{port}: {error}");
        match error.kind() {
            io::ErrorKind::PermissionDenied => (!self.told_of_low_ports.swap(true, Ordering::Relaxed))
                .then(|| format!("{what}; ports below 1024 need a right that this process lacks, declare 8080 or the like instead")),
            _ if error.raw_os_error() == Some(TOO_MANY_FILES) => {
                Some(format!("{what}; each declared port needs one open file, raise the limit (ulimit -n)"))
            }
            _ => Some(what),
        }
    }
}

impl Runtime for SocketRuntime {
    fn assign_address(&self, pod: &Object) -> Result<String, AddressError> {
        self.addresses
            .assign(pod.uid())
            .map(|address| address.to_string())
    }

    fn listen(&self, listening: &Listening<'_>) -> Vec<String> {
        let (serving, receiver) = watch::channel(Serving::Open);
        let mut container = Container {
            serving,
            accepting: Vec::new(),
            unbound: Vec::new(),
        };
        let mut problems = Vec::new();
        let text = answer::text(listening);
        for port in listening.ports.iter().copied() {
            match bind(listening.address, port) {
                Ok(listener) => container.accepting.push(tokio::spawn(accept(
                    listener,
                    Arc::clone(&text),
                    receiver.clone(),
                ))),
                Err(error) => {
                    container.unbound.push(port);
                    problems.extend(self.problem(listening.address, port, &error));
                }
            }
        }
        self.containers.lock().insert(
            (
                listening.pod.uid().to_owned(),
                listening.container.to_owned(),
            ),
            container,
        );
        problems
    }

    fn refuse(&self, pod: &Object, container: &str) {
        if let Some(container) = self
            .containers
            .lock()
            .get_mut(&(pod.uid().to_owned(), container.to_owned()))
        {
            container
                .accepting
                .drain(..)
                .for_each(|accepting| accepting.abort());
            container.unbound.clear();
            container.serving.send_replace(Serving::Draining);
        }
    }

    fn close(&self, pod: &Object, container: &str) {
        self.containers
            .lock()
            .remove(&(pod.uid().to_owned(), container.to_owned()));
    }

    fn remove(&self, pod: &Object) {
        self.containers
            .lock()
            .retain(|(uid, _), _| uid != pod.uid());
        self.addresses.release(pod.uid());
    }

    fn check(
        &self,
        pod: &Object,
        address: &str,
        _container: &str,
        check: Check,
        timeout: Duration,
    ) -> BoxFuture<'static, CheckResult> {
        let address = address.to_owned();
        match check {
            Check::Exec(exit) => exec(exit, timeout).boxed(),
            Check::Http { port, .. } | Check::Tcp { port } if self.is_unbound(pod, port) => ready(Ok(())).boxed(),
            Check::Tcp { port } => async move {
                let connect = TcpStream::connect((address.as_str(), port));
                match tokio::time::timeout(timeout, connect).await {
                    Ok(connected) => connected.map(drop).map_err(|error| dial_problem(&address, port, &error)),
                    Err(_) => Err(format!("dial tcp {address}:{port}: i/o timeout")),
                }
            }
            .boxed(),
            Check::Http { port, path } => async move {
                let url = format!("http://{address}:{port}{path}");
                match tokio::time::timeout(timeout, http_status(&address, port, &path)).await {
                    Ok(Ok(200..=399)) => Ok(()),
                    Ok(Ok(code)) => Err(format!("HTTP probe failed with statuscode: {code}")),
                    Ok(Err(error)) => Err(format!("Get {url:?}: {}", dial_problem(&address, port, &error))),
                    Err(_) => {
                        Err(format!("Get {url:?}: context deadline exceeded (Client.Timeout exceeded while awaiting headers)"))
                    }
                }
            }
            .boxed(),
        }
    }
}

/// EMFILE, for which the standard library has no stable name.
const TOO_MANY_FILES: i32 = 24;

fn bind(address: &str, port: u16) -> io::Result<TcpListener> {
    let address: SocketAddr = format!("{address}:{port}")
        .parse()
        .map_err(io::Error::other)?;
    let listener = StdListener::bind(address)?;
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

async fn accept(listener: TcpListener, text: Arc<str>, serving: watch::Receiver<Serving>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(answer::serve(
                stream,
                Arc::clone(&text),
                serving.clone(),
            ))),
            // The client has gone, or open files are scarce: others may do better a little later.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

async fn http_status(address: &str, port: u16, path: &str) -> io::Result<u16> {
    let mut stream = TcpStream::connect((address, port)).await?;
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}:{port}\r\nUser-Agent: kube-probe/1.37\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut head = [0; "HTTP/1.1 200".len()];
    stream.read_exact(&mut head).await?;
    let code = std::str::from_utf8(&head[9..])
        .ok()
        .and_then(|code| code.parse().ok());
    code.ok_or_else(|| io::Error::other("malformed HTTP response"))
}

fn dial_problem(address: &str, port: u16, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => {
            format!("dial tcp {address}:{port}: connect: connection refused")
        }
        io::ErrorKind::ConnectionReset => "read: connection reset by peer".to_owned(),
        io::ErrorKind::UnexpectedEof => "EOF".to_owned(),
        _ => error.to_string(),
    }
}
