//! Helm 3's rules of readiness, asked again and again.

use std::time::Duration;

use apimachinery::{IntOrString, Rounding};
use cliruntime::{Query, ResourcePath, Rest};
use cobra::Io;
use serde_json::Value;
use tokio::time::Instant;

use super::WaitError;
use super::live_wait::LiveWait;
use super::status::{Jobs, Readiness, readiness};
use crate::resources::Resource;

/// How long to leave the cluster alone between two rounds.
const PAUSE: Duration = Duration::from_millis(500);

/// Waits until all objects are ready.
///
/// # Errors
/// If a Job failed or the time is up.
pub(super) async fn until_ready(
    resources: &[Resource],
    for_jobs: bool,
    deadline: Instant,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), WaitError> {
    let mut live = LiveWait::new(io);
    loop {
        let mut ready = true;
        for resource in resources {
            if !is_ready(resource, for_jobs, rest).await? {
                live.show_one(resource);
                ready = false;
                break;
            }
        }
        if ready {
            return Ok(());
        }
        if Instant::now() + PAUSE > deadline {
            return Err(WaitError::Deadline);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn is_ready(resource: &Resource, for_jobs: bool, rest: &Rest) -> Result<bool, WaitError> {
    let Some(live) = resource.live(rest).await? else {
        return Ok(false);
    };
    let current = |live: &Value, jobs| {
        let Readiness { condition, .. } = readiness(&resource.api.kind, live, jobs);
        condition == super::Condition::Current
    };
    match resource.api.kind.as_str() {
        "Deployment" => deployment_is_ready(&live, rest).await,
        "Job" if for_jobs => job_is_complete(resource, &live),
        "Service" => Ok(service_is_ready(&live)),
        "Pod"
        | "PersistentVolumeClaim"
        | "StatefulSet"
        | "DaemonSet"
        | "ReplicaSet"
        | "CustomResourceDefinition" => Ok(current(&live, Jobs::Started)),
        "ReplicationController" => {
            let wanted = live["spec"]["replicas"].as_i64().unwrap_or(1);
            Ok(live["status"]["readyReplicas"].as_i64().unwrap_or_default() >= wanted)
        }
        _ => Ok(true),
    }
}

fn job_is_complete(resource: &Resource, live: &Value) -> Result<bool, WaitError> {
    let status = |field: &str| live["status"][field].as_i64().unwrap_or_default();
    let limit = live["spec"]["backoffLimit"].as_i64().unwrap_or(6);
    if status("failed") > limit {
        let (namespace, name) = (&resource.namespace, &resource.name);
        let message = format!("job is failed: {namespace}/{name}");
        return Err(WaitError::NotReady(message));
    }
    let completions = live["spec"]["completions"].as_i64();
    Ok(completions.is_none_or(|wanted| status("succeeded") >= wanted))
}

fn service_is_ready(live: &Value) -> bool {
    let spec = &live["spec"];
    if spec["type"] == "ExternalName" {
        return true;
    }
    if spec["clusterIP"].as_str().unwrap_or_default().is_empty() {
        return false;
    }
    let ingress = live["status"]["loadBalancer"]["ingress"].as_array();
    let external = spec["externalIPs"].as_array();
    spec["type"] != "LoadBalancer"
        || external.is_some_and(|addresses| !addresses.is_empty())
        || ingress.is_some_and(|ingress| !ingress.is_empty())
}

/// The newest ReplicaSet has as many ready Pods as the strategy leaves at least.
async fn deployment_is_ready(live: &Value, rest: &Rest) -> Result<bool, WaitError> {
    if live["spec"]["paused"] == true {
        return Ok(true);
    }
    let metadata = &live["metadata"];
    let observed = live["status"]["observedGeneration"].as_i64();
    if observed < metadata["generation"].as_i64() {
        return Ok(false);
    }
    let path = ResourcePath {
        group: "apps",
        version: "v1",
        namespace: metadata["namespace"].as_str().unwrap_or_default(),
        resource: "replicasets",
        ..ResourcePath::default()
    };
    let list = rest.get(&path.to_path(), &Query::new()).await?.json()?;
    let revision = &metadata["annotations"]["deployment.kubernetes.io/revision"];
    let newest = list["items"].as_array().into_iter().flatten().find(|set| {
        let owners = set["metadata"]["ownerReferences"].as_array();
        let mut owners = owners.into_iter().flatten();
        owners.any(|owner| owner["uid"] == metadata["uid"])
            && set["metadata"]["annotations"]["deployment.kubernetes.io/revision"] == *revision
    });
    let Some(newest) = newest else {
        return Ok(false);
    };
    let replicas = live["spec"]["replicas"].as_i64().unwrap_or(1);
    let ready = newest["status"]["readyReplicas"]
        .as_i64()
        .unwrap_or_default();
    Ok(ready >= replicas - max_unavailable(live, replicas))
}

fn max_unavailable(live: &Value, replicas: i64) -> i64 {
    let strategy = &live["spec"]["strategy"];
    if strategy["type"] != "RollingUpdate" || replicas == 0 {
        return 0;
    }
    let scaled = |field: &str, rounding| {
        let value = IntOrString::from_json(&strategy["rollingUpdate"][field])?;
        value.scaled(replicas, rounding).ok()
    };
    let surge = scaled("maxSurge", Rounding::Up).unwrap_or_default();
    let unavailable = scaled("maxUnavailable", Rounding::Down).unwrap_or_default();
    let unavailable = if surge == 0 && unavailable == 0 {
        1
    } else {
        unavailable
    };
    unavailable.min(replicas)
}
