use std::sync::Arc;
use std::time::Duration;

use apimachinery::Clock;
use apiserver::{Server, User};
use clientgo::{Informers, Key, Object, resources};
use controllers::Controllers;
use kube::Client;
use node::{Nodes, NodesOptions, Runtime, Scenario};

use crate::VERSION;

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
    pub(crate) runtime: Arc<dyn Runtime>,
    pub(crate) scenario: Scenario,
}

impl ControlPlane {
    /// Starts controllers and nodes on a server that has been bootstrapped; `root_ca` is its authority in PEM.
    pub(crate) fn start(
        server: &Server,
        clock: &Arc<dyn Clock>,
        root_ca: &str,
        plan: NodePlan,
    ) -> Self {
        let manager = client(server, "system:kube-controller-manager");
        let kubelet = client(server, "system:node");
        let informers = Arc::new(Informers::new(manager.clone()));
        let node_names = plan.nodes.iter().map(|(name, _)| name.clone()).collect();
        let controllers =
            Controllers::start(manager, Arc::clone(&informers), Arc::clone(clock), root_ca);
        let options = NodesOptions {
            nodes: plan.nodes,
            version: VERSION.to_owned(),
            runtime: plan.runtime,
            scenario: plan.scenario,
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

    pub(crate) async fn stop(self) {
        self.nodes.stop().await;
        self.controllers.stop().await;
    }
}

/// A client without a socket for one of the cluster's own parts.
pub(crate) fn client(server: &Server, user: &str) -> Client {
    Client::new(
        server.as_user(User::new(user, ["system:masters"])),
        "default",
    )
}
