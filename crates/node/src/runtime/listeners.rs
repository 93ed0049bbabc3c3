use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, SocketAddrV4, TcpListener as StdListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::containers::{Container, Containers, Identity};

/// EMFILE, for which the standard library has no stable name.
const TOO_MANY_FILES: i32 = 24;

/// The sockets on which pods are reached by their own addresses.
///
/// They are for whoever asks a pod directly; nothing in the cluster needs them. So there are no more of them than a part of the files that
/// the process may open, however many pods there are.
pub(super) struct Listeners {
    containers: Arc<Containers>,
    open: Mutex<BTreeMap<Identity, Vec<Listener>>>,
    left: Arc<AtomicUsize>,
    told_of_low_ports: AtomicBool,
    told_of_limit: AtomicBool,
}

/// A socket that is closed and counted back when this is dropped.
struct Listener {
    accepting: JoinHandle<()>,
    left: Arc<AtomicUsize>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.accepting.abort();
        self.left.fetch_add(1, Ordering::Relaxed);
    }
}

impl Listeners {
    pub(super) fn new(containers: Arc<Containers>, limit: usize) -> Self {
        Listeners {
            containers,
            open: Mutex::default(),
            left: Arc::new(AtomicUsize::new(limit)),
            told_of_low_ports: AtomicBool::new(false),
            told_of_limit: AtomicBool::new(false),
        }
    }

    /// Listens on a container's ports and gives what kept it from some; what is the same for all is said once.
    pub(super) fn open(&self, identity: &Identity, container: &Container) -> Vec<String> {
        let mut problems = Vec::new();
        let mut listeners = Vec::new();
        for port in &container.ports {
            let address = SocketAddrV4::new(container.address, *port);
            if !self.take_one() {
                problems.extend(self.limit_problem(address));
                continue;
            }
            match bind(address) {
                Ok(listener) => listeners.push(Listener {
                    accepting: tokio::spawn(accept(
                        listener,
                        address,
                        Arc::clone(&self.containers),
                    )),
                    left: Arc::clone(&self.left),
                }),
                Err(error) => {
                    self.left.fetch_add(1, Ordering::Relaxed);
                    problems.extend(self.problem(address, &error));
                }
            }
        }
        self.open.lock().insert(identity.clone(), listeners);
        problems
    }

    pub(super) fn close(&self, identity: &Identity) {
        self.open.lock().remove(identity);
    }

    fn take_one(&self) -> bool {
        self.left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
            .is_ok()
    }

    fn limit_problem(&self, address: SocketAddrV4) -> Option<String> {
        (!self.told_of_limit.swap(true, Ordering::Relaxed)).then(|| {
            format!(
                "not listening on {address}: the limit of open files (ulimit -n) leaves no more sockets for pods' own addresses; Services, \
                 port-forward and the API server's proxy reach this pod and later ones all the same"
            )
        })
    }

    fn problem(&self, address: SocketAddrV4, error: &io::Error) -> Option<String> {
        let what = format!("listen on {address}: {error}");
        match error.kind() {
            io::ErrorKind::PermissionDenied => (!self.told_of_low_ports.swap(true, Ordering::Relaxed))
                .then(|| format!("{what}; ports below 1024 need a right that this process lacks, declare 8080 or the like instead")),
            _ if error.raw_os_error() == Some(TOO_MANY_FILES) => self.limit_problem(address),
            _ => Some(what),
        }
    }
}

/// A socket that listens at an address.
pub(crate) fn bind(address: SocketAddrV4) -> io::Result<TcpListener> {
    let listener = StdListener::bind(address)?;
    listener.set_nonblocking(true)?;
    TcpListener::from_std(listener)
}

async fn accept(listener: TcpListener, address: SocketAddrV4, containers: Arc<Containers>) {
    loop {
        match listener.accept().await {
            Ok((stream, client)) => hand_over(&containers, address, Box::new(stream), client),
            // The client has gone, or open files are scarce: others may do better a little later.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

fn hand_over(
    containers: &Containers,
    address: SocketAddrV4,
    stream: Box<dyn super::Connection>,
    client: SocketAddr,
) {
    // Who comes in the moment in which a container ends finds the connection closed.
    drop(containers.hand_over(*address.ip(), address.port(), stream, &client.to_string()));
}
