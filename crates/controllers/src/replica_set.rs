//! The ReplicaSet controller: keeps as many pods as its objects ask for.

mod controller;
mod expectations;
mod replicas;
mod status;

use std::time::Duration;

use apimachinery::Packed;
use clientgo::Object;

pub(crate) use controller::start;

/// A ReplicaSet with the fields that controllers read of it.
#[derive(Clone, Debug)]
pub(crate) struct ReplicaSet(pub(crate) Object);

impl ReplicaSet {
    pub(crate) fn name(&self) -> &str {
        self.0.name()
    }

    /// `spec.replicas`: how many pods are wanted.
    pub(crate) fn wanted(&self) -> i64 {
        self.0["spec"]["replicas"].as_i64().unwrap_or(1)
    }

    /// `status.replicas`: how many pods there are.
    pub(crate) fn actual(&self) -> i64 {
        self.status_count("replicas")
    }

    pub(crate) fn ready(&self) -> i64 {
        self.status_count("readyReplicas")
    }

    pub(crate) fn available(&self) -> i64 {
        self.status_count("availableReplicas")
    }

    /// `status.terminatingReplicas`; none until the controller has first looked.
    pub(crate) fn terminating(&self) -> Option<i64> {
        self.0["status"]["terminatingReplicas"].as_i64()
    }

    pub(crate) fn observed_generation(&self) -> i64 {
        self.status_count("observedGeneration")
    }

    pub(crate) fn min_ready(&self) -> Duration {
        seconds(&self.0["spec"]["minReadySeconds"])
    }

    pub(crate) fn template(&self) -> &Packed {
        &self.0["spec"]["template"]
    }

    /// An annotation that holds a number.
    pub(crate) fn annotated_number(&self, name: &str) -> Option<i64> {
        self.0.annotation(name)?.parse().ok()
    }

    /// A condition of the status by its type.
    pub(crate) fn condition(&self, type_: &str) -> Option<&Packed> {
        self.0["status"]["conditions"]
            .as_array()?
            .iter()
            .find(|condition| condition["type"] == type_)
    }

    fn status_count(&self, field: &str) -> i64 {
        self.0["status"][field].as_i64().unwrap_or_default()
    }
}

/// A whole number of seconds as the API counts them; negative ones count as none.
pub(crate) fn seconds(value: &Packed) -> Duration {
    Duration::from_secs(
        value
            .as_i64()
            .and_then(|seconds| u64::try_from(seconds).ok())
            .unwrap_or_default(),
    )
}
