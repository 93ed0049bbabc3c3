use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::Instant;

use super::affinity::Affinity;
use super::endpoints::{Endpoint, usable};
use super::frontends::Frontend;
use crate::runtime::{Connection, Refusal, Runtime};

/// How long a connection waits for an endpoint when all that are known of are gone: what a client's first repeated packet would wait.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long an address outside the cluster has to answer.
const DIAL_TIMEOUT: Duration = Duration::from_secs(10);

/// One port of a Service.
pub(super) struct ServicePort {
    runtime: Arc<Runtime>,
    endpoints: watch::Sender<Arc<[Endpoint]>>,
    affinity: Mutex<Affinity>,
    random: Arc<Mutex<fastrand::Rng>>,
}

/// Where a connection comes from.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    ip: IpAddr,
    shown: String,
}

impl From<SocketAddr> for Start {
    fn from(client: SocketAddr) -> Self {
        Start {
            ip: client.ip(),
            shown: client.to_string(),
        }
    }
}

impl Start {
    /// A connection from inside the process.
    pub(crate) fn inside() -> Self {
        Start {
            ip: Ipv4Addr::LOCALHOST.into(),
            shown: "127.0.0.1".to_owned(),
        }
    }
}

/// What has come of offering a connection to endpoints.
enum Offer {
    Taken,
    /// An endpoint that counts as ready does not listen.
    Refused(Box<dyn Connection>),
    /// All of them are gone.
    Gone(Box<dyn Connection>),
}

impl ServicePort {
    pub(super) fn new(runtime: Arc<Runtime>, random: Arc<Mutex<fastrand::Rng>>) -> Arc<Self> {
        Arc::new(ServicePort {
            runtime,
            endpoints: watch::Sender::new(Arc::from([])),
            affinity: Mutex::default(),
            random,
        })
    }

    pub(super) fn set_endpoints(&self, endpoints: Vec<Endpoint>) {
        self.endpoints.send_if_modified(|known| {
            let differs = **known != *endpoints;
            *known = endpoints.into();
            differs
        });
    }

    pub(super) fn set_affinity(&self, timeout: Option<Duration>) {
        self.affinity.lock().set_timeout(timeout);
    }

    /// Leads a connection to an endpoint. Without one it is reset, as it would be refused.
    ///
    /// An endpoint that is gone by now is passed over for another one. If that is true of all, it is a matter of moments until others are
    /// known: the connection waits for them.
    pub(super) async fn lead(
        &self,
        mut connection: Box<dyn Connection>,
        start: Start,
        frontend: &Frontend,
    ) {
        let mut changes = self.endpoints.subscribe();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let endpoints = Arc::clone(&changes.borrow_and_update());
            let places = usable(&endpoints, frontend.node.as_deref());
            if places.is_empty() {
                return connection.reset();
            }
            connection = match self.offer(&endpoints, places, connection, &start).await {
                Offer::Taken => return,
                Offer::Refused(connection) => return connection.reset(),
                Offer::Gone(connection) => connection,
            };
            let changed = tokio::time::timeout_at(deadline, changes.changed()).await;
            if !matches!(changed, Ok(Ok(()))) {
                return connection.reset();
            }
        }
    }

    /// Offers a connection to endpoints in random order, the one that the client was led to last before all others.
    async fn offer(
        &self,
        endpoints: &[Endpoint],
        mut places: Vec<usize>,
        mut connection: Box<dyn Connection>,
        start: &Start,
    ) -> Offer {
        let recalled = self.affinity.lock().recall(start.ip, Instant::now());
        let mut next = places
            .iter()
            .position(|place| Some(endpoints[*place].address) == recalled);
        while !places.is_empty() {
            let chosen = next
                .take()
                .unwrap_or_else(|| self.random.lock().usize(..places.len()));
            let address = endpoints[places.swap_remove(chosen)].address;
            let handed =
                self.runtime
                    .hand_over(*address.ip(), address.port(), connection, &start.shown);
            connection = match handed {
                Ok(()) => return self.taken(start, address),
                Err((connection, Refusal::Gone)) => connection,
                Err((connection, Refusal::NotListening)) => return Offer::Refused(connection),
                Err((connection, Refusal::Elsewhere)) => match dial(address).await {
                    Some(stream) => {
                        tokio::spawn(copy(connection, stream));
                        return self.taken(start, address);
                    }
                    None => connection,
                },
            };
        }
        Offer::Gone(connection)
    }

    fn taken(&self, start: &Start, address: SocketAddrV4) -> Offer {
        self.affinity
            .lock()
            .remember(start.ip, address, Instant::now());
        Offer::Taken
    }
}

async fn dial(address: SocketAddrV4) -> Option<TcpStream> {
    let connected = tokio::time::timeout(DIAL_TIMEOUT, TcpStream::connect(address)).await;
    connected.ok()?.ok()
}

async fn copy(mut client: Box<dyn Connection>, mut server: TcpStream) {
    // Either side may break off; the other one sees the end.
    drop(tokio::io::copy_bidirectional(&mut client, &mut server).await);
}
