use std::fmt::Display;
use std::time::Duration;

use futures::future::join_all;

use crate::WorkQueue;

/// What is to be done with a key after it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing until something changes.
    Done,
    /// Look again after this time.
    RequeueAfter(Duration),
}

/// Works on the keys of a queue until it is closed, on one key after the other. Failures are tried again at the queue's growing pace, at most
/// `max_retries` times in a row.
pub async fn run_worker<K, F, E>(
    queue: &WorkQueue<K>,
    controller: &'static str,
    max_retries: u32,
    reconcile: impl Fn(K) -> F,
) where
    K: Ord + Clone + Display,
    F: Future<Output = Result<Outcome, E>>,
    E: Display,
{
    run_workers(1, queue, controller, max_retries, reconcile).await;
}

/// Works on the keys of a queue as [`run_worker`] does, on `count` different ones at a time: while one waits for an answer of the server the
/// others go on.
pub async fn run_workers<K, F, E>(
    count: usize,
    queue: &WorkQueue<K>,
    controller: &'static str,
    max_retries: u32,
    reconcile: impl Fn(K) -> F,
) where
    K: Ord + Clone + Display,
    F: Future<Output = Result<Outcome, E>>,
    E: Display,
{
    let work = async |_| {
        while let Some(key) = queue.get().await {
            let result = reconcile(key.clone()).await;
            settle(queue, controller, max_retries, &key, result);
            queue.done(&key);
        }
    };
    join_all((0..count).map(work)).await;
}

/// Says when a key that was looked at is to be looked at again.
fn settle<K, E>(
    queue: &WorkQueue<K>,
    controller: &'static str,
    max_retries: u32,
    key: &K,
    result: Result<Outcome, E>,
) where
    K: Ord + Clone + Display,
    E: Display,
{
    match result {
        Ok(outcome) => {
            queue.forget(key);
            if let Outcome::RequeueAfter(delay) = outcome {
                queue.add_after(key.clone(), delay);
            }
        }
        Err(error) if queue.failures(key) < max_retries => {
            tracing::debug!(controller, %key, %error, "to be tried again");
            queue.add_rate_limited(key.clone());
        }
        Err(error) => {
            tracing::warn!(controller, %key, %error, "given up until the next change");
            queue.forget(key);
        }
    }
}
