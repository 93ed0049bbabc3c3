use std::io;
use std::net::SocketAddrV4;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Clock;
use apiserver::{Server, User};
use clientgo::{Informers, Key, Object, resources};
use controllers::Controllers;
use kube::Client;
use node::{AddressBlock, Connection, Nodes, NodesOptions, Runtime, Scenario};

use crate::VERSION;

/// The user that controllers are.
const CONTROLLER_MANAGER: &str = "system:kube-controller-manager";
const POLL: Duration = Duration::from_millis(1);

/// Everything in a cluster that is only a client of its server.
pub(crate) struct ControlPlane {
    controllers: Controllers,
    nodes: Nodes,
    informers: Arc<Informers>,
    node_names: Vec<String>,
}

/// The nodes of a cluster.
pub(crate) struct NodePlan {
    /// Names with addresses.
    pub(crate) nodes: Vec<(String, String)>,
    pub(crate) runtime: Arc<Runtime>,
    pub(crate) scenario: Scenario,
    /// What the choice of endpoints follows from.
    pub(crate) seed: u64,
}

/// The names and addresses of so many nodes, of one at least.
pub(crate) fn node_addresses(addresses: &AddressBlock, nodes: u8) -> Vec<(String, String)> {
    (0..nodes.max(1))
        .map(|index| (format!("kaeru-{index}"), addresses.node(index).to_string()))
        .collect()
}

impl ControlPlane {
    /// Starts controllers and nodes on a server that has been bootstrapped; `root_ca` is its authority in PEM.
    pub(crate) fn start(
        server: &Server,
        clock: &Arc<dyn Clock>,
        root_ca: &str,
        plan: NodePlan,
    ) -> Self {
        let to = |user: &str| client(server, user);
        Self::start_over(to, clock, root_ca, plan)
    }

    /// The same with clients that `to` makes for the users of its parts.
    pub(crate) fn start_over(
        to: impl Fn(&str) -> Client,
        clock: &Arc<dyn Clock>,
        root_ca: &str,
        plan: NodePlan,
    ) -> Self {
        let manager = to(CONTROLLER_MANAGER);
        let kubelet = to("system:node");
        let informers = Arc::new(Informers::new(manager.clone()));
        let node_names = plan.nodes.iter().map(|(name, _)| name.clone()).collect();
        let controllers =
            Controllers::start(manager, Arc::clone(&informers), Arc::clone(clock), root_ca);
        let options = NodesOptions {
            nodes: plan.nodes,
            version: VERSION.to_owned(),
            runtime: plan.runtime,
            scenario: plan.scenario,
            seed: plan.seed,
        };
        let nodes = Nodes::start(&kubelet, &informers, clock, options);
        ControlPlane {
            controllers,
            nodes,
            informers,
            node_names,
        }
    }

    /// Waits until pods can be made and scheduled: the nodes are there, and so is the service account that pods get.
    pub(crate) async fn ready(&self) {
        self.controllers.synced().await;
        let nodes = self.informers.cache(&resources::NODES);
        let accounts = self.informers.cache(&resources::SERVICE_ACCOUNTS);
        let default_account = Key::new("default", "default");
        let takes_pods = |node: Object| node["spec"].get("taints").is_none();
        let has_node = |name: &String| nodes.get(&Key::new("", name)).is_some_and(takes_pods);
        while accounts.get(&default_account).is_none() || !self.node_names.iter().all(has_node) {
            tokio::time::sleep(POLL).await;
        }
    }

    /// Opens a connection to an address in the cluster.
    pub(crate) async fn connect(&self, address: SocketAddrV4) -> io::Result<Box<dyn Connection>> {
        self.nodes.connect(address).await
    }

    /// Ends a node without a word.
    pub(crate) async fn fail_node(&self, name: &str) {
        self.nodes.fail(name).await;
    }

    /// Ends the controllers wherever they are, between any two of their requests, and starts others that know nothing of what was.
    pub(crate) fn restart_controllers(
        &mut self,
        to: impl Fn(&str) -> Client,
        clock: &Arc<dyn Clock>,
    ) {
        let manager = to(CONTROLLER_MANAGER);
        let informers = Arc::new(Informers::new(manager.clone()));
        self.controllers = Controllers::start(manager, informers, Arc::clone(clock), "");
    }

    pub(crate) async fn stop(self) {
        self.nodes.stop().await;
        self.controllers.stop().await;
    }
}

/// A client without a socket for one of the cluster's own parts.
pub(crate) fn client(server: &Server, user: &str) -> Client {
    Client::new(server.as_user(part(user)), "default")
}

/// The user that a part of the cluster is.
pub(crate) fn part(name: &str) -> User {
    User::new(name, ["system:masters"])
}
