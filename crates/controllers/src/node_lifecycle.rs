//! Keeps the taints of nodes in step with their conditions, so that pods stay away from nodes that cannot run them, and notices nodes that
//! say nothing any more.

mod health;

use std::sync::Arc;

use apimachinery::{Packed, Tree};
use clientgo::{ApiError, Key, Object, Outcome, resources, run_worker};
use serde_json::{Value, json};

use crate::context::Context;
use crate::controllers::Running;

const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";
/// Condition, the status in which it repels pods, and the taint by which it does.
const TAINTS: [(&str, &str, &str); 6] = [
    ("Ready", "False", "node.kubernetes.io/not-ready"),
    ("Ready", "Unknown", "node.kubernetes.io/unreachable"),
    (
        "MemoryPressure",
        "True",
        "node.kubernetes.io/memory-pressure",
    ),
    ("DiskPressure", "True", "node.kubernetes.io/disk-pressure"),
    (
        "NetworkUnavailable",
        "True",
        "node.kubernetes.io/network-unavailable",
    ),
    ("PIDPressure", "True", "node.kubernetes.io/pid-pressure"),
];
/// The condition whose taints also drive away the pods that are there.
const EVICTING: &str = "Ready";

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    health::start(context, running);
    let queue = running.queue();
    context.enqueue_changes(&resources::NODES, &queue);
    let context = context.clone();
    running.spawn(async move {
        let queue = Arc::clone(&queue);
        run_worker(&queue, "node-lifecycle", u32::MAX, |key| {
            sync(&context, key)
        })
        .await;
    });
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let Some(node) = context.cache(&resources::NODES).get(&key) else {
        return Ok(Outcome::Done);
    };
    let taints = taints(&node, &context.clock.now().rfc3339());
    let present = node["spec"]["taints"].to_values();
    if taints == present {
        return Ok(Outcome::Done);
    }
    let mut body = node.to_value();
    body["spec"]["taints"] = taints.into();
    match context.update(&resources::NODES, "", &body).await {
        Err(error) if !error.is_not_found() => Err(error),
        _ => Ok(Outcome::Done),
    }
}

/// The taints that a node should have: those that others gave it, and ours as its conditions ask for. One that stays keeps its time.
fn taints(node: &Object, now: &str) -> Vec<Value> {
    let status = |type_: &str| {
        let conditions = node["status"]["conditions"]
            .as_array()
            .into_iter()
            .flatten();
        conditions
            .into_iter()
            .find(|condition| condition["type"] == type_)
            .and_then(|condition| condition["status"].as_str())
    };
    let mut wanted: Vec<(&str, &str)> = Vec::new();
    for (condition, repels, taint) in TAINTS {
        if status(condition) == Some(repels) {
            wanted.push((taint, "NoSchedule"));
            if condition == EVICTING {
                wanted.push((taint, "NoExecute"));
            }
        }
    }
    if node["spec"]["unschedulable"] == true {
        wanted.push((UNSCHEDULABLE, "NoSchedule"));
    }
    let is_wanted = |taint: &Packed| {
        wanted
            .iter()
            .any(|(key, effect)| taint["key"] == *key && taint["effect"] == *effect)
    };
    let mut taints: Vec<Value> = node["spec"]["taints"]
        .items()
        .filter(|taint| !is_ours(taint) || is_wanted(taint))
        .map(Packed::to_value)
        .collect();
    for (key, effect) in &wanted {
        if !taints
            .iter()
            .any(|taint| taint["key"] == *key && taint["effect"] == *effect)
        {
            taints.push(json!({"key": key, "effect": effect, "timeAdded": now}));
        }
    }
    taints
}

/// Whether a taint comes and goes with a condition.
fn is_ours(taint: &Packed) -> bool {
    let key = taint["key"].as_str().unwrap_or_default();
    match taint["effect"].as_str() {
        Some("NoSchedule") => {
            key == UNSCHEDULABLE || TAINTS.iter().any(|(_, _, ours)| *ours == key)
        }
        Some("NoExecute") => TAINTS
            .iter()
            .any(|(condition, _, ours)| *condition == EVICTING && *ours == key),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(ready: &str, unschedulable: bool, taints: &Value) -> Object {
        Object::new(&json!({
            "spec": {"unschedulable": unschedulable, "taints": taints},
            "status": {"conditions": [{"type": "Ready", "status": ready}, {"type": "DiskPressure", "status": "False"}]},
        }))
    }

    #[test]
    fn ours_follow_the_conditions_and_others_stay() {
        let gpu = json!({"key": "gpu", "value": "yes", "effect": "NoSchedule"});
        let not_ready = json!({"key": "node.kubernetes.io/not-ready", "effect": "NoSchedule", "timeAdded": "then"});
        let keys = |taints: &[Value]| -> Vec<String> {
            taints
                .iter()
                .map(|taint| taint["key"].as_str().unwrap_or_default().to_owned())
                .collect()
        };
        let became_ready = taints(&node("True", false, &json!([not_ready, gpu])), "now");
        assert_eq!(became_ready, std::slice::from_ref(&gpu));
        let cordoned = taints(&node("True", true, &json!([gpu])), "now");
        assert_eq!(keys(&cordoned), ["gpu", UNSCHEDULABLE]);
        let stays = taints(&node("False", false, &json!([not_ready])), "now");
        let evicting = json!({"key": "node.kubernetes.io/not-ready", "effect": "NoExecute", "timeAdded": "now"});
        assert_eq!(stays, [not_ready, evicting]);
        let unknown = taints(&node("Unknown", false, &json!(null)), "now");
        assert_eq!(keys(&unknown), ["node.kubernetes.io/unreachable"; 2]);
        assert_eq!(unknown[1]["effect"], "NoExecute");
    }
}
