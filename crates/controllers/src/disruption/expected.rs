//! How many pods there should be, and how many of them healthy.

use std::collections::BTreeMap;

use apimachinery::{IntOrString, Packed, Rounding};
use clientgo::{Key, Object, Resource, resources};

use crate::context::Context;

/// What a budget counts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) pods: i64,
    pub(super) healthy: i64,
}

/// Works out what a budget means for the pods that it selects.
///
/// A number of pods that must stay available stands for itself. Everything else is measured against what the pods' owners want.
pub(super) fn expected(
    context: &Context,
    budget: &Object,
    pods: &[Object],
) -> Result<Expected, String> {
    let spec = &budget["spec"];
    let bound = |field: &str| IntOrString::from_json(&spec[field]);
    if let Some(max_unavailable) = bound("maxUnavailable") {
        let total = wanted(context, pods)?;
        let unavailable = max_unavailable
            .scaled(total, Rounding::Up)
            .map_err(|error| error.to_string())?;
        return Ok(Expected {
            pods: total,
            healthy: (total - unavailable).max(0),
        });
    }
    match bound("minAvailable") {
        Some(IntOrString::Int(number)) => Ok(Expected {
            pods: i64::try_from(pods.len()).unwrap_or(i64::MAX),
            healthy: number,
        }),
        Some(share) => {
            let total = wanted(context, pods)?;
            let healthy = share
                .scaled(total, Rounding::Up)
                .map_err(|error| error.to_string())?;
            Ok(Expected {
                pods: total,
                healthy,
            })
        }
        None => Ok(Expected {
            pods: 0,
            healthy: 0,
        }),
    }
}

/// The replicas that the owners of the pods want together.
fn wanted(context: &Context, pods: &[Object]) -> Result<i64, String> {
    let mut by_owner: BTreeMap<String, i64> = BTreeMap::new();
    for pod in pods {
        let owner = pod
            .controller()
            .ok_or_else(|| format!("found no controller ref for pod {:?}", pod.name()))?;
        if by_owner.contains_key(owner.uid()) {
            continue;
        }
        let replicas = |object: &Object| object["spec"]["replicas"].as_i64().unwrap_or(1);
        let found = |resource: &Resource, name: &str, uid: &str| {
            context
                .cache(resource)
                .get(&Key::new(pod.namespace(), name))
                .filter(|owner| owner.uid() == uid)
        };
        let total = match owner.kind() {
            "ReplicaSet" => found(&resources::REPLICA_SETS, owner.name(), owner.uid()).map(|set| {
                let deployment = set
                    .controller()
                    .filter(|deployment| deployment.kind() == "Deployment");
                let deployment = deployment
                    .and_then(|owner| found(&resources::DEPLOYMENTS, owner.name(), owner.uid()));
                match deployment {
                    Some(deployment) => (deployment.uid().to_owned(), replicas(&deployment)),
                    None => (set.uid().to_owned(), replicas(&set)),
                }
            }),
            "StatefulSet" => found(&resources::STATEFUL_SETS, owner.name(), owner.uid())
                .map(|set| (set.uid().to_owned(), replicas(&set))),
            kind => {
                let resource = kind.to_ascii_lowercase() + "s";
                let group = owner
                    .api_version()
                    .split_once('/')
                    .map_or("", |(group, _)| group);
                return Err(format!(
                    "{resource}.{group} does not implement the scale subresource"
                ));
            }
        };
        let (uid, total) =
            total.ok_or_else(|| format!("found no controllers for pod {:?}", pod.name()))?;
        by_owner.insert(uid, total);
    }
    Ok(by_owner.values().sum())
}

/// A time under `status.disruptedPods`.
pub(super) fn disrupted(budget: &Object) -> impl Iterator<Item = (&str, &Packed)> {
    budget["status"]["disruptedPods"]
        .as_object()
        .into_iter()
        .flatten()
}
