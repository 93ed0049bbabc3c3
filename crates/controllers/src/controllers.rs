use std::sync::Arc;

use apimachinery::Clock;
use clientgo::{Api, Informers, WorkQueue};
use kube::Client;
use tokio::task::JoinSet;

use crate::context::Context;
use crate::{
    cluster_role_aggregation, daemon_set, deployment, disruption, endpoint_slice, endpoints,
    garbage_collector, job, namespace, node_lifecycle, persistent_volume, pod_gc, replica_set,
    root_ca, service_account, stateful_set, taint_eviction, ttl_after_finished,
};

/// The field manager under which controllers write.
const FIELD_MANAGER: &str = "kube-controller-manager";

/// So many objects of one kind are worked on at a time where one need not wait for another: as many as Kubernetes does by default.
pub(crate) const WORKERS: usize = 5;

/// The running controllers of a cluster.
pub struct Controllers {
    running: Running,
    informers: Arc<Informers>,
}

impl Controllers {
    /// Starts all controllers. They read the cluster through `client` and share one cache per resource with everything else that reads
    /// `informers`; `root_ca` is the certificate authority that pods are told to trust, in PEM.
    #[must_use]
    pub fn start(
        client: Client,
        informers: Arc<Informers>,
        clock: Arc<dyn Clock>,
        root_ca: &str,
    ) -> Self {
        let context = Context {
            api: Api::new(client.clone(), FIELD_MANAGER),
            informers: Arc::clone(&informers),
            clock,
        };
        let mut running = Running::default();
        deployment::start(&context, &mut running);
        replica_set::start(&context, &mut running);
        daemon_set::start(&context, &mut running);
        stateful_set::start(&context, &mut running);
        disruption::start(&context, &mut running);
        persistent_volume::start(&context, &mut running);
        job::start(&context, &mut running);
        ttl_after_finished::start(&context, &mut running);
        endpoint_slice::start(&context, &mut running);
        endpoints::start(&context, &mut running);
        service_account::start(&context, &mut running);
        cluster_role_aggregation::start(&context, &mut running);
        root_ca::start(&context, &mut running, root_ca);
        namespace::start(&context, &mut running);
        node_lifecycle::start(&context, &mut running);
        taint_eviction::start(&context, &mut running);
        pod_gc::start(&context, &mut running);
        garbage_collector::start(&context, client, &mut running);
        Controllers { running, informers }
    }

    /// Waits until the caches have taken in what the server holds.
    pub async fn synced(&self) {
        self.informers.synced().await;
    }

    /// Stops all controllers, each after the key that it is working on.
    pub async fn stop(mut self) {
        self.running.close_queues.iter().for_each(|close| close());
        self.running.background.abort_all();
        while self.running.workers.join_next().await.is_some() {}
    }
}

/// The workers that were started and the queues that end them.
#[derive(Default)]
pub(crate) struct Running {
    close_queues: Vec<Box<dyn Fn() + Send + Sync>>,
    workers: JoinSet<()>,
    background: JoinSet<()>,
}

impl Running {
    /// A queue that is closed when the controllers stop.
    pub(crate) fn queue<K: Ord + Clone + Send + 'static>(&mut self) -> Arc<WorkQueue<K>> {
        let queue = Arc::new(WorkQueue::default());
        let closing = Arc::clone(&queue);
        self.close_queues.push(Box::new(move || closing.close()));
        queue
    }

    /// Spawns a worker that ends when its queue is closed.
    pub(crate) fn spawn(&mut self, worker: impl Future<Output = ()> + Send + 'static) {
        self.workers.spawn(worker);
    }

    /// Spawns a task that can be cut off at any point.
    pub(crate) fn spawn_background(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.background.spawn(task);
    }
}
