use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Clock;
use clientgo::{Api, Delta, Object};
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::node_object::{HEARTBEAT, NodeIdentity};
use crate::pod::{NodeShare, run};

/// The agent of one node: a worker for each pod that is assigned to it.
pub(crate) struct Kubelet {
    share: Arc<NodeShare>,
    pods: Mutex<Pods>,
}

#[derive(Default)]
struct Pods {
    states: BTreeMap<String, watch::Sender<Object>>,
    workers: JoinSet<()>,
    /// A node that is gone takes nothing in any more.
    is_stopped: bool,
}

impl Kubelet {
    pub(crate) fn new(share: NodeShare) -> Self {
        Kubelet {
            share: Arc::new(share),
            pods: Mutex::default(),
        }
    }

    /// Takes in what has become of a pod of this node.
    pub(crate) fn observe(&self, delta: &Delta) {
        let pod = delta.object();
        let mut pods = self.pods.lock();
        if pods.is_stopped {
            return;
        }
        match delta {
            Delta::Deleted(_) => drop(pods.states.remove(pod.uid())),
            Delta::Updated(old, _) if old.uid() != pod.uid() => {
                pods.states.remove(old.uid());
                self.begin(&mut pods, pod);
            }
            Delta::Added(_) | Delta::Updated(..) => match pods.states.get(pod.uid()) {
                Some(state) => drop(state.send_replace(pod.clone())),
                None => self.begin(&mut pods, pod),
            },
        }
        while pods.workers.try_join_next().is_some() {}
    }

    /// Ends all workers.
    pub(crate) async fn stop(&self) {
        let mut workers = {
            let mut pods = self.pods.lock();
            pods.is_stopped = true;
            pods.states.clear();
            std::mem::take(&mut pods.workers)
        };
        workers.shutdown().await;
    }

    fn begin(&self, pods: &mut Pods, pod: &Object) {
        let (state, states) = watch::channel(pod.clone());
        pods.states.insert(pod.uid().to_owned(), state);
        pods.workers.spawn(run(Arc::clone(&self.share), states));
    }
}

/// Registers a node and says over and over that it lives.
pub(crate) async fn heartbeat(node: NodeIdentity, api: Api, clock: Arc<dyn Clock>) {
    let mut pause = Duration::from_millis(10);
    while let Err(error) = node.register(&api, clock.now()).await {
        tracing::debug!(node = %node.name, %error, "to be registered again");
        tokio::time::sleep(pause).await;
        pause = (2 * pause).min(HEARTBEAT);
    }
    for beat in 1.. {
        tokio::time::sleep(HEARTBEAT).await;
        let said = match node.renew_lease(&api, clock.now()).await {
            Ok(()) => node.keep_status(&api, clock.now(), beat).await,
            other => other,
        };
        if let Err(error) = said {
            tracing::debug!(node = %node.name, %error, "heartbeat not written");
        }
    }
}
