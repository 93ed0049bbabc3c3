use clientgo::Object;

use super::template::equal_ignoring_hash;
use super::{Deployment, annotations};
use crate::replica_set::ReplicaSet;

/// The ReplicaSets of a Deployment: the one of its present template and those of earlier ones, oldest first.
#[derive(Clone, Debug)]
pub(super) struct ReplicaSets {
    pub(super) new: Option<ReplicaSet>,
    pub(super) old: Vec<ReplicaSet>,
}

impl ReplicaSets {
    /// Sorts out which ReplicaSet is the new one: the oldest that has the Deployment's template, so that a rollback finds the earlier one.
    pub(super) fn observe(deployment: &Deployment, owned: Vec<Object>) -> Self {
        let mut old: Vec<ReplicaSet> = owned.into_iter().map(ReplicaSet).collect();
        old.sort_by(|a, b| age_key(a).cmp(&age_key(b)));
        let position = old
            .iter()
            .position(|set| equal_ignoring_hash(set.template(), deployment.template()));
        let new = position.map(|position| old.remove(position));
        ReplicaSets { new, old }
    }

    /// All of them, the new one last.
    pub(super) fn all(&self) -> impl Iterator<Item = &ReplicaSet> {
        self.old.iter().chain(&self.new)
    }

    /// Those that should have pods.
    pub(super) fn active(&self) -> impl Iterator<Item = &ReplicaSet> {
        self.all().filter(|set| set.wanted() > 0)
    }

    /// The sum of the wanted pods.
    pub(super) fn wanted(&self) -> i64 {
        self.all().map(ReplicaSet::wanted).sum()
    }

    /// The sum of the available pods.
    pub(super) fn available(&self) -> i64 {
        self.all().map(ReplicaSet::available).sum()
    }

    /// The number that the new ReplicaSet's revision has at least.
    pub(super) fn next_revision(&self) -> i64 {
        self.old
            .iter()
            .map(annotations::revision)
            .max()
            .unwrap_or_default()
            + 1
    }

    /// Puts the changed state of a ReplicaSet in the place of its former one.
    pub(super) fn replace(&mut self, changed: ReplicaSet) {
        if let Some(place) = self
            .old
            .iter_mut()
            .chain(&mut self.new)
            .find(|set| set.name() == changed.name())
        {
            *place = changed;
        }
    }
}

/// Oldest first; equally old ones by name.
pub(super) fn age_key(set: &ReplicaSet) -> (Option<apimachinery::Timestamp>, &str) {
    (set.0.creation_time(), set.name())
}

/// A number of pods that a ReplicaSet should want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) replica_set: String,
    pub(super) replicas: i64,
}

impl Scale {
    pub(super) fn new(set: &ReplicaSet, replicas: i64) -> Self {
        Scale {
            replica_set: set.name().to_owned(),
            replicas,
        }
    }
}

#[cfg(test)]
pub(super) mod testing {
    //! ReplicaSets as tests describe them.

    use serde_json::json;

    use super::*;

    /// A Deployment of `wanted` pods.
    pub(in crate::deployment) fn deployment(
        wanted: i64,
        surge: i64,
        unavailable: i64,
    ) -> Deployment {
        Deployment(Object::new(&json!({
            "metadata": {"name": "web", "namespace": "a", "generation": 2},
            "spec": {
                "replicas": wanted, "progressDeadlineSeconds": 600,
                "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": surge, "maxUnavailable": unavailable}},
            },
        })))
    }

    /// A ReplicaSet that wants `wanted` pods and has `available`; `second` is when it was created.
    pub(in crate::deployment) fn set(
        name: &str,
        second: u32,
        wanted: i64,
        available: i64,
    ) -> ReplicaSet {
        sized(name, second, wanted, available, None)
    }

    /// The same, sized when a Deployment wanted and allowed these numbers.
    pub(in crate::deployment) fn sized(
        name: &str,
        second: u32,
        wanted: i64,
        available: i64,
        sizes: Option<(i64, i64)>,
    ) -> ReplicaSet {
        let mut value = json!({
            "metadata": {"name": name, "creationTimestamp": format!("2026-01-01T00:00:{second:02}Z"), "annotations": {}},
            "spec": {"replicas": wanted},
            "status": {"replicas": wanted, "readyReplicas": available, "availableReplicas": available},
        });
        if let Some((desired, max)) = sizes {
            value["metadata"]["annotations"] = json!({annotations::DESIRED_REPLICAS: desired.to_string(), annotations::MAX_REPLICAS: max.to_string()});
        }
        ReplicaSet(Object::new(&value))
    }

    pub(in crate::deployment) fn scales(scales: &[Scale]) -> Vec<(&str, i64)> {
        scales
            .iter()
            .map(|scale| (scale.replica_set.as_str(), scale.replicas))
            .collect()
    }
}
