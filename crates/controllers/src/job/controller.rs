use std::sync::Arc;
use std::time::Duration;

use apimachinery::{Timestamp, selector};
use clientgo::{
    ApiError, Delta, EventType, Key, Object, Outcome, Recorder, WorkQueue, resources, run_worker,
    run_workers,
};

use super::backoff::{Backoff, Backoffs};
use super::end::{self, End, Way};
use super::manage::{self, Managed};
use super::observe::Observation;
use super::pods::is_tracked;
use super::released::Released;
use super::status::{Status, finished_condition};
use super::tracking;
use super::{Job, TRACKING_FINALIZER, conditions};
use crate::claim::{Claimant, claim};
use crate::context::Context;
use crate::controllers::{Running, WORKERS};
use crate::label_index;
use crate::owner::owner_key;

/// Changes of pods within this time are looked at together, so that a job of many pods that end at once is not gone through for each.
const BATCH: Duration = Duration::from_millis(100);

struct Controller {
    context: Context,
    recorder: Recorder,
    backoffs: Backoffs,
    released: Released,
    queue: Arc<WorkQueue<Key>>,
}

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let orphans = running.queue();
    label_index::keep_by_labels(&context.cache(&resources::PODS));
    watch_jobs(context, &queue, &orphans);
    watch_pods(context, &queue, &orphans);
    let controller = Controller {
        context: context.clone(),
        recorder: context.recorder("job-controller"),
        backoffs: Backoffs::default(),
        released: Released::default(),
        queue,
    };
    running.spawn(async move {
        let queue = Arc::clone(&controller.queue);
        run_workers(WORKERS, &queue, "job", u32::MAX, |key| controller.sync(key)).await;
    });
    let context = context.clone();
    running.spawn(async move {
        run_worker(&orphans, "job-orphans", u32::MAX, |key| {
            release_orphan(&context, key)
        })
        .await;
    });
}

fn watch_jobs(context: &Context, queue: &Arc<WorkQueue<Key>>, orphans: &Arc<WorkQueue<Key>>) {
    let pods = context.cache(&resources::PODS);
    let (queue, orphans) = (Arc::clone(queue), Arc::clone(orphans));
    context.cache(&resources::JOBS).subscribe(move |delta| {
        if let Delta::Deleted(job) = delta {
            let left = pods.controlled_by(job.uid());
            left.iter()
                .filter(|pod| is_tracked(pod))
                .for_each(|pod| orphans.add(pod.key()));
        }
        queue.add(delta.object().key());
    });
}

fn watch_pods(context: &Context, queue: &Arc<WorkQueue<Key>>, orphans: &Arc<WorkQueue<Key>>) {
    let (queue, orphans) = (Arc::clone(queue), Arc::clone(orphans));
    context.cache(&resources::PODS).subscribe(move |delta| {
        let pod = delta.object();
        if let Delta::Updated(old, _) = delta
            && let Some(previous) = owner_key(old, "Job")
                .filter(|previous| Some(previous) != owner_key(pod, "Job").as_ref())
        {
            queue.add_after(previous, BATCH);
        }
        if let Some(owner) = owner_key(pod, "Job") {
            queue.add_after(owner, BATCH);
        }
        if is_tracked(pod) && !matches!(delta, Delta::Deleted(_)) {
            orphans.add(pod.key());
        }
    });
}

/// Takes the finalizer from a pod whose job is gone: nobody will count it.
async fn release_orphan(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let Some(pod) = context.cache(&resources::PODS).get(&key).filter(is_tracked) else {
        return Ok(Outcome::Done);
    };
    if let Some(owner) = pod.controller().filter(|owner| owner.kind() == "Job") {
        let job = Key::new(pod.namespace(), owner.name());
        let is_alive = |job: &Object| job.uid() == owner.uid() && finished_condition(job).is_none();
        if context
            .cache(&resources::JOBS)
            .get(&job)
            .as_ref()
            .is_some_and(is_alive)
        {
            return Ok(Outcome::Done);
        }
        // The pod may be news from after the job.
        match context.api.get(&resources::JOBS, &job).await {
            Ok(fresh) if is_alive(&fresh) => return Ok(Outcome::Done),
            Err(error) if !error.is_not_found() => return Err(error),
            _ => {}
        }
    }
    tracking::remove_finalizer(context, &pod).await?;
    Ok(Outcome::Done)
}

impl Controller {
    async fn sync(&self, key: Key) -> Result<Outcome, ApiError> {
        let job = match self.context.cache(&resources::JOBS).get(&key) {
            Some(job) if finished_condition(&job).is_none() => Job(job),
            _ => {
                self.backoffs.forget(&key);
                self.released.forget(&key);
                return Ok(Outcome::Done);
            }
        };
        if job.is_managed_elsewhere() {
            return Ok(Outcome::Done);
        }
        let pods = self.claim_pods(&job).await?;
        let pods = self.released.applied(&key, pods);
        let now = self.context.clock.now();
        let mut status = Status::read(&job.0["status"]);
        let seen = Observation::of(&job, &status, pods, now);
        if status.start_time.is_none() && !job.is_suspended() {
            status.start_time = Some(now.rfc3339());
        }
        let backoff = self.backoffs.get(&key).after(seen.newly_ended.clone());
        let mut end = end::decide(&job, &status, &seen, now);
        let managed = self
            .manage(&job, &mut status, &seen, backoff, &mut end)
            .await;
        (status.active, status.ready, status.terminating) =
            (managed.active, managed.ready, managed.terminating);
        let deadline = end::remaining_deadline(&job, &status, now).filter(|_| end.is_none());
        self.track(&job, status, &seen, backoff, end.as_ref())
            .await?;
        match managed.error {
            Some(error) if !error.is_namespace_terminating() => Err(error),
            _ => {
                let wait = [deadline, managed.wait].into_iter().flatten().min();
                Ok(wait.map_or(Outcome::Done, Outcome::RequeueAfter))
            }
        }
    }

