//! What a controller reads of a pod.

use std::time::Duration;

use apimachinery::{Packed, Timestamp};
use clientgo::{Object, parse_time};

/// Whether the pod runs or may still run: neither ended nor on its way out.
pub(crate) fn is_active(pod: &Object) -> bool {
    !is_ended(pod) && !pod.is_deleting()
}

/// Whether the pod is on its way out but has not ended.
pub(crate) fn is_terminating(pod: &Object) -> bool {
    !is_ended(pod) && pod.is_deleting()
}

/// Whether all containers have ended for good.
pub(crate) fn is_ended(pod: &Object) -> bool {
    matches!(phase(pod), "Succeeded" | "Failed")
}

pub(crate) fn phase(pod: &Object) -> &str {
    pod["status"]["phase"].as_str().unwrap_or_default()
}

pub(crate) fn node_name(pod: &Object) -> &str {
    pod["spec"]["nodeName"].as_str().unwrap_or_default()
}

pub(crate) fn is_ready(pod: &Object) -> bool {
    ready_condition(pod).is_some_and(|condition| condition["status"] == "True")
}

/// Since when the pod is ready, if it is.
pub(crate) fn ready_since(pod: &Object) -> Option<Timestamp> {
    ready_condition(pod)
        .filter(|condition| condition["status"] == "True")
        .and_then(|condition| parse_time(&condition["lastTransitionTime"]))
}

/// Whether the pod has been ready for this long.
pub(crate) fn is_available(pod: &Object, min_ready: Duration, now: Timestamp) -> bool {
    is_ready(pod) && available_in(pod, min_ready, now) == Some(Duration::ZERO)
}

/// How long a ready pod has yet to stay ready until it counts as available.
pub(crate) fn available_in(pod: &Object, min_ready: Duration, now: Timestamp) -> Option<Duration> {
    if min_ready.is_zero() {
        return is_ready(pod).then_some(Duration::ZERO);
    }
    Some(ready_since(pod)?.after(min_ready).since(now))
}

/// The restarts of the container that was restarted most, among the ordinary and among the sidecar containers.
pub(crate) fn most_restarts(pod: &Object) -> (i64, i64) {
    let most = |statuses: &Packed, counts: &dyn Fn(&str) -> bool| {
        let statuses = statuses.as_array().into_iter().flatten();
        let counted = statuses.filter(|status| counts(status["name"].as_str().unwrap_or_default()));
        counted
            .filter_map(|status| status["restartCount"].as_i64())
            .max()
            .unwrap_or_default()
    };
    let status = &pod["status"];
    (
        most(&status["containerStatuses"], &|_| true),
        most(&status["initContainerStatuses"], &|name| {
            is_sidecar(pod, name)
        }),
    )
}

fn is_sidecar(pod: &Object, container: &str) -> bool {
    let containers = pod["spec"]["initContainers"]
        .as_array()
        .into_iter()
        .flatten();
    containers
        .into_iter()
        .any(|init| init["name"] == container && init["restartPolicy"] == "Always")
}

fn ready_condition(pod: &Object) -> Option<&Packed> {
    pod["status"]["conditions"]
        .as_array()?
        .iter()
        .find(|condition| condition["type"] == "Ready")
}
