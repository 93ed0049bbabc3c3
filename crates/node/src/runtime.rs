//! What stands in for containers: a table of who serves at which address, and, where time is real, sockets on the loopback interface.

mod address;
mod answer;
mod containers;
mod listeners;
mod log;

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Clock;
use clientgo::Object;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::net::TcpStream;

use crate::probe::{Check, CheckResult};

pub use address::{AddressBlock, AddressError};
pub(crate) use containers::Refusal;
use containers::{Containers, Identity};
use listeners::Listeners;
pub(crate) use listeners::bind;
pub use log::{Log, LogLine};

/// Both directions of a connection.
pub trait Connection: AsyncRead + AsyncWrite + Send + Unpin {
    /// Ends it the way of a host on which nobody listens.
    fn reset(self: Box<Self>);
}

impl Connection for TcpStream {
    fn reset(self: Box<Self>) {
        // If that cannot be set the client sees an ordinary end.
        drop(self.set_zero_linger());
    }
}

impl Connection for DuplexStream {
    fn reset(self: Box<Self>) {}
}

/// How much of a connection inside the process may be under way.
const BUFFER: usize = 64 << 10;

/// A container that runs.
pub(crate) struct Started<'a> {
    /// The pod it belongs to.
    pub(crate) pod: &'a Object,
    /// The pod's address.
    pub(crate) address: Ipv4Addr,
    /// The node's name.
    pub(crate) node: &'a str,
    /// The container's name.
    pub(crate) container: &'a str,
    /// The container's image.
    pub(crate) image: &'a str,
    /// The ports that it declares.
    pub(crate) ports: &'a [u16],
}

/// Where simulated containers are reached.
///
/// A connection is handed to the container that serves at an address; nothing is copied and no further socket is opened. That is how
/// Services, `port-forward`, the proxy path of the API server and probes reach pods.
pub struct Runtime {
    addresses: AddressBlock,
    containers: Arc<Containers>,
    listeners: Option<Listeners>,
}

impl Runtime {
    /// Containers that are reached from inside the process alone, so that time can be paused.
    #[must_use]
    pub fn in_memory(addresses: AddressBlock, clock: Arc<dyn Clock>) -> Self {
        Runtime {
            addresses,
            containers: Arc::new(Containers::new(clock)),
            listeners: None,
        }
    }

    /// Containers that listen on their pods' loopback addresses as well, as long as that takes no more than `open_files` sockets.
    #[must_use]
    pub fn on_loopback(addresses: AddressBlock, clock: Arc<dyn Clock>, open_files: usize) -> Self {
        let containers = Arc::new(Containers::new(clock));
        Runtime {
            addresses,
            listeners: Some(Listeners::new(Arc::clone(&containers), open_files)),
            containers,
        }
    }

    /// Whether anything listens on the loopback interface.
    pub(crate) fn has_sockets(&self) -> bool {
        self.listeners.is_some()
    }

    /// Gives a pod its address.
    pub(crate) fn assign_address(&self, pod: &Object) -> Result<Ipv4Addr, AddressError> {
        self.addresses.assign(pod.uid())
    }

    /// Lets a container run. It does not listen yet.
    pub(crate) fn start(&self, started: &Started<'_>) {
        self.containers.start(started);
    }

    /// Lets a container listen on its declared ports. Gives what kept it from listening on some.
    pub(crate) fn listen(&self, pod: &Object, container: &str) -> Vec<String> {
        let Some(served) = self.containers.listen(&Identity::of(pod, container)) else {
            return Vec::new();
        };
        let listeners = self.listeners.iter();
        listeners
            .flat_map(|listeners| listeners.open(&Identity::of(pod, container), &served))
            .collect()
    }

    /// Takes no new connection to a container; those that are there go on.
    pub(crate) fn refuse(&self, pod: &Object, container: &str) {
        let identity = Identity::of(pod, container);
        self.containers.refuse(&identity);
        self.close_listeners(&identity);
    }

    /// Ends a container, and with it all its connections.
    pub(crate) fn close(&self, pod: &Object, container: &str, code: i32) {
        let identity = Identity::of(pod, container);
        self.containers.close(&identity, code);
        self.close_listeners(&identity);
    }

    /// Takes back all that a pod has.
    pub(crate) fn remove(&self, pod: &Object) {
        for identity in self.containers.remove(pod.uid()) {
            self.close_listeners(&identity);
        }
        self.addresses.release(pod.uid());
    }

    fn close_listeners(&self, identity: &Identity) {
        if let Some(listeners) = &self.listeners {
            listeners.close(identity);
        }
    }

    /// Hands a connection to the container that serves at an address.
    pub(crate) fn hand_over(
        &self,
        address: Ipv4Addr,
        port: u16,
        connection: Box<dyn Connection>,
        client: &str,
    ) -> Result<(), (Box<dyn Connection>, Refusal)> {
        let handed = self.containers.hand_over(address, port, connection, client);
        handed.map_err(|(connection, refusal)| match refusal {
            Refusal::Gone if !self.addresses.contains(address) => (connection, Refusal::Elsewhere),
            refusal => (connection, refusal),
        })
    }

    /// Opens a connection to a port of an address, from inside the process where a pod has it.
    ///
    /// # Errors
    /// Nobody listens there.
    pub async fn connect(&self, address: Ipv4Addr, port: u16) -> io::Result<Box<dyn Connection>> {
        let (near, far) = tokio::io::duplex(BUFFER);
        match self.hand_over(address, port, Box::new(far), "127.0.0.1") {
            Ok(()) => Ok(Box::new(near)),
            Err((_, Refusal::Elsewhere)) => {
                Ok(Box::new(TcpStream::connect((address, port)).await?))
            }
            Err(_) => Err(io::ErrorKind::ConnectionRefused.into()),
        }
    }

    /// What a container has written: in its present run, or in the one before.
    #[must_use]
    pub fn log(&self, pod_uid: &str, container: &str, previous: bool) -> Option<Arc<Log>> {
        self.containers.log(pod_uid, container, previous)
    }

    /// Checks a container within a time.
    pub(crate) async fn check(
        self: Arc<Self>,
        address: Ipv4Addr,
        check: Check,
        timeout: Duration,
    ) -> CheckResult {
        let refused = |port: u16| format!("dial tcp {address}:{port}: connect: connection refused");
        match check {
            Check::Exec(exit) => exec(exit, timeout).await,
            Check::Http { port, .. } | Check::Tcp { port }
                if self.containers.takes_connections(address, port) =>
            {
                Ok(())
            }
            Check::Http { port, path } => Err(format!(
                "Get \"http://{address}:{port}{path}\": {}",
                refused(port)
            )),
            Check::Tcp { port } => Err(refused(port)),
        }
    }
}

/// The result of a command in a container.
async fn exec(exit: crate::program::Exit, timeout: Duration) -> CheckResult {
    if exit.after > timeout {
        tokio::time::sleep(timeout).await;
        return Err(format!("command timed out after {}s", timeout.as_secs()));
    }
    tokio::time::sleep(exit.after).await;
    if exit.code == 0 {
        Ok(())
    } else {
        Err(String::new())
    }
}
