//! The status of a budget.

use std::time::Duration;

use apimachinery::Timestamp;
use clientgo::{Object, parse_time};
use serde_json::{Map, Value, json};

use super::expected::{Expected, disrupted};
use crate::pod;

/// A pod whose eviction was granted and that is still there after this time is taken for spared.
const DELETION_TIMEOUT: Duration = Duration::from_secs(120);

/// Computes the status, and when to look again because the grace of an eviction ends.
pub(super) fn status(
    budget: &Object,
    pods: &[Object],
    expected: Expected,
    now: Timestamp,
) -> (Value, Option<Duration>) {
    let mut still_disrupted = Map::new();
    let mut recheck = None;
    for (name, since) in disrupted(budget) {
        let is_there = pods
            .iter()
            .any(|pod| pod.name() == name && !pod.is_deleting());
        let remaining = parse_time(since)
            .map(|since| since.after(DELETION_TIMEOUT).since(now))
            .unwrap_or_default();
        if is_there && !remaining.is_zero() {
            still_disrupted.insert(name.to_owned(), since.to_value());
            recheck = Some(recheck.map_or(remaining, |other: Duration| other.min(remaining)));
        }
    }
    let is_healthy = |pod: &&Object| {
        !pod.is_deleting() && !still_disrupted.contains_key(pod.name()) && pod::is_ready(pod)
    };
    let healthy = i64::try_from(pods.iter().filter(is_healthy).count()).unwrap_or(i64::MAX);
    let allowed = if expected.pods <= 0 {
        0
    } else {
        (healthy - expected.healthy).max(0)
    };
    let mut status = json!({
        "observedGeneration": budget.generation(), "disruptionsAllowed": allowed, "currentHealthy": healthy,
        "desiredHealthy": expected.healthy, "expectedPods": expected.pods,
    });
    if !still_disrupted.is_empty() {
        status["disruptedPods"] = still_disrupted.into();
    }
    let (holds, reason) = if allowed > 0 {
        ("True", "SufficientPods")
    } else {
        ("False", "InsufficientPods")
    };
    status["conditions"] = json!([condition(budget, holds, reason, "", now)]);
    (status, recheck)
}

/// The status of a budget that cannot be worked out: nothing may be evicted.
pub(super) fn failed(budget: &Object, why: &str, now: Timestamp) -> Value {
    let mut status = budget["status"].to_value();
    if !status.is_object() {
        status = json!({"currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0});
    }
    status["disruptionsAllowed"] = 0.into();
    status["observedGeneration"] = budget.generation().into();
    status["conditions"] = json!([condition(budget, "False", "SyncFailed", why, now)]);
    status
}

/// The condition keeps its time as long as its status stays.
fn condition(budget: &Object, holds: &str, reason: &str, message: &str, now: Timestamp) -> Value {
    let known = budget["status"]["conditions"]
        .as_array()
        .into_iter()
        .flatten();
    let known = known
        .into_iter()
        .find(|known| known["type"] == "DisruptionAllowed" && known["status"] == holds);
    let since = known.map_or_else(
        || now.rfc3339().into(),
        |known| known["lastTransitionTime"].to_value(),
    );
    json!({
        "type": "DisruptionAllowed", "status": holds, "observedGeneration": budget.generation(), "lastTransitionTime": since,
        "reason": reason, "message": message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        Timestamp::parse("2026-01-01T00:01:00Z").expect("it is a time")
    }

    fn pod(name: &str, ready: bool) -> Object {
        let ready = if ready { "True" } else { "False" };
        Object::new(
            &json!({"metadata": {"name": name}, "status": {"conditions": [{"type": "Ready", "status": ready}]}}),
        )
    }

    #[test]
    fn what_is_healthy_beyond_the_bound_may_be_evicted() {
        let pods = [
            pod("a", true),
            pod("b", true),
            pod("c", true),
            pod("d", false),
        ];
        let budget = Object::new(&json!({
            "metadata": {"generation": 2},
            "status": {"disruptedPods": {"a": "2026-01-01T00:00:30Z", "b": "2025-12-31T23:00:00Z", "gone": "2026-01-01T00:00:30Z"}},
        }));
        let (status, recheck) = status(
            &budget,
            &pods,
            Expected {
                pods: 4,
                healthy: 1,
            },
            now(),
        );
        assert_eq!(
            (&status["currentHealthy"], &status["disruptionsAllowed"]),
            (&json!(2), &json!(1))
        );
        assert_eq!(
            status["disruptedPods"],
            json!({"a": "2026-01-01T00:00:30Z"})
        );
        assert_eq!(status["conditions"][0]["reason"], "SufficientPods");
        assert_eq!(recheck, Some(Duration::from_secs(90)));
        let (none, _) = super::status(
            &budget,
            &pods,
            Expected {
                pods: 4,
                healthy: 3,
            },
            now(),
        );
        assert_eq!(none["disruptionsAllowed"], 0);
        assert_eq!(none["conditions"][0]["reason"], "InsufficientPods");
        let failed = failed(&budget, "found no controller ref for pod \"a\"", now());
        assert_eq!(
            (
                &failed["disruptionsAllowed"],
                &failed["conditions"][0]["reason"]
            ),
            (&json!(0), &json!("SyncFailed"))
        );
    }
}
