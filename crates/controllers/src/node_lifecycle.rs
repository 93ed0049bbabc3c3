//! Keeps the taints of nodes in step with their conditions, so that pods stay away from nodes that cannot run them.

use std::sync::Arc;

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

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
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
    let present = node["spec"]["taints"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    if taints == present {
        return Ok(Outcome::Done);
    }
    let mut body = Value::clone(&node);
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
    let mut wanted: Vec<&str> = TAINTS
        .iter()
        .filter(|(condition, repels, _)| status(condition) == Some(repels))
        .map(|(_, _, taint)| *taint)
        .collect();
    if node["spec"]["unschedulable"] == true {
        wanted.push(UNSCHEDULABLE);
    }
    let is_ours = |taint: &Value| {
        let key = taint["key"].as_str().unwrap_or_default();
        taint["effect"] == "NoSchedule"
            && (key == UNSCHEDULABLE || TAINTS.iter().any(|(_, _, ours)| *ours == key))
    };
    let present = node["spec"]["taints"].as_array().into_iter().flatten();
    let mut taints: Vec<Value> = present
        .filter(|taint| !is_ours(taint) || wanted.iter().any(|key| taint["key"] == *key))
        .cloned()
        .collect();
    for key in wanted {
        if !taints
            .iter()
            .any(|taint| is_ours(taint) && taint["key"] == key)
        {
            taints.push(json!({"key": key, "effect": "NoSchedule", "timeAdded": now}));
        }
    }
    taints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(ready: &str, unschedulable: bool, taints: &Value) -> Object {
        Object::new(json!({
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
        assert_eq!(stays, [not_ready]);
        assert_eq!(
            keys(&taints(&node("Unknown", false, &json!(null)), "now")),
            ["node.kubernetes.io/unreachable"]
        );
    }
}
