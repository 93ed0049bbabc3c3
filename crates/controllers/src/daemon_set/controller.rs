use std::sync::Arc;
use std::time::Duration;

use apimachinery::selector;
use clientgo::{
    ApiError, Delta, EventType, Key, Object, Outcome, Recorder, WorkQueue, resources, run_worker,
};
use futures::future::join_all;
use serde_json::Value;

use super::manage::{self, Plan};
use super::nodes::{Belongs, belongs, pods_by_node};
use super::{DaemonSet, history, rolling, status, template};
use crate::claim::{Claimant, claim};
use crate::context::Context;
use crate::controllers::Running;
use crate::failed_pods::FailedPods;
use crate::owner::enqueue_owners_of_pods;
use crate::pod_control::{create_pod, delete_pod};
use crate::slow_start::slow_start;
use crate::{label_index, pod};

/// So many pods are created or deleted at once at most.
const BURST: usize = 250;

struct Controller {
    context: Context,
    recorder: Recorder,
    failed: FailedPods,
}

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    context.enqueue_changes(&resources::DAEMON_SETS, &queue);
    label_index::keep_by_labels(&context.cache(&resources::CONTROLLER_REVISIONS));
    enqueue_owners_of_pods(context, &resources::DAEMON_SETS, &queue);
    watch_nodes(context, &queue);
    let controller = Controller {
        context: context.clone(),
        recorder: context.recorder("daemonset-controller"),
        failed: FailedPods::default(),
    };
    running.spawn(async move {
        run_worker(&queue, "daemonset", u32::MAX, |key| controller.sync(key)).await;
    });
}

/// A node concerns a DaemonSet only when it begins or ceases to want its pod: heartbeats do not.
fn watch_nodes(context: &Context, queue: &Arc<WorkQueue<Key>>) {
    let sets = context.cache(&resources::DAEMON_SETS);
    let queue = Arc::clone(queue);
    context.cache(&resources::NODES).subscribe(move |delta| {
        let is_same = |old: &Object, new: &Object| {
            old["metadata"]["labels"] == new["metadata"]["labels"] && old["spec"] == new["spec"]
        };
        if matches!(delta, Delta::Updated(old, new) if is_same(old, new)) {
            return;
        }
        for set in sets.all().into_iter().map(DaemonSet) {
            let concerns = match delta {
                Delta::Added(node) => belongs(&set, node) == Belongs::Yes,
                Delta::Updated(old, new) => belongs(&set, old) != belongs(&set, new),
                Delta::Deleted(_) => true,
            };
            if concerns {
                queue.add(set.0.key());
            }
        }
    });
}

impl Controller {
    async fn sync(&self, key: Key) -> Result<Outcome, ApiError> {
        let Some(object) = self.context.cache(&resources::DAEMON_SETS).get(&key) else {
            return Ok(Outcome::Done);
        };
        let daemon_set = DaemonSet(object);
        let Ok(selector) = selector::from_label_selector(Some(&daemon_set.0["spec"]["selector"]))
        else {
            return Ok(Outcome::Done);
        };
        if daemon_set.0.is_deleting() {
            return Ok(Outcome::Done);
        }
        let Some(history) = history::observe(&self.context, &daemon_set, &selector).await? else {
            return Ok(Outcome::RequeueAfter(Duration::from_millis(5)));
        };
        let nodes = self.context.cache(&resources::NODES).all();
        let pods = pods_by_node(self.claim_pods(&daemon_set, &selector).await?);
        let now = self.context.clock.now();
        let plan = manage::plan(&daemon_set, &nodes, &pods, history.hash(), now);
        let mut wait = None;
        let managed = self
            .carry_out(&daemon_set, plan, history.hash(), &mut wait)
            .await;

        let pods = pods_by_node(self.claim_pods(&daemon_set, &selector).await?);
        let rolled = if managed.is_ok() && daemon_set.rolls() {
            let plan = rolling::plan(&daemon_set, &nodes, &pods, history.hash(), now);
            self.carry_out(&daemon_set, plan, history.hash(), &mut wait)
                .await
        } else {
            Ok(())
        };
        let pods = pods_by_node(self.claim_pods(&daemon_set, &selector).await?);
        history::clean_up(&self.context, &daemon_set, &history, &pods).await?;
        let status = status::status(&daemon_set, &nodes, &pods, history.hash(), now);
        self.write_status(&daemon_set, &status).await?;
        managed.and(rolled)?;
        let until_available = pods
            .values()
            .flatten()
            .filter_map(|pod| pod::available_in(pod, daemon_set.min_ready(), now))
            .filter(|remaining| !remaining.is_zero());
        Ok(until_available
            .chain(wait)
            .min()
            .map_or(Outcome::Done, Outcome::RequeueAfter))
    }

