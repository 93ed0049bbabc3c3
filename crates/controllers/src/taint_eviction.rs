//! Deletes pods from nodes whose `NoExecute` taints they do not tolerate, or tolerate for a time only.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Packed;
use clientgo::{
    ApiError, Delta, EventType, Key, Object, Outcome, PatchType, Recorder, resources, run_worker,
    tolerates, untolerated_taint,
};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::context::Context;
use crate::controllers::Running;
use crate::pod;
use crate::pods_on_node::{keep_by_node, pods_on_node};

const NO_EXECUTE: [&str; 1] = ["NoExecute"];

/// Since when each pod, by uid, has been on a node that repels it.
type Since = Mutex<BTreeMap<String, Instant>>;

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let (pods, on_node) = (context.cache(&resources::PODS), Arc::clone(&queue));
    keep_by_node(&pods);
    context.cache(&resources::NODES).subscribe(move |delta| {
        let before = match delta {
            Delta::Updated(old, _) => taints(old),
            Delta::Added(_) | Delta::Deleted(_) => Vec::new(),
        };
        let node = delta.object();
        if taints(node) != before {
            pods_on_node(&pods, node.name())
                .iter()
                .for_each(|pod| on_node.add(pod.key()));
        }
    });
    let (nodes, on_pod) = (context.cache(&resources::NODES), Arc::clone(&queue));
    context.cache(&resources::PODS).subscribe(move |delta| {
        let pod = delta.object();
        let node = nodes.get(&Key::new("", pod::node_name(pod)));
        if node.is_some_and(|node| !taints(&node).is_empty()) {
            on_pod.add(pod.key());
        }
    });
    let recorder = context.recorder("taint-eviction-controller");
    let context = context.clone();
    let since = Since::default();
    running.spawn(async move {
        run_worker(&queue, "taint-eviction", u32::MAX, |key| {
            sync(&context, &recorder, &since, key)
        })
        .await;
    });
}

/// The taints of a node that drive pods away.
fn taints(node: &Object) -> Vec<&Packed> {
    let taints = node["spec"]["taints"].as_array().into_iter().flatten();
    taints
        .filter(|taint| taint["effect"] == "NoExecute")
        .collect()
}

/// What the taints of its node mean for a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Stays,
    GoesAfter(Duration),
}

fn judge(pod: &Object, node: &Object) -> Verdict {
    let taints = taints(node);
    if taints.is_empty() {
        return Verdict::Stays;
    }
    if untolerated_taint(&pod["spec"], node, &NO_EXECUTE).is_some() {
        return Verdict::GoesAfter(Duration::ZERO);
    }
    let tolerations = pod["spec"]["tolerations"].as_array().into_iter().flatten();
    let used =
        tolerations.filter(|toleration| taints.iter().any(|taint| tolerates(*toleration, *taint)));
    let shortest = used
        .filter_map(|toleration| toleration["tolerationSeconds"].as_i64())
        .min();
    shortest.map_or(Verdict::Stays, |seconds| {
        Verdict::GoesAfter(Duration::from_secs(
            u64::try_from(seconds).unwrap_or_default(),
        ))
    })
}

async fn sync(
    context: &Context,
    recorder: &Recorder,
    since: &Since,
    key: Key,
) -> Result<Outcome, ApiError> {
    let Some(pod) = context.cache(&resources::PODS).get(&key) else {
        return Ok(Outcome::Done);
    };
    let node = context
        .cache(&resources::NODES)
        .get(&Key::new("", pod::node_name(&pod)));
    let verdict = node.map_or(Verdict::Stays, |node| judge(&pod, &node));
    let Verdict::GoesAfter(tolerated) = verdict else {
        if since.lock().remove(pod.uid()).is_some() {
            recorder.event(
                &pod,
                EventType::Normal,
                "TaintManagerEviction",
                &format!("Cancelling deletion of Pod {key}"),
            );
        }
        return Ok(Outcome::Done);
    };
    if pod.is_deleting() {
        since.lock().remove(pod.uid());
        return Ok(Outcome::Done);
    }
    let waited = since
        .lock()
        .entry(pod.uid().to_owned())
        .or_insert_with(Instant::now)
        .elapsed();
    if waited < tolerated {
        return Ok(Outcome::RequeueAfter(tolerated - waited));
    }
    since.lock().remove(pod.uid());
    recorder.event(
        &pod,
        EventType::Normal,
        "TaintManagerEviction",
        &format!("Marking for deletion Pod {key}"),
    );
    let condition = json!({
        "type": "DisruptionTarget", "status": "True", "reason": "DeletionByTaintManager",
        "message": "Taint manager: deleting due to NoExecute taint", "lastTransitionTime": context.clock.now().rfc3339(),
    });
    delete_disrupted(context, &pod, &json!({"conditions": [condition]}), None).await?;
    Ok(Outcome::Done)
}

/// Writes into the status of a pod why it goes, and deletes it.
pub(crate) async fn delete_disrupted(
    context: &Context,
    pod: &Object,
    status: &Value,
    grace_period_seconds: Option<i64>,
) -> Result<(), ApiError> {
    let patch = json!({"metadata": {"uid": pod.uid()}, "status": status});
    let told = context
        .patch_status(&resources::PODS, &pod.key(), PatchType::Strategic, &patch)
        .await;
    let deleted = match told {
        Ok(_) => context
            .api
            .delete(&resources::PODS, pod, None, grace_period_seconds)
            .await
            .map(drop),
        Err(error) => Err(error),
    };
    match deleted {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_toleration_counts() {
        let taint = |key: &str, effect: &str| json!({"key": key, "effect": effect});
        let toleration = |key: &str, seconds: Value| json!({"key": key, "operator": "Exists", "tolerationSeconds": seconds});
        let secs = |seconds| Verdict::GoesAfter(Duration::from_secs(seconds));
        for (taints, tolerations, expected) in [
            (json!([taint("a", "NoSchedule")]), json!([]), Verdict::Stays),
            (json!([taint("a", "NoExecute")]), json!([]), secs(0)),
            (
                json!([taint("a", "NoExecute")]),
                json!([toleration("a", Value::Null)]),
                Verdict::Stays,
            ),
            (
                json!([taint("a", "NoExecute")]),
                json!([toleration("a", json!(300))]),
                secs(300),
            ),
            (
                json!([taint("a", "NoExecute"), taint("b", "NoExecute")]),
                json!([
                    toleration("a", json!(300)),
                    toleration("b", json!(60)),
                    toleration("c", json!(1))
                ]),
                secs(60),
            ),
        ] {
            let node = Object::new(&json!({"spec": {"taints": taints}}));
            let pod = Object::new(&json!({"spec": {"tolerations": tolerations}}));
            assert_eq!(judge(&pod, &node), expected, "{taints} {tolerations}");
        }
    }
}
