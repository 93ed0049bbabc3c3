//! Assigns pods to nodes.

mod fit;
mod load;
mod volumes;

use std::sync::Arc;
use std::time::Duration;

use apimachinery::Clock;
use clientgo::{
    Api, ApiError, Delta, EventType, Informers, Key, Object, Outcome, PatchType, Recorder,
    WorkQueue, resources, run_worker,
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
    run_worker(&queue, NAME, u32::MAX, |key| scheduler.schedule(key)).await;
}

fn watch(informers: &Informers, queue: &Arc<WorkQueue<Key>>, loads: &Arc<Mutex<Loads>>) {
    let pods = informers.cache(&resources::PODS);
    let retry = {
        let (pods, queue) = (Arc::clone(&pods), Arc::clone(queue));
        Arc::new(move || {
            let waiting = pods.all().into_iter().filter(is_waiting);
            waiting.for_each(|pod| queue.add(pod.key()));
        })
    };
    let (queue, loads, on_room) = (Arc::clone(queue), Arc::clone(loads), Arc::clone(&retry));
    pods.subscribe(move |delta| {
        let frees_room = loads.lock().observe(delta);
        match delta {
            Delta::Added(pod) | Delta::Updated(_, pod) if is_waiting(pod) => queue.add(pod.key()),
            _ if frees_room && loads.lock().has_rejected() => on_room(),
            _ => {}
        }
    });
    informers
        .cache(&resources::NODES)
        .subscribe(move |_| retry());
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
        let nodes = self.informers.cache(&resources::NODES).all();
        self.awaited.lock().wait(&pod);
        let volumes = match volumes::observe(&pod, &self.informers) {
            Ok(volumes) => volumes,
            Err(reason) => {
                let unfit = Unfit::everywhere(nodes.len(), reason);
                return self.reject(&pod, &unfit).await;
            }
        };
        let choice = {
            let loads = self.loads.lock();
            fit::choose(&pod, &volumes, &loads.candidates(&nodes)).map(str::to_owned)
        };
        self.loads.lock().note_choice(pod.uid(), choice.is_ok());
        match choice {
            Ok(node) if volumes.are_bound() => {
                self.awaited.lock().forget(&pod);
                self.bind(&pod, &node).await.map(|()| Outcome::Done)
            }
            Ok(node) => self.ask_for_volumes(&volumes, &node).await,
            Err(unfit) => self.reject(&pod, &unfit).await,
        }
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
        match self
            .api
            .create_subresource(&resources::PODS, &pod.key(), "binding", &body)
            .await
        {
            Err(error) if !error.is_not_found() && !error.is_conflict() => return Err(error),
            Err(_) => return Ok(()),
            Ok(_) => {}
        }
        let message = format!("Successfully assigned {} to {node}", pod.key());
        self.recorder
            .action(pod, EventType::Normal, "Scheduled", "Binding", &message);
        // The load of the node must be known before the next pod is placed.
        if let Ok(bound) = self.api.get(&resources::PODS, &pod.key()).await {
            self.informers.cache(&resources::PODS).observe(&bound);
        }
        Ok(())
    }

    async fn reject(&self, pod: &Object, unfit: &Unfit) -> Result<Outcome, ApiError> {
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
