//! The status that a StatefulSet should have.

use apimachinery::Timestamp;
use clientgo::Object;
use serde_json::{Value, json};

use super::StatefulSet;
use super::history::History;
use super::replicas::{is_available, is_of, is_running_and_ready};

/// Counts the pods by what they are, and ends an update that has come to its end.
pub(super) fn status(
    set: &StatefulSet,
    history: &History,
    pods: &[Object],
    now: Timestamp,
) -> Value {
    let count = |counts: &dyn Fn(&Object) -> bool| pods.iter().filter(|pod| counts(pod)).count();
    let replicas = pods.len();
    let ready = count(&is_running_and_ready);
    let updated = count(&|pod| !pod.is_deleting() && is_of(pod, &history.update));
    let mut current = count(&|pod| !pod.is_deleting() && is_of(pod, &history.current));
    let mut current_revision = history.current.name();
    let wanted = set.replicas();
    if set.rolls() && updated == wanted && ready == wanted && replicas == wanted {
        current = updated;
        current_revision = history.update.name();
    }
    let mut status = json!({
        "observedGeneration": set.0.generation(), "replicas": replicas, "availableReplicas": count(&|pod| is_available(set, pod, now)),
        "currentRevision": current_revision, "updateRevision": history.update.name(), "collisionCount": history.collisions,
    });
    let counts = [
        ("readyReplicas", ready),
        ("currentReplicas", current),
        ("updatedReplicas", updated),
    ];
    for (field, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        status[field] = count.into();
    }
    status
}