    async fn claim_pods(&self, job: &Job) -> Result<Vec<Object>, ApiError> {
        let Ok(selector) = selector::from_label_selector(Some(&job.spec()["selector"])) else {
            return Ok(Vec::new());
        };
        let cache = self.context.cache(&resources::PODS);
        let mut candidates = cache.controlled_by(job.0.uid());
        candidates.extend(label_index::orphans(&cache, job.0.namespace(), &selector));
        let claimant = Claimant {
            resource: &resources::JOBS,
            object: &job.0,
            selector: &selector,
            finalizer: Some(TRACKING_FINALIZER),
        };
        claim(&self.context, claimant, &resources::PODS, candidates).await
    }

    /// Stops the pods of a job that ends, and sees to those of one that goes on, which may show that it is complete.
    async fn manage(
        &self,
        job: &Job,
        status: &mut Status,
        seen: &Observation,
        backoff: Backoff,
        end: &mut Option<End>,
    ) -> Managed {
        if end.is_some() {
            return manage::delete_pods(&self.context, &self.recorder, job, seen, &seen.active)
                .await;
        }
        if job.0.is_deleting() {
            return Managed::unchanged(seen);
        }
        let now = self.context.clock.now();
        let plan = manage::plan(job, seen, backoff, now);
        let managed = manage::carry_out(&self.context, &self.recorder, job, seen, &plan).await;
        if end::is_complete(job, seen, managed.active) {
            *end = Some(End::completed());
        } else {
            self.say_suspended(job, status, now);
        }
        managed
    }

    fn say_suspended(&self, job: &Job, status: &mut Status, now: Timestamp) {
        let suspended = job.is_suspended();
        if conditions::set_suspended(&mut status.conditions, suspended, now) {
            let (reason, message) = if suspended {
                ("Suspended", "Job suspended")
            } else {
                // The time that it was suspended does not count.
                status.start_time = Some(now.rfc3339());
                ("Resumed", "Job resumed")
            };
            self.recorder
                .event(&job.0, EventType::Normal, reason, message);
        }
    }

    /// Writes the status, releases the pods that it notes, and writes the numbers that follow.
    async fn track(
        &self,
        job: &Job,
        mut status: Status,
        seen: &Observation,
        backoff: Backoff,
        end: Option<&End>,
    ) -> Result<(), ApiError> {
        let count = tracking::note(job, &mut status, seen, end, self.context.clock.now());
        let noted = self.write(&job.0, &status).await?;
        if job.backoff_limit_per_index().is_none() {
            self.backoffs.set(&job.0.key(), backoff);
        }
        let (kept, error) = tracking::release(&self.context, &count.release).await;
        let released = |uid: &str| {
            count.release.iter().any(|pod| pod.uid() == uid) && !kept.iter().any(|kept| kept == uid)
        };
        let uids = count.release.iter().map(|pod| pod.uid().to_owned());
        self.released
            .note(&job.0.key(), uids.filter(|uid| released(uid)));
        let tracked: Vec<&str> = seen
            .pods
            .iter()
            .filter(|pod| is_tracked(pod))
            .map(Object::uid)
            .collect();
        let tracked: Vec<&str> = tracked.into_iter().filter(|uid| !released(uid)).collect();
        tracking::settle(&mut status, &tracked);
        let is_over = error.is_none()
            && count.is_whole
            && tracking::finish(&mut status, end, self.context.clock.now());
        let written = self.write(&noted, &status).await?;
        if let Some(end) = end.filter(|_| is_over) {
            self.tell_end(&written, &status, end);
        }
        match error {
            Some(error) => Err(error),
            None => {
                if !count.is_whole {
                    self.queue.add(job.0.key());
                }
                Ok(())
            }
        }
    }

    fn tell_end(&self, job: &Object, status: &Status, end: &End) {
        if end.way == Way::Failure {
            return self
                .recorder
                .event(job, EventType::Warning, &end.reason, &end.message);
        }
        if Job(job.clone())
            .completions()
            .is_some_and(|completions| status.succeeded > completions)
        {
            let message = "Too many succeeded pods running after completion count reached";
            self.recorder
                .event(job, EventType::Warning, "TooManySucceededPods", message);
        }
        self.recorder
            .event(job, EventType::Normal, "Completed", "Job completed");
    }

    /// Writes the status if it says anything new. Gives the job as it is then.
    async fn write(&self, job: &Object, status: &Status) -> Result<Object, ApiError> {
        let status = status.write();
        if job["status"] == status {
            return Ok(job.clone());
        }
        let mut body = job.to_value();
        body["status"] = status;
        self.context.update(&resources::JOBS, "status", &body).await
    }
}
