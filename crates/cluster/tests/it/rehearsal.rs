//! A cluster on a paused clock, and what a user does to it.

use std::collections::BTreeMap;
use std::time::Duration;

use clientgo::{Api, ApiError, Key, Object, PatchType, Resource, resources};
use cluster::{InMemoryCluster, InMemoryOptions};
use serde_json::{Value, json};

/// A running cluster with the hands of a user on it.
pub(crate) struct Rehearsal {
    pub(crate) cluster: InMemoryCluster,
    pub(crate) api: Api,
    namespace: &'static str,
}

/// Runs a test on one thread with paused time.
pub(crate) fn paused<T>(test: impl Future<Output = T>) -> T {
    // `RUST_LOG=debug` shows what the parts of the cluster complain of; the first test sets it up for all.
    drop(
        tracing_subscriber::fmt()
            .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
            .with_test_writer()
            .try_init(),
    );
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build();
    runtime.expect("a runtime can be made").block_on(test)
}

impl Rehearsal {
    pub(crate) async fn start(seed: u64) -> Self {
        Self::with_nodes(seed, 1).await
    }

    pub(crate) async fn with_nodes(seed: u64, nodes: u8) -> Self {
        let options = InMemoryOptions {
            seed,
            nodes,
            ..InMemoryOptions::default()
        };
        Rehearsal::with("default", options).await
    }

