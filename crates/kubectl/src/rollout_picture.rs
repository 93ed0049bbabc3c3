//! A picture of a rollout: its revisions, their pods, and the share of traffic that each gets.

mod drawing;
mod observation;

use serde::Serialize;
use serde_json::Value;

pub(crate) use observation::Observation;

use cliruntime::{ApiError, Query, ResourcePath, Rest};

/// The revisions of a workload that have pods, and the newest one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RolloutPicture {
    /// `Deployment`, `DaemonSet` or `StatefulSet`.
    pub kind: String,
    /// The namespace of the workload.
    pub namespace: String,
    /// The name of the workload.
    pub name: String,
    /// Oldest first.
    pub revisions: Vec<RevisionPicture>,
}

/// A revision and its pods.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RevisionPicture {
    /// Its number.
    pub revision: i64,
    /// The images of its containers, joined by commas.
    pub images: String,
    /// Pods that are ready.
    pub ready: usize,
    /// Pods that are not ready yet.
    pub starting: usize,
    /// Pods that are going.
    pub leaving: usize,
    /// The part of the traffic that goes to its pods, in percent: of all ready endpoints of the Services that know a pod of the
    /// workload. None where no Service does.
    pub traffic: Option<u32>,
}

/// The kinds of workloads that have revisions, with their resources.
const WORKLOADS: [(&str, &str); 3] = [
    ("Deployment", "deployments"),
    ("DaemonSet", "daemonsets"),
    ("StatefulSet", "statefulsets"),
];

/// How many objects are asked for at once.
const CHUNK_SIZE: i64 = 500;

/// Pictures of all workloads of a cluster that have pods or want some, in the order of namespaces and names.
///
/// # Errors
/// If the server refuses or is not there.
pub async fn rollout_pictures(client: kube::Client) -> Result<Vec<RolloutPicture>, ApiError> {
    let rest = Rest::new(client, String::new(), "kaeru");
    let observation = Observation::read(&rest, "", "").await?;
    let mut pictures = Vec::new();
    for (kind, resource) in WORKLOADS {
        let workloads = list(&rest, "apps", resource, "", "").await?;
        pictures.extend(
            workloads
                .iter()
                .map(|workload| observation.picture(kind, workload)),
        );
    }
    pictures.retain(|picture| !picture.revisions.is_empty());
    pictures.sort_by(|a, b| (&a.namespace, &a.name).cmp(&(&b.namespace, &b.name)));
    Ok(pictures)
}

/// The objects of a resource that a label selector finds, in one namespace or in all.
async fn list(
    rest: &Rest,
    group: &str,
    resource: &str,
    namespace: &str,
    selector: &str,
) -> Result<Vec<Value>, ApiError> {
    let path = ResourcePath::v1(group, resource, namespace);
    let query = Query::new().with_non_empty("labelSelector", selector);
    let collection = rest.collection(&path.to_path(), &query, CHUNK_SIZE).await?;
    Ok(collection.items)
}
