use std::collections::BTreeMap;
use std::sync::Arc;

use apimachinery::Clock;
use clientgo::{Api, Delta, Informers, Key, Object, Recorder, WorkQueue, resources};
use kube::Client;
use tokio::task::JoinSet;

use crate::images::Images;
use crate::kubelet::{Kubelet, heartbeat};
use crate::node_object::NodeIdentity;
use crate::pod::NodeShare;
use crate::runtime::Runtime;
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
    pub runtime: Arc<dyn Runtime>,
    /// How certain images behave.
    pub scenario: Scenario,
}

/// The running nodes of a cluster and the scheduler that assigns pods to them.
pub struct Nodes {
    kubelets: Arc<BTreeMap<String, Arc<Kubelet>>>,
    unscheduled: Arc<WorkQueue<Key>>,
    tasks: JoinSet<()>,
    scheduler: JoinSet<()>,
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
        let mut tasks = JoinSet::new();
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
            tasks.spawn(heartbeat(identity, api.clone(), Arc::clone(clock)));
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
            tasks,
            scheduler,
        }
    }

    /// Stops scheduler and nodes. Pods stay as they are.
    pub async fn stop(mut self) {
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
