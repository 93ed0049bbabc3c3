use std::sync::Arc;

use apimachinery::selector;
use clientgo::{Delta, Key, Object, Outcome, Recorder, WorkQueue, resources, run_workers};

use super::sync::{Sync, SyncError};
use super::{Deployment, Strategy};
use crate::context::Context;
use crate::controllers::{Running, WORKERS};
use crate::label_index;
use crate::owner::owner_key;

/// After so many failures in a row a Deployment waits for its next change.
const MAX_RETRIES: u32 = 15;

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    context.enqueue_changes(&resources::DEPLOYMENTS, &queue);
    label_index::keep_by_selectors(&context.cache(&resources::DEPLOYMENTS));
    label_index::keep_by_labels(&context.cache(&resources::REPLICA_SETS));
    watch_replica_sets(context, &queue);
    watch_last_pods(context, &queue);
    let context = context.clone();
    let recorder = context.recorder("deployment-controller");
    running.spawn(async move {
        run_workers(WORKERS, &queue, "deployment", MAX_RETRIES, |key| {
            sync(&context, &recorder, key)
        })
        .await;
    });
}

async fn sync(context: &Context, recorder: &Recorder, key: Key) -> Result<Outcome, SyncError> {
    let Some(object) = context.cache(&resources::DEPLOYMENTS).get(&key) else {
        return Ok(Outcome::Done);
    };
    let mut sync = Sync {
        context,
        recorder,
        deployment: Deployment(object),
    };
    match sync.run().await {
        Ok(next) => Ok(next.map_or(Outcome::Done, Outcome::RequeueAfter)),
        Err(SyncError::NewReplicaSet(error)) if error.is_final() => Ok(Outcome::Done),
        Err(error) => Err(error),
    }
}

fn watch_replica_sets(context: &Context, queue: &Arc<WorkQueue<Key>>) {
    let deployments = context.cache(&resources::DEPLOYMENTS);
    let queue = Arc::clone(queue);
    context
        .cache(&resources::REPLICA_SETS)
        .subscribe(move |delta| {
            let set = delta.object();
            let owner = owner_key(set, "Deployment");
            if let Delta::Updated(old, _) = delta {
                let previous = owner_key(old, "Deployment");
                if previous != owner {
                    previous.into_iter().for_each(|key| queue.add(key));
                }
            }
            match owner {
                Some(owner) => queue.add(owner),
                None => {
                    let takers = label_index::selecting(&deployments, set).into_iter();
                    takers
                        .filter(|deployment| selects(deployment, set))
                        .for_each(|deployment| queue.add(deployment.key()));
                }
            }
        });
}

/// A Deployment that recreates waits for its last old pod to go, of which no ReplicaSet tells.
fn watch_last_pods(context: &Context, queue: &Arc<WorkQueue<Key>>) {
    let deployments = context.cache(&resources::DEPLOYMENTS);
    let sets = context.cache(&resources::REPLICA_SETS);
    let queue = Arc::clone(queue);
    context.cache(&resources::PODS).subscribe(move |delta| {
        let Delta::Deleted(pod) = delta else { return };
        let deployment = pod
            .controller()
            .and_then(|owner| sets.get(&Key::new(pod.namespace(), owner.name())))
            .and_then(|set| owner_key(&set, "Deployment"))
            .and_then(|key| deployments.get(&key));
        if let Some(deployment) =
            deployment.filter(|found| Deployment(found.clone()).strategy() == Strategy::Recreate)
        {
            queue.add(deployment.key());
        }
    });
}

fn selects(deployment: &Object, set: &Object) -> bool {
    let selector = &deployment["spec"]["selector"];
    selector::from_label_selector(Some(selector))
        .is_ok_and(|selector| !selector.is_everything() && set.is_selected_by(&selector))
}
