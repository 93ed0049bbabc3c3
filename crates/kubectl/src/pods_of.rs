//! The pods of a deployment, a service or another object that selects pods.

use std::cmp::Reverse;
use std::time::Duration;

use apimachinery::selector::from_label_selector;
use serde_json::Value;
use tokio::time::timeout;

use crate::CommandError;
use crate::object;
use crate::resource::Info;
use cliruntime::{ApiError, Query, ResourcePath, Rest};

/// The selector of an object's pods, as a request has it.
///
/// # Errors
/// Why there is none, in the real tool's words.
pub(crate) fn selector(info: &Info) -> Result<String, String> {
    let spec = &info.object["spec"];
    match info.resource.kind.as_str() {
        "Deployment" | "ReplicaSet" | "StatefulSet" | "DaemonSet" | "Job" => {
            let selector = from_label_selector(Some(&spec["selector"]));
            match selector {
                Ok(selector) => Ok(selector.to_string()),
                Err(error) => Err(format!("invalid label selector: {error}")),
            }
        }
        "Service" | "ReplicationController" => {
            let pairs: Vec<String> = spec["selector"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(key, value)| format!("{key}={}", object::shown(value)))
                .collect();
            if pairs.is_empty() && info.resource.kind == "Service" {
                return Err(format!(
                    "invalid service '{}': Service is defined without a selector",
                    info.name
                ));
            }
            Ok(pairs.join(","))
        }
        _ => Err(format!(
            "selector for {} not implemented",
            crate::commands::go_type(&info.resource)
        )),
    }
}

/// All pods of a selector.
pub(crate) async fn all(
    namespace: &str,
    selector: &str,
    rest: &Rest,
) -> Result<Vec<Value>, ApiError> {
    let (pods, _) = list(namespace, selector, rest).await?;
    Ok(pods)
}

async fn list(
    namespace: &str,
    selector: &str,
    rest: &Rest,
) -> Result<(Vec<Value>, String), ApiError> {
    let query = Query::new().with("labelSelector", selector);
    let mut list = rest.get(&path(namespace), &query).await?.json()?;
    let version = object::resource_version(&list).to_owned();
    let pods = list["items"].as_array_mut().map(std::mem::take);
    Ok((pods.unwrap_or_default(), version))
}

fn path(namespace: &str) -> String {
    ResourcePath {
        version: "v1",
        namespace,
        resource: "pods",
        ..ResourcePath::default()
    }
    .to_path()
}

/// The pod of a selector that comes first, and how many there are; waits for one if there is none.
///
/// # Errors
/// If none comes in time.
pub(crate) async fn first(
    namespace: &str,
    selector: &str,
    within: Duration,
    rest: &Rest,
) -> Result<(Value, usize), CommandError> {
    let (mut pods, version) = list(namespace, selector, rest).await?;
    pods.sort_by_cached_key(rank);
    let count = pods.len();
    if let Some(pod) = pods.into_iter().next() {
        return Ok((pod, count));
    }
    let pod = timeout(within, one_that_comes(namespace, selector, &version, rest))
        .await
        .map_err(|_| CommandError::told("timed out waiting for the condition"))??;
    Ok((pod, 1))
}

async fn one_that_comes(
    namespace: &str,
    selector: &str,
    version: &str,
    rest: &Rest,
) -> Result<Value, ApiError> {
    let mut version = version.to_owned();
    loop {
        let query = Query::new()
            .with("labelSelector", selector)
            .with("resourceVersion", version)
            .with("watch", "true");
        let mut changes = rest
            .watch(&path(namespace), &query, "application/json")
            .await?;
        while let Some(event) = changes.next().await? {
            if matches!(event.kind.as_str(), "ADDED" | "MODIFIED") {
                return Ok(event.object);
            }
        }
        // The server ended the stream: look again.
        let (pods, now) = list(namespace, selector, rest).await?;
        match pods.into_iter().next() {
            Some(pod) => return Ok(pod),
            None => version = now,
        }
    }
}

/// What pods are sorted by; the smallest comes first.
type Rank = (bool, usize, bool, String, Reverse<i64>, String);

/// A pod whose log tells much comes first: one that runs, is ready for long, was started again often.
fn rank(pod: &Value) -> Rank {
    let status = &pod["status"];
    let phase = match status["phase"].as_str() {
        Some("Running") => 0,
        Some("Unknown") => 1,
        Some("Pending") => 2,
        _ => 0,
    };
    let ready = object::items(&status["conditions"])
        .iter()
        .find(|condition| condition["type"] == "Ready" && condition["status"] == "True");
    let restarts = object::items(&status["containerStatuses"])
        .iter()
        .map(|container| object::integer(&container["restartCount"]))
        .max()
        .unwrap_or(0);
    (
        pod["spec"]["nodeName"]
            .as_str()
            .unwrap_or_default()
            .is_empty(),
        phase,
        ready.is_none(),
        ready.map_or_else(String::new, |ready| {
            object::shown(&ready["lastTransitionTime"])
        }),
        Reverse(restarts),
        object::shown(&pod["metadata"]["creationTimestamp"]),
    )
}
