//! Notices nodes that say nothing any more.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Packed;
use clientgo::{
    ApiError, Delta, EventType, Key, Object, Outcome, PatchType, Recorder, resources, run_worker,
};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::context::Context;
use crate::controllers::Running;
use crate::pod;
use crate::pods_on_node::{keep_by_node, pods_on_node};

/// A node that has said nothing for this long is taken for gone.
const GRACE: Duration = Duration::from_secs(50);
const LEASE_NAMESPACE: &str = "kube-node-lease";
const WATCHED: [&str; 4] = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"];

/// When each node was heard last, by the clock of whoever listens: times that nodes write would be wrong after a sleep of the machine.
type Heard = Arc<Mutex<BTreeMap<String, Instant>>>;

pub(super) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    keep_by_node(&context.cache(&resources::PODS));
    let heard = Heard::default();
    let on_lease = Arc::clone(&heard);
    context.cache(&resources::LEASES).subscribe(move |delta| {
        if delta.object().namespace() == LEASE_NAMESPACE && !matches!(delta, Delta::Deleted(_)) {
            on_lease
                .lock()
                .insert(delta.object().name().to_owned(), Instant::now());
        }
    });
    let (on_node, nodes) = (Arc::clone(&heard), Arc::clone(&queue));
    context.cache(&resources::NODES).subscribe(move |delta| {
        let node = delta.object();
        match delta {
            Delta::Deleted(_) => drop(on_node.lock().remove(node.name())),
            Delta::Updated(old, new) if last_heartbeat(old) == last_heartbeat(new) => {}
            Delta::Added(_) | Delta::Updated(..) => drop(
                on_node
                    .lock()
                    .insert(node.name().to_owned(), Instant::now()),
            ),
        }
        nodes.add(node.key());
    });
    let recorder = context.recorder("node-controller");
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "node-health", u32::MAX, |key| {
            sync(&context, &recorder, &heard, key)
        })
        .await;
    });
}

fn last_heartbeat(node: &Object) -> Option<&Packed> {
    condition(node, "Ready").map(|ready| &ready["lastHeartbeatTime"])
}

fn condition<'a>(node: &'a Object, type_: &str) -> Option<&'a Packed> {
    node["status"]["conditions"]
        .as_array()?
        .iter()
        .find(|condition| condition["type"] == type_)
}

async fn sync(
    context: &Context,
    recorder: &Recorder,
    heard: &Heard,
    key: Key,
) -> Result<Outcome, ApiError> {
    let Some(node) = context.cache(&resources::NODES).get(&key) else {
        return Ok(Outcome::Done);
    };
    let silence = heard
        .lock()
        .get(node.name())
        .map(Instant::elapsed)
        .unwrap_or_default();
    if silence < GRACE {
        return Ok(Outcome::RequeueAfter(GRACE - silence));
    }
    if condition(&node, "Ready").is_some_and(|ready| ready["status"] == "Unknown") {
        return Ok(Outcome::RequeueAfter(GRACE));
    }
    let mut body = node.to_value();
    body["status"]["conditions"] = unknown(&node, &context.clock.now().rfc3339()).into();
    context.update(&resources::NODES, "status", &body).await?;
    let message = format!("Node {} status is now: NodeNotReady", node.name());
    recorder.event(&node, EventType::Normal, "NodeNotReady", &message);
    mark_pods_not_ready(context, recorder, &node).await?;
    Ok(Outcome::RequeueAfter(GRACE))
}

/// The conditions of a node that nobody has news of.
fn unknown(node: &Object, now: &str) -> Vec<Value> {
    let mut conditions = node["status"]["conditions"].to_values();
    for type_ in WATCHED {
        let (reason, message) = ("NodeStatusUnknown", "Kubelet stopped posting node status.");
        match conditions.iter_mut().find(|condition| condition["type"] == type_) {
            Some(known) if known["status"] == "Unknown" => {}
            Some(known) => {
                known["status"] = "Unknown".into();
                known["reason"] = reason.into();
                known["message"] = message.into();
                known["lastTransitionTime"] = now.into();
            }
            None => conditions.push(json!({
                "type": type_, "status": "Unknown", "reason": "NodeStatusNeverUpdated", "message": "Kubelet never posted node status.",
                "lastHeartbeatTime": node["metadata"]["creationTimestamp"], "lastTransitionTime": now,
            })),
        }
    }
    conditions
}

async fn mark_pods_not_ready(
    context: &Context,
    recorder: &Recorder,
    node: &Object,
) -> Result<(), ApiError> {
    let pods = pods_on_node(&context.cache(&resources::PODS), node.name());
    for pod in pods.into_iter().filter(pod::is_ready) {
        let condition = json!({"type": "Ready", "status": "False", "lastTransitionTime": context.clock.now().rfc3339()});
        let patch = json!({"metadata": {"uid": pod.uid()}, "status": {"conditions": [condition]}});
        match context
            .patch_status(&resources::PODS, &pod.key(), PatchType::Strategic, &patch)
            .await
        {
            Ok(_) => recorder.event(
                &pod,
                EventType::Warning,
                "NodeNotReady",
                "Node is not ready",
            ),
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
