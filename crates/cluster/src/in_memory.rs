use std::collections::BTreeMap;
use std::sync::Arc;

use apimachinery::{Clock, Status, Timestamp};
use apiserver::{Options, Server, User};
use kube::Client;
use node::{AddressBlock, MemoryRuntime, Scenario};
use store::Store;

use crate::clock::TokioClock;
use crate::control_plane::{ControlPlane, NodePlan};

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
}

impl Default for InMemoryOptions {
    fn default() -> Self {
        InMemoryOptions {
            seed: 0,
            nodes: 1,
            scenario: Scenario::default(),
            epoch: Timestamp::from_micros(EPOCH_MICROS),
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
}

impl InMemoryCluster {
    /// Starts a cluster and returns once it takes pods.
    ///
    /// # Errors
    /// What every cluster has from the start could not be written.
    pub async fn start(options: InMemoryOptions) -> Result<Self, Status> {
        let clock: Arc<dyn Clock> = Arc::new(TokioClock::starting_at(options.epoch));
        let server_options = Options {
            clock: Arc::clone(&clock),
            seed: options.seed,
            tokens: BTreeMap::new(),
        };
        let server = Server::new(Store::in_memory(), server_options);
        server.bootstrap().await?;
        let addresses = AddressBlock::new(BLOCK);
        let nodes = (0..options.nodes.max(1))
            .map(|index| (node_name(index), addresses.node(index).to_string()))
            .collect();
        let plan = NodePlan {
            nodes,
            runtime: Arc::new(MemoryRuntime::new(addresses)),
            scenario: options.scenario,
        };
        let control_plane = ControlPlane::start(&server, &clock, "", plan);
        control_plane.ready().await;
        Ok(InMemoryCluster {
            server,
            control_plane,
            clock,
        })
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

    /// The cluster's clock.
    #[must_use]
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Stops the cluster; what was in it is gone.
    pub async fn stop(self) {
        self.control_plane.stop().await;
    }
}

pub(crate) fn node_name(index: u8) -> String {
    format!("kaeru-{index}")
}
