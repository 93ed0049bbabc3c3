//! Observes a policy and the cluster, and changes what is not as it should be.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use k8s_openapi::api::apps::v1::DaemonSet;
use k8s_openapi::api::core::v1::Node;
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams};
use kube::runtime::controller::Action;
use kube::runtime::reflector::ObjectRef;
use kube::runtime::{Controller, watcher};
use kube::{Client, Resource as _, ResourceExt as _};
use serde_json::json;

use crate::cluster_policy::ClusterPolicy;
use crate::component::{Component, is_rolled_out};
use crate::plan::{self, GpuNode, RolledOut};
use crate::{GPU, HAS_GPU, OWN_DRIVER};

const MANAGER: &str = "cluster-policy-operator";
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Why a policy could not be made true this time.
#[derive(Debug, thiserror::Error)]
enum ReconcileError {
    #[error("set up {0}")]
    Component(&'static str, #[source] kube::Error),
    #[error("look at the nodes")]
    Nodes(#[source] kube::Error),
    #[error("say what node {0} has")]
    Node(String, #[source] kube::Error),
    #[error("write the status")]
    Status(#[source] kube::Error),
    #[error("the policy has no uid")]
    NoUid,
}

struct Context {
    policies: Api<ClusterPolicy>,
    daemon_sets: Api<DaemonSet>,
    nodes: Api<Node>,
}

/// Makes policies true until `until` comes to its end. DaemonSets are made in `namespace`.
pub async fn run(
    client: Client,
    namespace: &str,
    until: impl Future<Output = ()> + Send + Sync + 'static,
) {
    let context = Context {
        policies: Api::all(client.clone()),
        daemon_sets: Api::namespaced(client.clone(), namespace),
        nodes: Api::all(client),
    };
    let everything = watcher::Config::default();
    let with_gpu = watcher::Config::default().labels(HAS_GPU);
    let controller = Controller::new(context.policies.clone(), everything.clone());
    let policies = controller.store();
    controller
        .owns(context.daemon_sets.clone(), everything)
        .watches(context.nodes.clone(), with_gpu, move |_| {
            let known = policies.state().into_iter();
            known.map(|policy| ObjectRef::from_obj(&*policy))
        })
        .graceful_shutdown_on(until)
        .run(reconcile, again, Arc::new(context))
        .for_each(|_| std::future::ready(()))
        .await;
}

fn again(_: Arc<ClusterPolicy>, _: &ReconcileError, _: Arc<Context>) -> Action {
    Action::requeue(AGAIN_AFTER)
}

async fn reconcile(
    policy: Arc<ClusterPolicy>,
    context: Arc<Context>,
) -> Result<Action, ReconcileError> {
    let rolled_out = RolledOut {
        driver: context.install(Component::Driver, &policy).await?,
        toolkit: context.install(Component::Toolkit, &policy).await?,
    };
    let nodes = context.gpu_nodes().await?;
    for node in &nodes {
        let gpus = plan::gpus(&policy.spec, node, rolled_out);
        if gpus != node.allocatable {
            context.say_what_it_has(node, gpus).await?;
        }
    }
    let status = plan::status(&policy.spec, &nodes, rolled_out);
    if policy.status.as_ref() != Some(&status) {
        let patch = Patch::Merge(json!({"status": status}));
        context
            .policies
            .patch_status(&policy.name_any(), &PatchParams::default(), &patch)
            .await
            .map_err(ReconcileError::Status)?;
    }
    Ok(Action::await_change())
}

impl Context {
    /// Makes or removes the DaemonSet of a part, and says whether it is on all nodes.
    async fn install(
        &self,
        component: Component,
        policy: &ClusterPolicy,
    ) -> Result<bool, ReconcileError> {
        let name = component.name();
        let failed = |error| ReconcileError::Component(name, error);
        if !component.is_wanted(&policy.spec) {
            return match self
                .daemon_sets
                .delete(name, &DeleteParams::default())
                .await
            {
                Err(kube::Error::Api(status)) if status.code == 404 => Ok(false),
                other => other.map(|_| false).map_err(failed),
            };
        }
        let owner = policy
            .controller_owner_ref(&())
            .ok_or(ReconcileError::NoUid)?;
        let wanted = Patch::Apply(component.daemon_set(&policy.spec, &owner));
        let params = PatchParams::apply(MANAGER).force();
        let there = self
            .daemon_sets
            .patch(name, &params, &wanted)
            .await
            .map_err(failed)?;
        Ok(is_rolled_out(&there))
    }

    async fn gpu_nodes(&self) -> Result<Vec<GpuNode>, ReconcileError> {
        let labelled = ListParams::default().labels(HAS_GPU);
        let nodes = self
            .nodes
            .list(&labelled)
            .await
            .map_err(ReconcileError::Nodes)?;
        let described = nodes.items.into_iter().map(|node| GpuNode {
            own_driver: node
                .labels()
                .get(OWN_DRIVER)
                .is_some_and(|value| value == "true"),
            allocatable: allocatable(&node),
            name: node.name_any(),
        });
        Ok(described.collect())
    }

    async fn say_what_it_has(&self, node: &GpuNode, gpus: u32) -> Result<(), ReconcileError> {
        let amount = json!({GPU: gpus.to_string()});
        let patch = Patch::Merge(json!({"status": {"capacity": amount, "allocatable": amount}}));
        self.nodes
            .patch_status(&node.name, &PatchParams::default(), &patch)
            .await
            .map(drop)
            .map_err(|error| ReconcileError::Node(node.name.clone(), error))
    }
}

fn allocatable(node: &Node) -> u32 {
    let amounts = node
        .status
        .as_ref()
        .and_then(|status| status.allocatable.as_ref());
    amounts
        .and_then(|amounts| amounts.get(GPU)?.0.parse().ok())
        .unwrap_or_default()
}
