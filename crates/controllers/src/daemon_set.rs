//! The DaemonSet controller: one pod on every node that a DaemonSet is meant for.

mod controller;
mod history;
mod manage;
mod nodes;
mod rolling;
mod status;
mod template;

use std::time::Duration;

use apimachinery::{IntOrString, Packed, Rounding};
use clientgo::Object;

pub(crate) use controller::start;

use crate::controller_revision::REVISION_HASH_LABEL;
use crate::replica_set::seconds;

/// The annotation in which the server counts the changes of the template.
const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";
/// The label that tells the template's generation on pods.
const POD_TEMPLATE_GENERATION: &str = "pod-template-generation";

/// A DaemonSet with the fields that the controller reads of it.
#[derive(Clone, Debug)]
struct DaemonSet(Object);

impl DaemonSet {
    fn template(&self) -> &Packed {
        &self.0["spec"]["template"]
    }

    fn template_generation(&self) -> Option<&str> {
        self.0.annotation(TEMPLATE_GENERATION)
    }

    fn min_ready(&self) -> Duration {
        seconds(&self.0["spec"]["minReadySeconds"])
    }

    fn rolls(&self) -> bool {
        self.0["spec"]["updateStrategy"]["type"] != "OnDelete"
    }

    /// Whether an update may run two pods on a node for a while.
    fn allows_surge(&self) -> bool {
        self.rolls() && self.bound("maxSurge", 1) > 0
    }

    /// `maxSurge` or `maxUnavailable` as a number of nodes, rounded up.
    fn bound(&self, field: &str, nodes: usize) -> usize {
        let bound =
            IntOrString::from_json(&self.0["spec"]["updateStrategy"]["rollingUpdate"][field]);
        let total = i64::try_from(nodes).unwrap_or(i64::MAX);
        let scaled = bound.and_then(|bound| bound.scaled(total, Rounding::Up).ok());
        scaled
            .and_then(|scaled| usize::try_from(scaled).ok())
            .unwrap_or_default()
    }

    /// Whether a pod is of the present template, whose revision has this hash.
    fn is_updated(&self, pod: &Object, hash: &str) -> bool {
        let by_generation = pod
            .label(POD_TEMPLATE_GENERATION)
            .is_some_and(|label| Some(label) == self.template_generation());
        by_generation || pod.label(REVISION_HASH_LABEL) == Some(hash)
    }
}
