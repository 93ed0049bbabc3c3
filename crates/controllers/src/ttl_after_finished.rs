//! Deletes jobs some time after they are over, where `spec.ttlSecondsAfterFinished` asks for that.

use std::sync::Arc;
use std::time::Duration;

use apimachinery::Timestamp;
use clientgo::{ApiError, Key, Object, Outcome, Propagation, parse_time, resources, run_worker};

use crate::context::Context;
use crate::controllers::Running;
use crate::job;

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let on_job = Arc::clone(&queue);
    context.cache(&resources::JOBS).subscribe(move |delta| {
        if expires_at(delta.object()).is_some() {
            on_job.add(delta.object().key());
        }
    });
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "ttl-after-finished", u32::MAX, |key| {
            sync(&context, key)
        })
        .await;
    });
}

/// When a job is to go; none while it runs, or when it may stay.
fn expires_at(job: &Object) -> Option<Timestamp> {
    let seconds = job["spec"]["ttlSecondsAfterFinished"].as_u64()?;
    if job.is_deleting() {
        return None;
    }
    let over = parse_time(&job::finished_condition(job)?["lastTransitionTime"])?;
    Some(over.after(Duration::from_secs(seconds)))
}

async fn sync(context: &Context, key: Key) -> Result<Outcome, ApiError> {
    let Some(job) = context.cache(&resources::JOBS).get(&key) else {
        return Ok(Outcome::Done);
    };
    let Some(expiry) = expires_at(&job) else {
        return Ok(Outcome::Done);
    };
    let remaining = expiry.since(context.clock.now());
    if !remaining.is_zero() {
        return Ok(Outcome::RequeueAfter(remaining));
    }
    match context
        .delete(&resources::JOBS, &job, Some(Propagation::Foreground))
        .await
    {
        Err(error) if !error.is_not_found() && !error.is_conflict() => Err(error),
        _ => Ok(Outcome::Done),
    }
}
