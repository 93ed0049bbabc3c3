//! The pods of a StatefulSet by their ordinals.

use apimachinery::Timestamp;
use clientgo::Object;
use serde_json::Value;

use super::StatefulSet;
use super::history::History;
use super::identity::{self, ordinal, revision};
use crate::pod;

/// The pod of one ordinal.
#[derive(Clone, Debug)]
pub(super) enum Replica {
    /// It is there.
    Present(Object),
    /// It has to be made, of this revision.
    Absent { ordinal: usize, revision: String },
}

/// The pods that a set wants, in order, and those that it wants no longer, the highest first.
#[derive(Debug)]
pub(super) struct Replicas {
    pub(super) wanted: Vec<Replica>,
    pub(super) condemned: Vec<Object>,
}

impl Replicas {
    pub(super) fn observe(set: &StatefulSet, history: &History, pods: &[Object]) -> Self {
        let (start, count) = (set.start(), set.replicas());
        let mut wanted: Vec<Option<Object>> = vec![None; count];
        let mut condemned = Vec::new();
        for pod in pods {
            match ordinal(set, pod) {
                Some(ordinal) if (start..start + count).contains(&ordinal) => {
                    wanted[ordinal - start] = Some(pod.clone());
                }
                Some(ordinal) => condemned.push((ordinal, pod.clone())),
                None => {}
            }
        }
        condemned.sort_by_key(|(ordinal, _)| std::cmp::Reverse(*ordinal));
        let replica = |(place, pod): (usize, Option<Object>)| match pod {
            Some(pod) => Replica::Present(pod),
            None => Replica::Absent {
                ordinal: start + place,
                revision: revision_of_new(set, history, place).name().to_owned(),
            },
        };
        Replicas {
            wanted: wanted.into_iter().enumerate().map(replica).collect(),
            condemned: condemned.into_iter().map(|(_, pod)| pod).collect(),
        }
    }

    /// The lowest pod that is not well; of those that are wanted no longer only if all others are.
    pub(super) fn first_unhealthy(&self) -> Option<&Object> {
        let wanted = self.wanted.iter().filter_map(|replica| match replica {
            Replica::Present(pod) => Some(pod),
            Replica::Absent { .. } => None,
        });
        wanted
            .chain(self.condemned.iter().rev())
            .find(|pod| !is_healthy(pod))
    }
}

/// The revision of a pod that is made anew: below the partition, and where the update has not come yet, the old one.
fn revision_of_new<'a>(set: &StatefulSet, history: &'a History, place: usize) -> &'a Object {
    let rolling = &set.spec()["updateStrategy"]["rollingUpdate"];
    let keeps_current = if rolling.is_object() {
        place < set.partition()
    } else {
        place < super::count(&set.0["status"]["currentReplicas"]).unwrap_or_default()
    };
    if keeps_current {
        &history.current
    } else {
        &history.update
    }
}

/// The pod of an ordinal as its revision has it.
pub(super) fn new_pod(
    set: &StatefulSet,
    history: &History,
    ordinal: usize,
    revision: &str,
) -> Value {
    let source = if history.update.name() == revision {
        &history.update
    } else {
        &history.current
    };
    let mut template = source["data"]["spec"]["template"].to_value();
    if let Some(template) = template.as_object_mut() {
        template.remove("$patch");
    }
    identity::pod(set, &template, revision, ordinal)
}

pub(super) fn is_running_and_ready(pod: &Object) -> bool {
    pod::phase(pod) == "Running" && pod::is_ready(pod)
}

pub(super) fn is_available(set: &StatefulSet, pod: &Object, now: Timestamp) -> bool {
    is_running_and_ready(pod) && pod::is_available(pod, set.min_ready(), now)
}

/// Whether the pod runs, is ready and stays.
pub(super) fn is_healthy(pod: &Object) -> bool {
    is_running_and_ready(pod) && !pod.is_deleting()
}

/// Whether the pod is of a revision.
pub(super) fn is_of(pod: &Object, wanted: &Object) -> bool {
    revision(pod) == wanted.name()
}