    /// A cluster that is made with these options, and the namespace to work in.
    pub(crate) async fn with(namespace: &'static str, options: InMemoryOptions) -> Self {
        let cluster = InMemoryCluster::start(options).await.expect("it starts");
        let api = Api::new(cluster.client(), "rehearsal");
        let body =
            json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}});
        if namespace != "default" {
            let created = api.create(&resources::NAMESPACES, "", &body).await;
            created.expect("it is accepted");
        }
        Rehearsal {
            cluster,
            api,
            namespace,
        }
    }

    pub(crate) async fn create(&self, resource: &Resource, body: &Value) -> Object {
        self.api
            .create(resource, self.namespace, body)
            .await
            .expect("it is accepted")
    }

    pub(crate) async fn get(&self, resource: &Resource, name: &str) -> Object {
        self.api
            .get(resource, &self.key(resource, name))
            .await
            .expect("it is there")
    }

    pub(crate) async fn is_gone(&self, resource: &Resource, name: &str) -> bool {
        self.api
            .get(resource, &self.key(resource, name))
            .await
            .is_err_and(|error| error.is_not_found())
    }

    pub(crate) async fn list(&self, resource: &Resource) -> Vec<Object> {
        self.api
            .list(resource, self.namespace, "")
            .await
            .expect("it is served")
            .items
    }

    pub(crate) async fn patch(&self, resource: &Resource, name: &str, patch: &Value) -> Object {
        self.try_patch(resource, name, patch)
            .await
            .expect("it is accepted")
    }

    pub(crate) async fn try_patch(
        &self,
        resource: &Resource,
        name: &str,
        patch: &Value,
    ) -> Result<Object, ApiError> {
        self.api
            .patch(
                resource,
                &self.key(resource, name),
                "",
                PatchType::Merge,
                patch,
            )
            .await
    }

    /// Undoes a rollout as kubectl does: the template and the annotations of the ReplicaSet of a revision are put back.
    pub(crate) async fn undo(&self, deployment: &str, replica_set: &Object) -> Object {
        let mut template = replica_set["spec"]["template"].to_value();
        template["metadata"]["labels"]
            .as_object_mut()
            .expect("it has labels")
            .remove("pod-template-hash");
        let patch = json!([{"op": "replace", "path": "/spec/template", "value": template}]);
        let key = self.key(&resources::DEPLOYMENTS, deployment);
        self.api
            .patch(&resources::DEPLOYMENTS, &key, "", PatchType::Json, &patch)
            .await
            .expect("it is accepted")
    }

    /// Waits until a condition holds, at most ten minutes of the cluster's time.
    pub(crate) async fn until(&self, what: &str, holds: impl AsyncFn() -> bool) {
        for _ in 0..6_000 {
            if holds().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let deployments = self.list(&resources::DEPLOYMENTS).await;
        panic!("after ten minutes: not {what}: {deployments:#?}");
    }

    pub(crate) async fn rolled_out(&self, deployment: &str) {
        self.until("rolled out", async || {
            is_complete(&self.get(&resources::DEPLOYMENTS, deployment).await)
        })
        .await;
    }

    /// What the events about objects of a kind say, in order.
    pub(crate) async fn events(&self, kind: &str) -> Vec<String> {
        let events = self.list(&resources::EVENTS).await;
        let about = events
            .iter()
            .filter(|event| event["involvedObject"]["kind"] == kind);
        let mut told: Vec<(String, String)> = about
            .map(|event| {
                let text = |field: &str| event[field].as_str().unwrap_or_default().to_owned();
                // The names of events end in the time at which they were told.
                let at = event.name().rsplit('.').next().unwrap_or_default();
                (
                    at.to_owned(),
                    format!("{} {}", text("reason"), text("message")),
                )
            })
            .collect();
        told.sort();
        told.into_iter().map(|(_, text)| text).collect()
    }

    /// The ReplicaSet of a revision of a Deployment.
    pub(crate) async fn revision_of(&self, deployment: &str, revision: i64) -> Object {
        let mut sets = self.revisions(deployment).await;
        sets.remove(&revision).expect("the revision is there")
    }

    /// The ReplicaSet of the revision before the last one of a Deployment.
    pub(crate) async fn former_revision(&self, deployment: &str) -> Object {
        let sets = self.revisions(deployment).await;
        let former = sets.into_values().nth_back(1);
        former.expect("there are two revisions")
    }

    async fn revisions(&self, deployment: &str) -> BTreeMap<i64, Object> {
        let sets = self.list(&resources::REPLICA_SETS).await.into_iter();
        sets.filter(|set| set["metadata"]["ownerReferences"][0]["name"] == deployment)
            .filter_map(|set| {
                let revision = set.annotation("deployment.kubernetes.io/revision")?;
                Some((revision.parse().ok()?, set))
            })
            .collect()
    }

    fn key(&self, resource: &Resource, name: &str) -> Key {
        Key::new(
            if resource.namespaced {
                self.namespace
            } else {
                ""
            },
            name,
        )
    }

    /// The ReplicaSet of a revision, where there is one Deployment only.
    pub(crate) async fn revision(&self, revision: &str) -> Object {
        let sets = self.list(&resources::REPLICA_SETS).await;
        let found = sets
            .into_iter()
            .find(|set| set.annotation("deployment.kubernetes.io/revision") == Some(revision));
        found.expect("the revision is there")
    }
}

/// Whether a Deployment has come to rest in the state that it wants.
pub(crate) fn is_complete(deployment: &Object) -> bool {
    let wanted = &deployment["spec"]["replicas"];
    let count = |field: &str| deployment["status"][field].as_i64().unwrap_or_default();
    let all = |field: &str| wanted.as_i64() == Some(count(field));
    count("observedGeneration") >= deployment.generation()
        && all("updatedReplicas")
        && all("replicas")
        && all("availableReplicas")
}

/// A Deployment `web` of an image, with what else its spec has.
pub(crate) fn deployment(image: &str, replicas: i64, more: &Value) -> Value {
    let mut spec = json!({
        "replicas": replicas, "selector": {"matchLabels": {"app": "web"}},
        "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"name": "app", "image": image}]}},
    });
    if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
        spec.extend(more.clone());
    }
    json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": spec})
}

/// The patch that changes the image of [`deployment`].
pub(crate) fn image(image: &str) -> Value {
    json!({"spec": {"template": {"spec": {"containers": [{"name": "app", "image": image}]}}}})
}
