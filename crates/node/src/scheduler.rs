//! Assigns pods to nodes.

mod fit;
mod load;
mod volumes;

use std::sync::Arc;
use std::time::Duration;

use apimachinery::Clock;
use clientgo::{
    Api, ApiError, Delta, EventType, Informers, Key, Object, Outcome, PatchType, Recorder,
    WorkQueue, resources, run_workers,
};
use parking_lot::Mutex;
use serde_json::json;

use crate::nodes::node_name;
use fit::Unfit;
use load::Loads;
use volumes::{Awaited, Volumes};

const NAME: &str = "default-scheduler";
/// A pod that fits nowhere is tried again after this time, if nothing changes before.
const RETRY: Duration = Duration::from_secs(60);
/// So many pods are bound at a time. Nodes are chosen for one pod after the other.
const BINDINGS: usize = 64;

struct Scheduler {
    api: Api,
    recorder: Recorder,
    clock: Arc<dyn Clock>,
    informers: Arc<Informers>,
    loads: Arc<Mutex<Loads>>,
    awaited: Arc<Mutex<Awaited>>,
}

/// Schedules until the queue is closed.
pub(crate) async fn run(
    api: Api,
    recorder: Recorder,
    clock: Arc<dyn Clock>,
    informers: Arc<Informers>,
    queue: Arc<WorkQueue<Key>>,
) {
    let loads = Arc::new(Mutex::new(Loads::default()));
    let awaited = Arc::new(Mutex::new(Awaited::default()));
    watch(&informers, &queue, &loads);
    watch_claims(&informers, &queue, &awaited);
    let scheduler = Scheduler {
        api,
        recorder,
        clock,
        informers,
        loads,
        awaited,
    };
    run_workers(BINDINGS, &queue, NAME, u32::MAX, |key| {
        scheduler.schedule(key)
    })
    .await;
}

fn watch(informers: &Informers, queue: &Arc<WorkQueue<Key>>, loads: &Arc<Mutex<Loads>>) {
    let (of_pods, on_pod) = (Arc::clone(loads), Arc::clone(queue));
    informers.cache(&resources::PODS).subscribe(move |delta| {
        let frees_room = of_pods.lock().observe(delta);
        match delta {
            Delta::Added(pod) | Delta::Updated(_, pod) if is_waiting(pod) => on_pod.add(pod.key()),
            _ if frees_room => retry(&of_pods, &on_pod),
            _ => {}
        }
    });
    let (of_nodes, on_node) = (Arc::clone(loads), Arc::clone(queue));
    informers.cache(&resources::NODES).subscribe(move |delta| {
        of_nodes.lock().observe_node(delta);
        retry(&of_nodes, &on_node);
    });
}

/// Looks again at the pods that found no place.
fn retry(loads: &Mutex<Loads>, queue: &WorkQueue<Key>) {
    let rejected = loads.lock().rejected();
    rejected.into_iter().for_each(|pod| queue.add(pod));
}

/// A claim that changes concerns the pods that wait for it.
fn watch_claims(informers: &Informers, queue: &Arc<WorkQueue<Key>>, awaited: &Arc<Mutex<Awaited>>) {
    informers.cache(&resources::PERSISTENT_VOLUMES);
    informers.cache(&resources::STORAGE_CLASSES);
    let (queue, awaited) = (Arc::clone(queue), Arc::clone(awaited));
    informers
        .cache(&resources::PERSISTENT_VOLUME_CLAIMS)
        .subscribe(move |delta| {
            let pods = awaited.lock().take(&delta.object().key());
            pods.into_iter().for_each(|pod| queue.add(pod));
        });
}

/// Whether this scheduler is to find a node for the pod.
fn is_waiting(pod: &Object) -> bool {
    let ours = pod["spec"]["schedulerName"].as_str().unwrap_or(NAME) == NAME;
    let gated = pod["spec"]["schedulingGates"]
        .as_array()
        .is_some_and(|gates| !gates.is_empty());
    node_name(pod).is_empty() && ours && !gated && !pod.is_deleting()
}

