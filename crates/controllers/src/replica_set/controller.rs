use std::sync::Arc;

use apimachinery::selector;
use clientgo::{
    ApiError, Delta, Key, Object, Outcome, Recorder, WorkQueue, resources, run_workers,
};
use serde_json::Value;

use super::expectations::Expectations;
use super::{ReplicaSet, replicas, status};
use crate::claim::{Claimant, claim};
use crate::context::Context;
use crate::controllers::{Running, WORKERS};
use crate::owner::{owner_key, selects};
use crate::{label_index, pod};

/// The status is written once and, if somebody was faster, once more.
const STATUS_TRIES: usize = 2;

struct Controller {
    context: Context,
    recorder: Recorder,
    expectations: Arc<Expectations>,
    queue: Arc<WorkQueue<Key>>,
}

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let expectations = Arc::new(Expectations::default());
    watch_replica_sets(context, &queue, &expectations);
    watch_pods(context, &queue, &expectations);
    let controller = Controller {
        context: context.clone(),
        recorder: context.recorder("replicaset-controller"),
        expectations,
        queue,
    };
    running.spawn(async move {
        let queue = Arc::clone(&controller.queue);
        run_workers(WORKERS, &queue, "replicaset", u32::MAX, |key| {
            controller.sync(key)
        })
        .await;
    });
}

fn watch_replica_sets(
    context: &Context,
    queue: &Arc<WorkQueue<Key>>,
    expectations: &Arc<Expectations>,
) {
    let (queue, expectations) = (Arc::clone(queue), Arc::clone(expectations));
    context
        .cache(&resources::REPLICA_SETS)
        .subscribe(move |delta| {
            let key = delta.object().key();
            if let Delta::Deleted(_) = delta {
                expectations.forget(&key);
            }
            queue.add(key);
        });
}

fn watch_pods(context: &Context, queue: &Arc<WorkQueue<Key>>, expectations: &Arc<Expectations>) {
    let sets = context.cache(&resources::REPLICA_SETS);
    label_index::keep_by_selectors(&sets);
    label_index::keep_by_labels(&context.cache(&resources::PODS));
    let (queue, expectations) = (Arc::clone(queue), Arc::clone(expectations));
    context.cache(&resources::PODS).subscribe(move |delta| {
        let pod = delta.object();
        let owner = owner_key(pod, "ReplicaSet");
        match delta {
            Delta::Added(_) if !pod.is_deleting() => {
                if let Some(owner) = &owner {
                    expectations.creation_observed(owner);
                }
            }
            Delta::Added(_) | Delta::Deleted(_) => {
                observe_deletion(&expectations, owner.as_ref(), pod);
            }
            Delta::Updated(old, new) => {
                if new.is_deleting() {
                    observe_deletion(&expectations, owner.as_ref(), new);
                }
                let previous = owner_key(old, "ReplicaSet");
                if previous != owner {
                    previous.into_iter().for_each(|key| queue.add(key));
                }
            }
        }
        match owner {
            Some(owner) => queue.add(owner),
            None => {
                let orphaned_to = label_index::selecting(&sets, pod).into_iter();
                orphaned_to
                    .filter(|set| selects(set, pod))
                    .for_each(|set| queue.add(set.key()));
            }
        }
    });
}

fn observe_deletion(expectations: &Expectations, owner: Option<&Key>, pod: &Object) {
    if let Some(owner) = owner {
        expectations.deletion_observed(owner, &pod.key());
    }
}

impl Controller {
    async fn sync(&self, key: Key) -> Result<Outcome, ApiError> {
        let Some(object) = self.context.cache(&resources::REPLICA_SETS).get(&key) else {
            self.expectations.forget(&key);
            return Ok(Outcome::Done);
        };
        let replica_set = ReplicaSet(object);
        let Ok(selector) = selector::from_label_selector(Some(&replica_set.0["spec"]["selector"]))
        else {
            return Ok(Outcome::Done);
        };
        let may_act = self.expectations.are_satisfied(&key);
        let pods = self.context.cache(&resources::PODS);
        let mut candidates = pods.controlled_by(replica_set.0.uid());
        candidates.extend(label_index::orphans(&pods, &key.namespace, &selector));
        let terminating = candidates
            .iter()
            .filter(|pod| pod::is_terminating(pod) && pod.is_selected_by(&selector))
            .count();
        candidates.retain(pod::is_active);
        let claimant = Claimant {
            resource: &resources::REPLICA_SETS,
            object: &replica_set.0,
            selector: &selector,
            finalizer: None,
        };
        let active = claim(&self.context, claimant, &resources::PODS, candidates).await?;
        let failure = if may_act && !replica_set.0.is_deleting() {
            replicas::manage(
                &self.context,
                &self.recorder,
                &self.expectations,
                &replica_set,
                &active,
            )
            .await
        } else {
            None
        };
        let now = self.context.clock.now();
        let status = status::status(
            &replica_set,
            &active,
            terminating,
            failure.as_ref().map(|(failure, _)| failure),
            now,
        );
        self.write_status(&replica_set, status).await?;
        match failure {
            Some((_, error)) if !error.is_namespace_terminating() => Err(error),
            _ => Ok(
                status::next_available(&active, replica_set.min_ready(), now)
                    .map_or(Outcome::Done, Outcome::RequeueAfter),
            ),
        }
    }

    async fn write_status(&self, replica_set: &ReplicaSet, status: Value) -> Result<(), ApiError> {
        let mut current = replica_set.clone();
        for attempt in 1.. {
            if status::is_current(&current, &status) {
                break;
            }
            let mut body = current.0.to_value();
            body["status"] = status.clone();
            match self
                .context
                .update(&resources::REPLICA_SETS, "status", &body)
                .await
            {
                Ok(_) => break,
                Err(error) if error.is_not_found() => break,
                Err(error) if attempt >= STATUS_TRIES => return Err(error),
                Err(_) => {
                    current = ReplicaSet(
                        self.context
                            .api
                            .get(&resources::REPLICA_SETS, &replica_set.0.key())
                            .await?,
                    );
                }
            }
        }
        Ok(())
    }
}
