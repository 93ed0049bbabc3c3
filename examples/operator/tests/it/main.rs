//! The story of the README against the embedded cluster.

use std::path::Path;
use std::time::Duration;

use cluster::{InMemoryCluster, InMemoryOptions};
use cobra::Capture;
use k8s_openapi::api::apps::v1::DaemonSet;
use k8s_openapi::api::core::v1::Node;
use kube::api::{Api, ListParams, Patch, PatchParams};
use kube::runtime::wait::await_condition;
use kube::{Client, ResourceExt as _};
use operator::{ClusterPolicy, GPU, HAS_GPU, OWN_DRIVER, State};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

/// More than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

struct Story {
    client: Client,
    runtime: Runtime,
}

impl Story {
    /// Runs a Helm command, which must succeed, and returns what it prints.
    fn helm(&self, line: &str) -> String {
        let chart = Path::new(env!("CARGO_MANIFEST_DIR")).join("chart");
        let words: Vec<String> = line
            .split_whitespace()
            .map(|word| word.replace("CHART", &chart.to_string_lossy()))
            .collect();
        let mut capture = Capture::default();
        let handle = self.runtime.handle().clone();
        let code = helm::run_in_process(&words, &mut capture.io(), self.client.clone(), handle);
        assert_eq!(code, 0, "helm {line}: {}{}", capture.out(), capture.err());
        capture.out()
    }

    /// Waits until the policy says this and nothing else of itself.
    fn policy_is(&self, state: State, message: &str) {
        let policies: Api<ClusterPolicy> = Api::all(self.client.clone());
        let is_so = |policy: Option<&ClusterPolicy>| {
            let status = policy.and_then(|policy| policy.status.as_ref());
            status.is_some_and(|status| status.state == state && status.message == message)
        };
        let waiting =
            async { tokio::time::timeout(PATIENCE, await_condition(policies, "gpu", is_so)).await };
        let found = self.runtime.block_on(waiting);
        assert!(
            matches!(found, Ok(Ok(_))),
            "{state:?} {message:?}: {found:?}"
        );
    }

    /// Waits until the node gives so many GPUs to pods.
    fn node_gives(&self, gpus: &str) {
        let nodes: Api<Node> = Api::all(self.client.clone());
        let is_so = |node: Option<&Node>| {
            let amounts = node.and_then(|node| node.status.as_ref()?.allocatable.as_ref());
            amounts
                .and_then(|amounts| amounts.get(GPU))
                .is_some_and(|amount| amount.0 == gpus)
        };
        let name = self.node();
        let waiting =
            async { tokio::time::timeout(PATIENCE, await_condition(nodes, &name, is_so)).await };
        let found = self.runtime.block_on(waiting);
        assert!(matches!(found, Ok(Ok(_))), "{gpus} of {found:?}");
    }

    fn node(&self) -> String {
        let nodes: Api<Node> = Api::all(self.client.clone());
        let found = self
            .runtime
            .block_on(nodes.list(&ListParams::default()))
            .expect("it is served");
        found.items[0].name_any()
    }

    fn daemon_sets(&self) -> Vec<String> {
        let all: Api<DaemonSet> = Api::all(self.client.clone());
        let found = self
            .runtime
            .block_on(all.list(&ListParams::default()))
            .expect("it is served");
        found
            .items
            .iter()
            .map(kube::ResourceExt::name_any)
            .collect()
    }

    fn label_node(&self) {
        let nodes: Api<Node> = Api::all(self.client.clone());
        let labels =
            Patch::Merge(json!({"metadata": {"labels": {HAS_GPU: "true", OWN_DRIVER: "true"}}}));
        let name = self.node();
        let params = PatchParams::default();
        self.runtime
            .block_on(nodes.patch(&name, &params, &labels))
            .expect("it is served");
    }
}

#[test]
fn one_field_of_the_policy_costs_a_node_its_gpu_and_a_rollback_brings_it_back() {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    let cluster = runtime
        .block_on(InMemoryCluster::start(InMemoryOptions::default()))
        .unwrap();
    let within = runtime.enter();
    let client = cluster.client();
    drop(within);
    let story = Story { client, runtime };
    story.label_node();

    story.helm("install gpu CHART --set driver.enabled=false,toolkit.enabled=false");
    let (stop, stopped) = oneshot::channel::<()>();
    let controller = story.runtime.spawn({
        let client = story.client.clone();
        async move { operator::run(client, "default", async { drop(stopped.await) }).await }
    });
    story.policy_is(State::Ready, "");
    assert_eq!(story.daemon_sets(), [""; 0]);

    // Helm changes one field, the controller does the rest.
    story.helm("upgrade gpu CHART --reuse-values --set toolkit.enabled=true");
    story.node_gives("1");
    story.policy_is(State::Ready, "");
    assert_eq!(story.daemon_sets(), ["gpu-toolkit"]);

    // An upgrade that forgets brings the chart's default back.
    story.helm("upgrade gpu CHART --set toolkit.enabled=true");
    story.node_gives("0");
    let clash = format!(
        "node {} has a driver already and lost its GPU to a second one",
        story.node()
    );
    story.policy_is(State::NotReady, &clash);
    assert_eq!(story.daemon_sets(), ["gpu-driver", "gpu-toolkit"]);

    story.helm("rollback gpu 2");
    story.node_gives("1");
    story.policy_is(State::Ready, "");
    assert_eq!(story.daemon_sets(), ["gpu-toolkit"]);

    let manifest = story.helm("get manifest gpu");
    assert!(manifest.contains("kind: ClusterPolicy"), "{manifest}");
    for revision in 1..=4 {
        let manifest = story.helm(&format!("get manifest gpu --revision {revision}"));
        assert!(!manifest.contains("DaemonSet"), "{manifest}");
    }

    story.helm("uninstall gpu");
    let all: Api<DaemonSet> = Api::default_namespaced(story.client.clone());
    let gone = |set: Option<&DaemonSet>| set.is_none();
    let waiting =
        async { tokio::time::timeout(PATIENCE, await_condition(all, "gpu-toolkit", gone)).await };
    assert!(
        matches!(story.runtime.block_on(waiting), Ok(Ok(_))),
        "what the policy owns goes with it"
    );
    drop(stop);
    story.runtime.block_on(controller).unwrap();
    story.runtime.block_on(cluster.stop());
}
