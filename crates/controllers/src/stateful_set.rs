//! The StatefulSet controller: pods with a name, a host name and claims of their own, one after the other.

mod claims;
mod controller;
mod history;
mod identity;
mod plan;
mod replicas;
mod status;

use std::time::Duration;

use apimachinery::Packed;
use clientgo::Object;

pub(crate) use controller::start;

use crate::replica_set::seconds;

/// A StatefulSet with the fields that the controller reads of it.
#[derive(Clone, Debug)]
struct StatefulSet(Object);

impl StatefulSet {
    fn spec(&self) -> &Packed {
        &self.0["spec"]
    }

    fn replicas(&self) -> usize {
        count(&self.spec()["replicas"]).unwrap_or(1)
    }

    /// The ordinal of the first pod.
    fn start(&self) -> usize {
        count(&self.spec()["ordinals"]["start"]).unwrap_or_default()
    }

    fn min_ready(&self) -> Duration {
        seconds(&self.spec()["minReadySeconds"])
    }

    /// Whether pods come and go one after the other.
    fn is_ordered(&self) -> bool {
        self.spec()["podManagementPolicy"] != "Parallel"
    }

    /// Whether the controller replaces the pods of old templates itself.
    fn rolls(&self) -> bool {
        self.spec()["updateStrategy"]["type"] != "OnDelete"
    }

    /// Pods whose place is below this keep the old template.
    fn partition(&self) -> usize {
        count(&self.spec()["updateStrategy"]["rollingUpdate"]["partition"]).unwrap_or_default()
    }

    fn selector(&self) -> &Packed {
        &self.spec()["selector"]
    }

    /// Whether the claims of pods go when the set is scaled down.
    fn deletes_claims_when_scaled(&self) -> bool {
        self.spec()["persistentVolumeClaimRetentionPolicy"]["whenScaled"] == "Delete"
    }

    /// Whether the claims of pods go with the set.
    fn deletes_claims_when_deleted(&self) -> bool {
        self.spec()["persistentVolumeClaimRetentionPolicy"]["whenDeleted"] == "Delete"
    }
}

fn count(value: &Packed) -> Option<usize> {
    value.as_u64().and_then(|count| usize::try_from(count).ok())
}
