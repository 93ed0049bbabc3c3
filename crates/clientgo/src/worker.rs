use std::fmt::Display;
use std::time::Duration;

use crate::WorkQueue;

/// What is to be done with a key after it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing until something changes.
    Done,
    /// Look again after this time.
    RequeueAfter(Duration),
}

/// Works on the keys of a queue one after the other until it is closed. Failures are tried again at the queue's growing pace, at most
/// `max_retries` times in a row.
pub async fn run_worker<K, F, E>(
    queue: &WorkQueue<K>,
    controller: &'static str,
    max_retries: u32,
    mut reconcile: impl FnMut(K) -> F,
) where
    K: Ord + Clone + Display,
    F: Future<Output = Result<Outcome, E>>,
    E: Display,
{
    while let Some(key) = queue.get().await {
        match reconcile(key.clone()).await {
            Ok(outcome) => {
                queue.forget(&key);
                if let Outcome::RequeueAfter(delay) = outcome {
                    queue.add_after(key.clone(), delay);
                }
            }
            Err(error) if queue.failures(&key) < max_retries => {
                tracing::debug!(controller, %key, %error, "to be tried again");
                queue.add_rate_limited(key.clone());
            }
            Err(error) => {
                tracing::warn!(controller, %key, %error, "given up until the next change");
                queue.forget(&key);
            }
        }
        queue.done(&key);
    }
}
