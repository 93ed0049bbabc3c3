use apimachinery::selector;
use clientgo::{ApiError, EventType, Key, Object, Outcome, Recorder, resources, run_worker};
use serde_json::Value;

use super::history::{self, History};
use super::plan::{self, Step};
use super::replicas::{self, Replicas};
use super::{StatefulSet, claims, status};
use crate::claim::{Claimant, claim};
use crate::context::Context;
use crate::controllers::Running;
use crate::owner::enqueue_owners_of_pods;
use crate::{label_index, pod};

struct Controller {
    context: Context,
    recorder: Recorder,
}

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    context.enqueue_changes(&resources::STATEFUL_SETS, &queue);
    for resource in [
        resources::CONTROLLER_REVISIONS,
        resources::PERSISTENT_VOLUME_CLAIMS,
    ] {
        label_index::keep_by_labels(&context.cache(&resource));
    }
    enqueue_owners_of_pods(context, &resources::STATEFUL_SETS, &queue);
    let controller = Controller {
        context: context.clone(),
        recorder: context.recorder("statefulset-controller"),
    };
    // The claims are read when pods are made.
    context.cache(&resources::PERSISTENT_VOLUME_CLAIMS);
    running.spawn(async move {
        run_worker(&queue, "statefulset", u32::MAX, |key| controller.sync(key)).await;
    });
}

impl Controller {
    async fn sync(&self, key: Key) -> Result<Outcome, ApiError> {
        let Some(object) = self.context.cache(&resources::STATEFUL_SETS).get(&key) else {
            return Ok(Outcome::Done);
        };
        let set = StatefulSet(object);
        let Ok(selector) = selector::from_label_selector(Some(set.selector())) else {
            return Ok(Outcome::Done);
        };
        let pods = self.claim_pods(&set, &selector).await?;
        let history = history::observe(&self.context, &set, &selector).await?;
        let now = self.context.clock.now();
        let done = if set.0.is_deleting() {
            Ok(())
        } else {
            let replicas = Replicas::observe(&set, &history, &pods);
            let steps = plan::plan(&set, &history, &replicas, now);
            self.carry_out(&set, &history, steps).await
        };
        let pods = self.claim_pods(&set, &selector).await?;
        let status = status::status(&set, &history, &pods, now);
        self.write_status(&set, &status).await?;
        history::clean_up(&self.context, &set, &history, &pods).await?;
        claims::delete_unused(&self.context, &set, &pods).await?;
        done?;
        let until_available = pods
            .iter()
            .filter_map(|pod| pod::available_in(pod, set.min_ready(), now))
            .filter(|remaining| !remaining.is_zero());
        Ok(until_available
            .min()
            .map_or(Outcome::Done, Outcome::RequeueAfter))
    }

    /// The pods of the set. One whose name is not of the set is not adopted, whatever its labels.
    async fn claim_pods(
        &self,
        set: &StatefulSet,
        selector: &selector::LabelSelector,
    ) -> Result<Vec<Object>, ApiError> {
        let cache = self.context.cache(&resources::PODS);
        let mut candidates = cache.controlled_by(set.0.uid());
        candidates.extend(label_index::orphans(&cache, set.0.namespace(), selector));
        candidates.retain(|pod| super::identity::ordinal(set, pod).is_some());
        let claimant = Claimant {
            resource: &resources::STATEFUL_SETS,
            object: &set.0,
            selector,
            finalizer: None,
        };
        claim(&self.context, claimant, &resources::PODS, candidates).await
    }

    async fn carry_out(
        &self,
        set: &StatefulSet,
        history: &History,
        steps: Vec<Step>,
    ) -> Result<(), ApiError> {
        for step in steps {
            match step {
                Step::Create { ordinal, revision } => {
                    claims::create_missing(&self.context, &self.recorder, set, ordinal).await?;
                    let pod = replicas::new_pod(set, history, ordinal, &revision);
                    let name = pod["metadata"]["name"].as_str().unwrap_or_default();
                    let created = self
                        .context
                        .create(&resources::PODS, set.0.namespace(), &pod)
                        .await;
                    self.tell(set, "Create", name, created.map(drop))?;
                }
                Step::Recreate(pod) => {
                    let reason = if pod::phase(&pod) == "Failed" {
                        ("RecreatingFailedPod", "failed")
                    } else {
                        ("RecreatingTerminatedPod", "terminated")
                    };
                    let message = format!(
                        "StatefulSet {} is recreating {} Pod {}",
                        set.0.key(),
                        reason.1,
                        pod.name()
                    );
                    let type_ = if reason.1 == "failed" {
                        EventType::Warning
                    } else {
                        EventType::Normal
                    };
                    self.recorder.event(&set.0, type_, reason.0, &message);
                    self.delete(set, &pod).await?;
                }
                Step::Delete(pod) => self.delete(set, &pod).await?,
            }
        }
        Ok(())
    }

    async fn delete(&self, set: &StatefulSet, pod: &Object) -> Result<(), ApiError> {
        let deleted = self.context.delete(&resources::PODS, pod, None).await;
        self.tell(set, "Delete", pod.name(), deleted)
    }

    /// Tells in an event how a step on a pod went.
    fn tell(
        &self,
        set: &StatefulSet,
        verb: &str,
        pod: &str,
        done: Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let subject = format!("{verb} Pod {pod} in StatefulSet {}", set.0.name());
        match &done {
            Ok(()) => {
                let message = format!("{subject} successful");
                self.recorder.event(
                    &set.0,
                    EventType::Normal,
                    &format!("Successful{verb}"),
                    &message,
                );
            }
            Err(error) if error.is_namespace_terminating() => {}
            Err(error) => {
                let message = format!("{subject} failed error: {}", error.message());
                self.recorder.event(
                    &set.0,
                    EventType::Warning,
                    &format!("Failed{verb}"),
                    &message,
                );
            }
        }
        done
    }

    async fn write_status(&self, set: &StatefulSet, status: &Value) -> Result<(), ApiError> {
        if set.0["status"] == *status {
            return Ok(());
        }
        let mut body = set.0.to_value();
        body["status"] = status.clone();
        match self
            .context
            .update(&resources::STATEFUL_SETS, "status", &body)
            .await
        {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }
}
