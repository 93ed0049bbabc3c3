//! The Deployment controller: moves pods from one template to the next through ReplicaSets, by steps that can be put back.

mod annotations;
mod conditions;
mod controller;
mod fenceposts;
mod history;
mod new_replica_set;
mod progress;
mod recreate;
mod replica_sets;
mod rolling;
mod scaling;
mod status;
mod sync;
mod template;

use std::time::Duration;

use apimachinery::Packed;
use clientgo::Object;

pub(crate) use controller::start;
pub use template::equal_ignoring_hash;

use crate::replica_set::seconds;
use fenceposts::Fenceposts;

/// The number of seconds that stands for "no deadline" and of revisions that stands for "keep all".
const UNLIMITED: i64 = i32::MAX as i64;

/// How old pods give way to new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// All old pods go before the first new one comes.
    Recreate,
    /// New pods come while old ones go.
    RollingUpdate,
}

/// A Deployment with the fields that its controller reads.
#[derive(Clone, Debug)]
pub(crate) struct Deployment(pub(crate) Object);

impl Deployment {
    pub(crate) fn name(&self) -> &str {
        self.0.name()
    }

    /// `spec.replicas`: how many pods are wanted.
    pub(crate) fn wanted(&self) -> i64 {
        self.spec()["replicas"].as_i64().unwrap_or(1)
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.spec()["paused"].as_bool().unwrap_or_default()
    }

    pub(crate) fn strategy(&self) -> Strategy {
        if self.spec()["strategy"]["type"] == "Recreate" {
            Strategy::Recreate
        } else {
            Strategy::RollingUpdate
        }
    }

    pub(crate) fn template(&self) -> &Packed {
        &self.spec()["template"]
    }

    /// How long a rollout may stand still before it counts as failed.
    pub(crate) fn progress_deadline(&self) -> Option<Duration> {
        let deadline = &self.spec()["progressDeadlineSeconds"];
        deadline
            .as_i64()
            .filter(|seconds| *seconds != UNLIMITED)
            .map(|_| seconds(deadline))
    }

    /// How many old ReplicaSets are kept to go back to; none means all.
    pub(crate) fn revision_history_limit(&self) -> Option<usize> {
        let limit = self.spec()["revisionHistoryLimit"]
            .as_i64()
            .filter(|limit| *limit != UNLIMITED)?;
        usize::try_from(limit).ok()
    }

    /// `status.collisionCount`: how often the name of a new ReplicaSet was taken by another template.
    pub(crate) fn collision_count(&self) -> Option<i32> {
        self.0["status"]["collisionCount"]
            .as_i64()
            .and_then(|count| i32::try_from(count).ok())
    }

    /// How many pods there may be beyond the wanted number.
    pub(crate) fn max_surge(&self) -> i64 {
        self.fenceposts().surge
    }

    /// How many of the wanted pods may be unavailable.
    pub(crate) fn max_unavailable(&self) -> i64 {
        self.fenceposts().unavailable
    }

    fn fenceposts(&self) -> Fenceposts {
        match self.strategy() {
            Strategy::Recreate => Fenceposts {
                surge: 0,
                unavailable: 0,
            },
            Strategy::RollingUpdate => {
                let rolling = &self.spec()["strategy"]["rollingUpdate"];
                Fenceposts::resolve(
                    &rolling["maxSurge"],
                    &rolling["maxUnavailable"],
                    self.wanted(),
                )
            }
        }
    }

    fn spec(&self) -> &Packed {
        &self.0["spec"]
    }
}
