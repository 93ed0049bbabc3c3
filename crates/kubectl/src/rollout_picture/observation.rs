//! What a picture is made of, and what it shows of that.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{RevisionPicture, RolloutPicture, list};
use crate::object;
use crate::workload::revision_of;
use cliruntime::{ApiError, Rest};

/// The label of a pod that names its controller revision.
const REVISION_LABEL: &str = "controller-revision-hash";

/// The label of a slice that names its Service.
const SERVICE_LABEL: &str = "kubernetes.io/service-name";

/// What was there at one moment.
pub(crate) struct Observation {
    /// Replica sets and controller revisions.
    holders: Vec<Value>,
    pods: Vec<Value>,
    services: Vec<Endpoints>,
}

/// The pods behind a Service by their uids, and whether they get traffic.
type Endpoints = BTreeMap<String, bool>;

impl Observation {
    /// Looks at one namespace, or at all; of replica sets, revisions and pods only at those that the selector finds.
    ///
    /// # Errors
    /// If the server refuses.
    pub(crate) async fn read(
        rest: &Rest,
        namespace: &str,
        selector: &str,
    ) -> Result<Observation, ApiError> {
        let mut holders = list(rest, "apps", "replicasets", namespace, selector).await?;
        holders.extend(list(rest, "apps", "controllerrevisions", namespace, selector).await?);
        let pods = list(rest, "", "pods", namespace, selector).await?;
        let slices = list(rest, "discovery.k8s.io", "endpointslices", namespace, "").await?;
        Ok(Observation::new(holders, pods, &slices))
    }

    fn new(holders: Vec<Value>, pods: Vec<Value>, slices: &[Value]) -> Observation {
        Observation {
            holders,
            pods,
            services: services(slices),
        }
    }

    /// What is to be seen of a workload.
    pub(crate) fn picture(&self, kind: &str, workload: &Value) -> RolloutPicture {
        let mut revisions: Vec<(RevisionPicture, Vec<&Value>)> = self
            .holders
            .iter()
            .filter(|holder| controlled_by(holder, object::uid(workload)))
            .map(|holder| {
                let pods = self.pods_of(holder, kind, workload);
                (revision(holder, kind, &pods), pods)
            })
            .collect();
        revisions.sort_by_key(|(revision, _)| revision.revision);
        let newest = revisions.len().saturating_sub(1);
        let mut at = 0;
        revisions.retain(|(_, pods)| {
            at += 1;
            !pods.is_empty() || at > newest
        });
        RolloutPicture {
            kind: kind.to_owned(),
            namespace: object::namespace(workload).to_owned(),
            name: object::name(workload).to_owned(),
            revisions: self.with_traffic(revisions),
        }
    }

    fn pods_of(&self, holder: &Value, kind: &str, workload: &Value) -> Vec<&Value> {
        let belongs = |pod: &&Value| match kind {
            "Deployment" => controlled_by(pod, object::uid(holder)),
            _ => {
                let hash = pod["metadata"]["labels"][REVISION_LABEL]
                    .as_str()
                    .unwrap_or_default();
                controlled_by(pod, object::uid(workload))
                    && !hash.is_empty()
                    && object::name(holder).ends_with(hash)
            }
        };
        self.pods.iter().filter(belongs).collect()
    }

    fn with_traffic(&self, revisions: Vec<(RevisionPicture, Vec<&Value>)>) -> Vec<RevisionPicture> {
        let concerned: Vec<&Endpoints> = self
            .services
            .iter()
            .filter(|endpoints| {
                let mut pods = revisions.iter().flat_map(|(_, pods)| pods);
                pods.any(|pod| endpoints.contains_key(object::uid(pod)))
            })
            .collect();
        let all = concerned
            .iter()
            .flat_map(|endpoints| endpoints.values())
            .filter(|gets| **gets)
            .count();
        let ways_to = |pod: &Value| {
            concerned
                .iter()
                .filter(|endpoints| endpoints.get(object::uid(pod)) == Some(&true))
                .count()
        };
        let with_traffic = |(revision, pods): (RevisionPicture, Vec<&Value>)| RevisionPicture {
            traffic: (!concerned.is_empty())
                .then(|| percent(pods.iter().map(|pod| ways_to(pod)).sum(), all)),
            ..revision
        };
        revisions.into_iter().map(with_traffic).collect()
    }
}

fn revision(holder: &Value, kind: &str, pods: &[&Value]) -> RevisionPicture {
    let (number, template) = match kind {
        "Deployment" => (revision_of(holder), &holder["spec"]["template"]),
        _ => (
            object::integer(&holder["revision"]),
            &holder["data"]["spec"]["template"],
        ),
    };
    let leaving = pods.iter().filter(|pod| is_leaving(pod)).count();
    let ready = pods
        .iter()
        .filter(|pod| !is_leaving(pod) && is_ready(pod))
        .count();
    let images: Vec<&str> = object::items(&template["spec"]["containers"])
        .iter()
        .filter_map(|container| container["image"].as_str())
        .collect();
    RevisionPicture {
        revision: number,
        images: images.join(","),
        ready,
        starting: pods.len() - leaving - ready,
        leaving,
        traffic: None,
    }
}