    async fn claim_pods(
        &self,
        daemon_set: &DaemonSet,
        selector: &selector::LabelSelector,
    ) -> Result<Vec<Object>, ApiError> {
        let cache = self.context.cache(&resources::PODS);
        let mut candidates = cache.controlled_by(daemon_set.0.uid());
        candidates.extend(label_index::orphans(
            &cache,
            daemon_set.0.namespace(),
            selector,
        ));
        let claimant = Claimant {
            resource: &resources::DAEMON_SETS,
            object: &daemon_set.0,
            selector,
            finalizer: None,
        };
        claim(&self.context, claimant, &resources::PODS, candidates).await
    }

    /// Creates and deletes. Pods that have ended go at a growing pace; `wait` says when the next may.
    async fn carry_out(
        &self,
        daemon_set: &DaemonSet,
        mut plan: Plan,
        hash: &str,
        wait: &mut Option<Duration>,
    ) -> Result<(), ApiError> {
        plan.create_on.truncate(BURST);
        plan.delete.extend(
            plan.ended
                .drain(..)
                .filter(|pod| self.may_delete_ended(daemon_set, pod, wait)),
        );
        plan.delete.truncate(BURST);
        let create = async |position: usize| {
            let pod = template::pod(daemon_set, &plan.create_on[position], hash);
            create_pod(&self.context, &self.recorder, &daemon_set.0, &pod)
                .await
                .map(drop)
        };
        let (_, failure) = slow_start(plan.create_on.len(), create).await;
        let delete = plan
            .delete
            .iter()
            .map(|pod| delete_pod(&self.context, &self.recorder, &daemon_set.0, pod));
        let deleted = join_all(delete).await.into_iter().find_map(Result::err);
        match failure
            .filter(|error| !error.is_namespace_terminating())
            .or(deleted)
        {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Tells of a pod that has ended and decides whether it goes now.
    fn may_delete_ended(
        &self,
        daemon_set: &DaemonSet,
        pod: &Object,
        wait: &mut Option<Duration>,
    ) -> bool {
        let place = format!(
            "{}/{} on node {}",
            pod.namespace(),
            pod.name(),
            pod::node_name(pod)
        );
        if pod::phase(pod) == "Succeeded" {
            let message = format!("Found succeeded daemon pod {place}, will try to delete it");
            self.recorder.event(
                &daemon_set.0,
                EventType::Normal,
                "SucceededDaemonPod",
                &message,
            );
            return true;
        }
        let key = format!("{}/{}", daemon_set.0.uid(), pod::node_name(pod));
        if let Some(remaining) = self.failed.pause(&key, self.context.clock.now()) {
            *wait = Some(wait.map_or(remaining, |other| other.min(remaining)));
            return false;
        }
        let message = format!("Found failed daemon pod {place}, will try to kill it");
        self.recorder.event(
            &daemon_set.0,
            EventType::Warning,
            "FailedDaemonPod",
            &message,
        );
        true
    }

    async fn write_status(&self, daemon_set: &DaemonSet, status: &Value) -> Result<(), ApiError> {
        if daemon_set.0["status"] == *status {
            return Ok(());
        }
        let mut body = daemon_set.0.to_value();
        body["status"] = status.clone();
        match self
            .context
            .update(&resources::DAEMON_SETS, "status", &body)
            .await
        {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }
}
