//! Pods.

use serde_json::Value;

use super::{Readiness, condition, is_true};

/// A Pod that is to run on.
pub(super) fn readiness(live: &Value) -> Readiness {
    match live["status"]["phase"].as_str().unwrap_or_default() {
        "Succeeded" => Readiness::current("Pod has completed successfully"),
        "Failed" => Readiness::failed("Pod has completed, but not successfully"),
        "Running" if is_true(live, "Ready") => Readiness::current("Pod is Ready"),
        "Running" => match crash_looping(live) {
            names if names.is_empty() => Readiness::in_progress("Pod is running but is not Ready"),
            names => Readiness::failed(format!(
                "Containers in CrashLoop state: {}",
                names.join(",")
            )),
        },
        "Pending" => match condition(live, "PodScheduled") {
            Some(scheduled) if scheduled["status"] == "False" => {
                Readiness::in_progress("Pod has not been scheduled")
            }
            _ => Readiness::in_progress("Pod is in the Pending phase"),
        },
        _ => Readiness::in_progress("Pod phase not available"),
    }
}

fn crash_looping(live: &Value) -> Vec<&str> {
    let containers = live["status"]["containerStatuses"].as_array();
    containers
        .into_iter()
        .flatten()
        .filter(|container| container["state"]["waiting"]["reason"] == "CrashLoopBackOff")
        .filter_map(|container| container["name"].as_str())
        .collect()
}

/// A Pod that is to end, as a hook.
pub(super) fn ended(live: &Value) -> Readiness {
    let name = live["metadata"]["name"].as_str().unwrap_or_default();
    match live["status"]["phase"].as_str().unwrap_or_default() {
        "Succeeded" => Readiness::current(format!("pod {name} succeeded")),
        "Failed" => Readiness::failed(format!("pod {name} failed")),
        _ => Readiness::in_progress(format!("waiting for pod {name} to succeed")),
    }
}