/// The endpoints of each Service, over all its slices.
fn services(slices: &[Value]) -> Vec<Endpoints> {
    let mut services: BTreeMap<(&str, &str), Endpoints> = BTreeMap::new();
    for slice in slices {
        let service = slice["metadata"]["labels"][SERVICE_LABEL]
            .as_str()
            .unwrap_or_default();
        let endpoints = services
            .entry((object::namespace(slice), service))
            .or_default();
        for endpoint in object::items(&slice["endpoints"]) {
            if let Some(uid) = endpoint["targetRef"]["uid"].as_str() {
                // An endpoint that says nothing of it is ready.
                let gets = endpoint["conditions"]["ready"] != false;
                *endpoints.entry(uid.to_owned()).or_default() |= gets;
            }
        }
    }
    services.into_values().collect()
}

fn percent(part: usize, all: usize) -> u32 {
    let rounded = (part * 100 + all / 2).checked_div(all).unwrap_or(0);
    u32::try_from(rounded).unwrap_or(100)
}

fn controlled_by(object: &Value, uid: &str) -> bool {
    object::controller(object).is_some_and(|owner| owner["uid"] == uid)
}

fn is_leaving(pod: &Value) -> bool {
    !pod["metadata"]["deletionTimestamp"].is_null()
}

fn is_ready(pod: &Value) -> bool {
    object::items(&pod["status"]["conditions"])
        .iter()
        .any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn owned(uid: &str, owner: &str) -> Value {
        json!({"uid": uid, "name": uid, "ownerReferences": [{"controller": true, "uid": owner}]})
    }

    fn pod(uid: &str, owner: &str, ready: bool) -> Value {
        let status = if ready { "True" } else { "False" };
        json!({"metadata": owned(uid, owner), "status": {"conditions": [{"type": "Ready", "status": status}]}})
    }

    fn replica_set(uid: &str, revision: &str, image: &str) -> Value {
        let mut metadata = owned(uid, "web");
        metadata["annotations"] = json!({"deployment.kubernetes.io/revision": revision});
        json!({"metadata": metadata, "spec": {"template": {"spec": {"containers": [{"image": image}]}}}})
    }

    fn slice(pods: &[(&str, bool)]) -> Value {
        let endpoints: Vec<Value> = pods
            .iter()
            .map(|(uid, ready)| json!({"targetRef": {"uid": uid}, "conditions": {"ready": ready}}))
            .collect();
        json!({"metadata": {"namespace": "default", "labels": {"kubernetes.io/service-name": "web"}}, "endpoints": endpoints})
    }

    fn web() -> Value {
        json!({"metadata": {"name": "web", "namespace": "default", "uid": "web"}})
    }

    #[test]
    fn traffic_moves_from_one_revision_to_the_next() {
        let mut going = pod("c", "old", true);
        going["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z".into();
        let observation = Observation::new(
            vec![
                replica_set("new", "3", "app:2"),
                replica_set("gone", "1", "app:0"),
                replica_set("old", "2", "app:1"),
            ],
            vec![
                pod("a", "old", true),
                pod("b", "old", true),
                going,
                pod("d", "new", true),
                pod("e", "new", false),
                pod("x", "other", true),
            ],
            &[
                slice(&[("a", true), ("b", true), ("c", false)]),
                slice(&[("d", true), ("e", false)]),
            ],
        );
        let picture = observation.picture("Deployment", &web());
        assert_eq!(
            picture.revisions,
            [
                RevisionPicture {
                    revision: 2,
                    images: "app:1".to_owned(),
                    ready: 2,
                    starting: 0,
                    leaving: 1,
                    traffic: Some(67),
                },
                RevisionPicture {
                    revision: 3,
                    images: "app:2".to_owned(),
                    ready: 1,
                    starting: 1,
                    leaving: 0,
                    traffic: Some(33),
                },
            ]
        );
    }

    #[test]
    fn a_canary_gets_its_part_of_what_it_shares() {
        let others: Vec<String> = (0..9).map(|i| format!("stable-{i}")).collect();
        let mut endpoints: Vec<(&str, bool)> =
            others.iter().map(|uid| (uid.as_str(), true)).collect();
        endpoints.push(("canary", true));
        let observation = Observation::new(
            vec![replica_set("new", "1", "app:2")],
            vec![pod("canary", "new", true)],
            &[slice(&endpoints)],
        );
        let picture = observation.picture("Deployment", &web());
        assert_eq!(picture.revisions[0].traffic, Some(10));
    }

    #[test]
    fn without_a_service_there_is_no_traffic_to_share() {
        let observation = Observation::new(
            vec![replica_set("new", "1", "app:2")],
            vec![pod("a", "new", true)],
            &[],
        );
        let picture = observation.picture("Deployment", &web());
        assert_eq!(picture.revisions[0].traffic, None);
    }

    #[test]
    fn pods_of_a_set_are_told_apart_by_their_label() {
        let holder = |name: &str, revision: i64, image: &str| {
            let mut metadata = owned(name, "web");
            metadata["name"] = name.into();
            json!({"metadata": metadata, "revision": revision, "data": {"spec": {"template": {"spec": {"containers": [{"image": image}]}}}}})
        };
        let labelled = |uid: &str, hash: &str| {
            let mut pod = pod(uid, "web", true);
            pod["metadata"]["labels"] = json!({"controller-revision-hash": hash});
            pod
        };
        let observation = Observation::new(
            vec![holder("web-aa", 1, "app:1"), holder("web-bb", 2, "app:2")],
            vec![
                labelled("x", "aa"),
                labelled("y", "web-bb"),
                labelled("z", "bb"),
            ],
            &[],
        );
        let ready: Vec<(i64, usize)> = observation
            .picture("DaemonSet", &web())
            .revisions
            .iter()
            .map(|revision| (revision.revision, revision.ready))
            .collect();
        assert_eq!(ready, [(1, 1), (2, 2)]);
    }
}
