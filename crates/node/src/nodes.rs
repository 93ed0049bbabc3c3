use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;

use apimachinery::Clock;
use clientgo::{Api, Delta, Informers, Key, Object, Recorder, WorkQueue, resources};
use kube::Client;
use tokio::task::{AbortHandle, JoinSet};

use crate::images::Images;
use crate::kubelet::{Kubelet, heartbeat};
use crate::node_object::NodeIdentity;
use crate::pod::NodeShare;
use crate::proxy::{ServiceProxy, Start};
use crate::runtime::{Connection, Runtime};
use crate::scenario::Scenario;
use crate::scheduler;

const KUBELET: &str = "kubelet";
const SCHEDULER: &str = "kube-scheduler";

/// What the nodes of a cluster are made with.
pub struct NodesOptions {
    /// The names of the nodes with their addresses.
    pub nodes: Vec<(String, String)>,
    /// What the nodes say their version is.
    pub version: String,
    /// What stands in for containers.
    pub runtime: Arc<Runtime>,
    /// How certain images behave.
    pub scenario: Scenario,
    /// What the choice of endpoints follows from.
    pub seed: u64,
}

/// The running nodes of a cluster and the scheduler that assigns pods to them.
pub struct Nodes {
    kubelets: Arc<BTreeMap<String, Arc<Kubelet>>>,
    unscheduled: Arc<WorkQueue<Key>>,
    tasks: JoinSet<()>,
    heartbeats: BTreeMap<String, AbortHandle>,
    scheduler: JoinSet<()>,
    proxy: Arc<ServiceProxy>,
    runtime: Arc<Runtime>,
}

impl Nodes {
    /// Starts nodes and scheduler. They share the caches of `informers` with whoever else reads them.
    #[must_use]
    pub fn start(
        client: &Client,
        informers: &Arc<Informers>,
        clock: &Arc<dyn Clock>,
        options: NodesOptions,
    ) -> Self {
        let on_nodes = options.nodes.iter();
        let on_nodes = on_nodes
            .filter_map(|(name, address)| Some((name.clone(), address.parse::<Ipv4Addr>().ok()?)));
        let proxy = ServiceProxy::start(
            client,
            informers,
            clock,
            Arc::clone(&options.runtime),
            on_nodes.collect(),
            options.seed,
        );
        let mut tasks = JoinSet::new();
        let mut heartbeats = BTreeMap::new();
        let mut kubelets = BTreeMap::new();
        let scenario = Arc::new(options.scenario);
        for (name, address) in options.nodes {
            let api = Api::new(client.clone(), KUBELET);
            let recorder = Recorder::start(api.clone(), Arc::clone(clock), KUBELET, &name);
            let identity = NodeIdentity {
                name: name.clone(),
                address: address.clone(),
                version: options.version.clone(),
            };
            let beating = tasks.spawn(heartbeat(identity, api.clone(), Arc::clone(clock)));
            heartbeats.insert(name.clone(), beating);
            let share = NodeShare {
                api,
                clock: Arc::clone(clock),
                recorder,
                images: Images::default(),
                runtime: Arc::clone(&options.runtime),
                scenario: Arc::clone(&scenario),
                node: name.clone(),
                address,
            };
            kubelets.insert(name, Arc::new(Kubelet::new(share)));
        }
        let kubelets = Arc::new(kubelets);
        let by_name = Arc::clone(&kubelets);
        informers
            .cache(&resources::PODS)
            .subscribe(move |delta| dispatch(&by_name, delta));
        let unscheduled = Arc::new(WorkQueue::default());
        let api = Api::new(client.clone(), SCHEDULER);
        let recorder =
            Recorder::start(api.clone(), Arc::clone(clock), "default-scheduler", "kaeru");
        let mut scheduler = JoinSet::new();
        scheduler.spawn(scheduler::run(
            api,
            recorder,
            Arc::clone(clock),
            Arc::clone(informers),
            Arc::clone(&unscheduled),
        ));
        Nodes {
            kubelets,
            unscheduled,
            heartbeats,
            tasks,
            scheduler,
            proxy,
            runtime: options.runtime,
        }
    }

    /// Opens a connection from inside the process to a port of a Service, a node or a pod.
    ///
    /// # Errors
    /// Nobody is reached there.
    pub async fn connect(&self, address: SocketAddrV4) -> io::Result<Box<dyn Connection>> {
        match self.proxy.connect(address, Start::inside()) {
            Some(connection) => Ok(Box::new(connection)),
            None => self.runtime.connect(*address.ip(), address.port()).await,
        }
    }

    /// Ends a node without a word, as a power cut does: its pods stay as they are, and it says nothing any more.
    pub async fn fail(&self, node: &str) {
        if let (Some(beating), Some(kubelet)) = (self.heartbeats.get(node), self.kubelets.get(node))
        {
            beating.abort();
            kubelet.stop().await;
        }
    }

    /// Stops scheduler and nodes. Pods stay as they are.
    pub async fn stop(mut self) {
        self.proxy.stop();
        self.unscheduled.close();
        while self.scheduler.join_next().await.is_some() {}
        self.tasks.shutdown().await;
        for kubelet in self.kubelets.values() {
            kubelet.stop().await;
        }
    }
}

fn dispatch(kubelets: &BTreeMap<String, Arc<Kubelet>>, delta: &Delta) {
    if let Some(kubelet) = kubelets.get(node_name(delta.object())) {
        kubelet.observe(delta);
    }
}

pub(crate) fn node_name(pod: &Object) -> &str {
    pod["spec"]["nodeName"].as_str().unwrap_or_default()
}
