//! The parts that a policy installs.

use k8s_openapi::api::apps::v1::DaemonSet;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::OwnerReference;
use serde_json::{Value, json};

use crate::HAS_GPU;
use crate::cluster_policy::ClusterPolicySpec;

/// A part of the set-up, which one DaemonSet brings to the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    Driver,
    Toolkit,
}

impl Component {
    /// The name of its DaemonSet.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Component::Driver => "gpu-driver",
            Component::Toolkit => "gpu-toolkit",
        }
    }

    /// Whether a policy wants it.
    pub(crate) fn is_wanted(self, spec: &ClusterPolicySpec) -> bool {
        match self {
            Component::Driver => spec.driver.enabled,
            Component::Toolkit => spec.toolkit.enabled,
        }
    }

    /// Its DaemonSet, which goes when the policy goes.
    pub(crate) fn daemon_set(self, spec: &ClusterPolicySpec, owner: &OwnerReference) -> Value {
        let name = self.name();
        let version = match (self, &spec.driver.version) {
            (Component::Driver, Some(version)) => version,
            _ => "1",
        };
        let labels = json!({"app": name});
        json!({
            "apiVersion": "apps/v1", "kind": "DaemonSet",
            "metadata": {"name": name, "ownerReferences": [owner]},
            "spec": {
                "selector": {"matchLabels": labels},
                "template": {
                    "metadata": {"labels": labels},
                    "spec": {
                        "nodeSelector": {HAS_GPU: "true"},
                        "containers": [{"name": name, "image": format!("{name}:{version}")}],
                    },
                },
            },
        })
    }
}

/// Whether the pods of a DaemonSet are on all their nodes, as it is now.
pub(crate) fn is_rolled_out(daemon_set: &DaemonSet) -> bool {
    daemon_set.status.as_ref().is_some_and(|status| {
        status.observed_generation == daemon_set.metadata.generation
            && status.desired_number_scheduled > 0
            && status.updated_number_scheduled == Some(status.desired_number_scheduled)
            && status.number_ready == status.desired_number_scheduled
    })
}
