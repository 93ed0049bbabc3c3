//! Removes pods whose node is gone: nobody will ever say that they have ended.

use std::sync::Arc;
use std::time::Duration;

use clientgo::{ApiError, Delta, Key, Outcome, resources, run_worker};
use serde_json::json;

use crate::context::Context;
use crate::controllers::Running;
use crate::pod;
use crate::pods_on_node::{keep_by_node, pods_on_node};
use crate::taint_eviction::delete_disrupted;

/// A node that comes back within this time finds its pods.
const QUARANTINE: Duration = Duration::from_secs(40);

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let (pods, on_node) = (context.cache(&resources::PODS), Arc::clone(&queue));
    keep_by_node(&pods);
    context.cache(&resources::NODES).subscribe(move |delta| {
        if let Delta::Deleted(node) = delta {
            let left = pods_on_node(&pods, node.name());
            left.iter()
                .for_each(|pod| on_node.add_after(pod.key(), QUARANTINE));
        }
    });
    let (nodes, on_pod) = (context.cache(&resources::NODES), Arc::clone(&queue));
    context.cache(&resources::PODS).subscribe(move |delta| {
        let pod = delta.object();
        if let Some(node) = newly_assigned(delta)
            && nodes.get(&Key::new("", node)).is_none()
        {
            on_pod.add_after(pod.key(), QUARANTINE);
        }
    });
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "pod-gc", u32::MAX, |key| sync(&context, key)).await;
    });
}

/// The node that a pod is seen to stand on for the first time. The scheduler may have chosen one that was gone by then.
fn newly_assigned(delta: &Delta) -> Option<&str> {
    let (before, now) = match delta {
        Delta::Added(pod) => ("", pod::node_name(pod)),
        Delta::Updated(old, pod) => (pod::node_name(old), pod::node_name(pod)),
        Delta::Deleted(_) => return None,
    };
    (before != now).then_some(now)
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let Some(pod) = context.cache(&resources::PODS).get(&key) else {
        return Ok(Outcome::Done);
    };
    let node = Key::new("", pod::node_name(&pod));
    match context.api.get(&resources::NODES, &node).await {
        Err(error) if error.is_not_found() => {}
        Err(error) => return Err(error),
        Ok(_) => return Ok(Outcome::Done),
    }
    let mut status = json!({});
    if !pod::is_ended(&pod) {
        status["phase"] = "Failed".into();
        status["conditions"] = json!([{
            "type": "DisruptionTarget", "status": "True", "reason": "DeletionByPodGC", "message": "PodGC: node no longer exists",
            "lastTransitionTime": context.clock.now().rfc3339(),
        }]);
    }
    delete_disrupted(context, &pod, &status, Some(0)).await?;
    Ok(Outcome::Done)
}