impl Scheduler {
    async fn schedule(&self, key: Key) -> Result<Outcome, ApiError> {
        let pods = self.informers.cache(&resources::PODS);
        let Some(pod) = pods.get(&key).filter(is_waiting) else {
            return Ok(Outcome::Done);
        };
        if self.loads.lock().has_place(&pod) {
            return Ok(Outcome::Done);
        }
        self.awaited.lock().wait(&pod);
        let volumes = match volumes::observe(&pod, &self.informers) {
            Ok(volumes) => volumes,
            Err(reason) => {
                let unfit = Unfit::everywhere(self.loads.lock().node_count(), reason);
                return self.reject(&pod, &unfit).await;
            }
        };
        match self.choose(&pod, &volumes) {
            Ok(node) if volumes.are_bound() => {
                self.awaited.lock().forget(&pod);
                self.bind(&pod, &node).await.map(|()| Outcome::Done)
            }
            Ok(node) => self.ask_for_volumes(&volumes, &node).await,
            Err(unfit) => self.reject(&pod, &unfit).await,
        }
    }

    /// Chooses a node. A pod that can be bound is counted there from now on, so that the next choice knows of it.
    fn choose(&self, pod: &Object, volumes: &Volumes) -> Result<String, Unfit> {
        let mut loads = self.loads.lock();
        let choice = fit::choose(pod, volumes, loads.candidates()).map(str::to_owned);
        if let Ok(node) = &choice {
            loads.accept(pod);
            if volumes.are_bound() {
                loads.take(pod, node);
            }
        }
        choice
    }

    /// Tells the provisioner where the volumes of claims are needed that wait for their first consumer.
    async fn ask_for_volumes(&self, volumes: &Volumes, node: &str) -> Result<Outcome, ApiError> {
        for claim in &volumes.unbound {
            let patch = json!({"metadata": {"uid": claim.uid(), "annotations": {volumes::SELECTED_NODE: node}}});
            let claims = &resources::PERSISTENT_VOLUME_CLAIMS;
            match self
                .api
                .patch(claims, &claim.key(), "", PatchType::Merge, &patch)
                .await
            {
                Err(error) if !error.is_not_found() => return Err(error),
                _ => {}
            }
        }
        Ok(Outcome::RequeueAfter(RETRY))
    }

    async fn bind(&self, pod: &Object, node: &str) -> Result<(), ApiError> {
        let body = json!({
            "apiVersion": "v1", "kind": "Binding",
            "metadata": {"name": pod.name(), "namespace": pod.namespace(), "uid": pod.uid()},
            "target": {"kind": "Node", "name": node},
        });
        let pods = &resources::PODS;
        let bound = self
            .api
            .create_subresource(pods, &pod.key(), "binding", &body)
            .await;
        if let Err(error) = bound {
            self.give_back(pod);
            let is_settled = error.is_not_found() || error.is_conflict();
            return if is_settled { Ok(()) } else { Err(error) };
        }
        let message = format!("Successfully assigned {} to {node}", pod.key());
        self.recorder
            .action(pod, EventType::Normal, "Scheduled", "Binding", &message);
        Ok(())
    }

    /// Counts a pod that was not bound where the cache shows it, if anywhere.
    fn give_back(&self, pod: &Object) {
        let mut loads = self.loads.lock();
        loads.release(pod.uid());
        if let Some(known) = self.informers.cache(&resources::PODS).get(&pod.key()) {
            loads.observe(&Delta::Updated(known.clone(), known));
        }
    }

    async fn reject(&self, pod: &Object, unfit: &Unfit) -> Result<Outcome, ApiError> {
        self.loads.lock().reject(pod);
        let message = unfit.message();
        let known = pod["status"]["conditions"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|known| known["type"] == "PodScheduled");
        if known.is_some_and(|known| known["status"] == "False" && known["message"] == message) {
            return Ok(Outcome::RequeueAfter(RETRY));
        }
        self.recorder.action(
            pod,
            EventType::Warning,
            "FailedScheduling",
            "Scheduling",
            &message,
        );
        let condition = json!({
            "type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message, "lastProbeTime": null,
            "lastTransitionTime": self.clock.now().rfc3339(), "observedGeneration": pod.generation(),
        });
        let patch = json!({"metadata": {"uid": pod.uid()}, "status": {"conditions": [condition]}});
        match self
            .api
            .patch(
                &resources::PODS,
                &pod.key(),
                "status",
                PatchType::Strategic,
                &patch,
            )
            .await
        {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(Outcome::RequeueAfter(RETRY)),
        }
    }
}
