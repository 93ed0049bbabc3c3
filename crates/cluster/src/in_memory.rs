use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddrV4;
use std::sync::Arc;

use apimachinery::{Clock, Status, Timestamp};
use apiserver::{Options, Server, User};
use kube::Client;
use node::{AddressBlock, Connection, Runtime, Scenario};
use store::Store;

use crate::clock::TokioClock;
use crate::control_plane::{ControlPlane, NodePlan, client, node_addresses, part};
use crate::faults::{Faults, Unreliable};
use crate::loopback::service_range;
use crate::node_access::NodeAccess;

/// The block whose addresses the pods of a cluster in memory say they have. Nothing is bound to them.
const BLOCK: u8 = 64;
/// The microseconds from 1970 to the first of January 2026, when time begins in a cluster in memory unless it is told otherwise.
const EPOCH_MICROS: i64 = 1_767_225_600_000_000;

/// What a cluster in memory is made with.
#[derive(Clone, Debug)]
pub struct InMemoryOptions {
    /// What uids and generated names follow from.
    pub seed: u64,
    /// The number of nodes.
    pub nodes: u8,
    /// How certain images behave.
    pub scenario: Scenario,
    /// What the clock shows at the start; it follows tokio's time from then on.
    pub epoch: Timestamp,
    /// What goes wrong between the cluster's parts and its server; clients from outside are spared.
    pub faults: Option<Faults>,
}

impl Default for InMemoryOptions {
    fn default() -> Self {
        InMemoryOptions {
            seed: 0,
            nodes: 1,
            scenario: Scenario::default(),
            epoch: Timestamp::from_micros(EPOCH_MICROS),
            faults: None,
        }
    }
}

/// A whole cluster without disk, sockets or threads of its own.
///
/// On a runtime of one thread with paused time it is deterministic: the same seed and the same requests give the same sequence of writes.
pub struct InMemoryCluster {
    server: Server,
    control_plane: ControlPlane,
    clock: Arc<dyn Clock>,
    way: Option<Unreliable>,
}

impl InMemoryCluster {
    /// Starts a cluster and returns once it takes pods.
    ///
    /// # Errors
    /// What every cluster has from the start could not be written.
    pub async fn start(options: InMemoryOptions) -> Result<Self, Status> {
        let clock: Arc<dyn Clock> = Arc::new(TokioClock::starting_at(options.epoch));
        let addresses = AddressBlock::new(BLOCK);
        let nodes = node_addresses(&addresses, options.nodes);
        let runtime = Arc::new(Runtime::in_memory(addresses, Arc::clone(&clock)));
        let server_options = Options {
            clock: Arc::clone(&clock),
            seed: options.seed,
            tokens: BTreeMap::new(),
            signing_key: None,
            services: service_range(BLOCK),
            advertise: None,
            nodes: Some(Arc::new(NodeAccess(Arc::clone(&runtime)))),
        };
        let server = Server::new(Store::in_memory(), server_options);
        server.bootstrap().await?;
        let plan = NodePlan {
            nodes,
            runtime,
            scenario: options.scenario,
            seed: options.seed,
        };
        let way = options
            .faults
            .map(|faults| Unreliable::new(faults, options.seed));
        let to = clients(&server, way.as_ref());
        let control_plane = ControlPlane::start_over(to, &clock, "", plan);
        control_plane.ready().await;
        Ok(InMemoryCluster {
            server,
            control_plane,
            clock,
            way,
        })
    }

    /// Ends the controllers between any two of their requests, and starts others.
    pub fn restart_controllers(&mut self) {
        let to = clients(&self.server, self.way.as_ref());
        self.control_plane.restart_controllers(to, &self.clock);
    }

    /// Ends the faults that the cluster was made with.
    pub fn calm(&self) {
        if let Some(way) = &self.way {
            way.calm();
        }
    }

    /// A client of the cluster's administrator.
    #[must_use]
    pub fn client(&self) -> Client {
        Client::new(self.server.as_user(User::admin()), "default")
    }

    /// The server, for requests below the level of a client.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Opens a connection to a port of a Service or of a pod.
    ///
    /// # Errors
    /// Nobody is reached there.
    pub async fn connect(&self, address: SocketAddrV4) -> io::Result<Box<dyn Connection>> {
        self.control_plane.connect(address).await
    }

    /// The cluster's clock.
    #[must_use]
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Ends a node without a word, as a power cut does.
    pub async fn fail_node(&self, name: &str) {
        self.control_plane.fail_node(name).await;
    }

    /// Stops the cluster; what was in it is gone.
    pub async fn stop(self) {
        self.control_plane.stop().await;
    }
}

/// Makes clients for the parts of a cluster.
fn clients(server: &Server, way: Option<&Unreliable>) -> impl Fn(&str) -> Client {
    move |user| match way {
        Some(way) => way.client(server, part(user)),
        None => client(server, user),
    }
}
