use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

const BASE_DELAY: Duration = Duration::from_millis(5);
const MAX_DELAY: Duration = Duration::from_secs(1000);

/// The keys that a controller has yet to look at, first in first out.
///
/// # Guarantees
/// A key that waits is not added twice. A key that is being worked on is not handed out again before [`done`](Self::done): added in the
/// meantime, it waits for that.
#[derive(Debug)]
pub struct WorkQueue<K> {
    state: Mutex<State<K>>,
    changed: Notify,
}

#[derive(Debug)]
struct State<K> {
    waiting: VecDeque<K>,
    dirty: BTreeSet<K>,
    processing: BTreeSet<K>,
    /// Keys to be added later, by time and then by the order in which they came.
    delayed: BTreeMap<(Instant, u64), K>,
    due: BTreeMap<K, (Instant, u64)>,
    sequence: u64,
    failures: BTreeMap<K, u32>,
    closed: bool,
}

impl<K: Ord + Clone> Default for WorkQueue<K> {
    fn default() -> Self {
        let state = State {
            waiting: VecDeque::new(),
            dirty: BTreeSet::new(),
            processing: BTreeSet::new(),
            delayed: BTreeMap::new(),
            due: BTreeMap::new(),
            sequence: 0,
            failures: BTreeMap::new(),
            closed: false,
        };
        WorkQueue {
            state: Mutex::new(state),
            changed: Notify::new(),
        }
    }
}

impl<K: Ord + Clone> WorkQueue<K> {
    /// Adds a key.
    pub fn add(&self, key: K) {
        if self.state.lock().add(key) {
            self.changed.notify_one();
        }
    }

    /// Adds a key once `delay` has passed; the earliest of several delays counts.
    pub fn add_after(&self, key: K, delay: Duration) {
        if delay.is_zero() {
            return self.add(key);
        }
        let mut state = self.state.lock();
        let at = Instant::now() + delay;
        match state.due.get(&key).copied() {
            Some((earlier, _)) if earlier <= at => return,
            Some(later) => drop(state.delayed.remove(&later)),
            None => {}
        }
        state.sequence += 1;
        let slot = (at, state.sequence);
        state.due.insert(key.clone(), slot);
        state.delayed.insert(slot, key);
        self.changed.notify_one();
    }

    /// Adds a key after a pause that doubles with each failure since the last [`forget`](Self::forget): 5 ms, 10 ms, up to 1000 s.
    pub fn add_rate_limited(&self, key: K) {
        let delay = {
            let mut state = self.state.lock();
            let failures = state.failures.entry(key.clone()).or_default();
            let delay = BASE_DELAY
                .saturating_mul(1_u32.checked_shl(*failures).unwrap_or(u32::MAX))
                .min(MAX_DELAY);
            *failures += 1;
            delay
        };
        self.add_after(key, delay);
    }

    /// How often the key has failed since the last [`forget`](Self::forget).
    pub fn failures(&self, key: &K) -> u32 {
        self.state
            .lock()
            .failures
            .get(key)
            .copied()
            .unwrap_or_default()
    }

    /// Forgets the failures of a key.
    pub fn forget(&self, key: &K) {
        self.state.lock().failures.remove(key);
    }

    /// Waits for the next key; none once the queue is closed.
    pub async fn get(&self) -> Option<K> {
        loop {
            let next = {
                let mut state = self.state.lock();
                if state.closed {
                    // One call of `close` must wake every worker.
                    self.changed.notify_one();
                    return None;
                }
                state.add_due(Instant::now());
                if let Some(key) = state.take() {
                    if !state.waiting.is_empty() {
                        self.changed.notify_one();
                    }
                    return Some(key);
                }
                state.delayed.keys().next().map(|(at, _)| *at)
            };
            match next {
                Some(at) => {
                    tokio::select! {
                        biased;
                        () = self.changed.notified() => {}
                        () = tokio::time::sleep_until(at) => {}
                    }
                }
                None => self.changed.notified().await,
            }
        }
    }

    /// Says that the work on a key has ended.
    pub fn done(&self, key: &K) {
        let mut state = self.state.lock();
        state.processing.remove(key);
        if state.dirty.contains(key) {
            state.waiting.push_back(key.clone());
            self.changed.notify_one();
        }
    }

    /// Ends the queue: everybody who waits for a key gets none.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.changed.notify_waiters();
        self.changed.notify_one();
    }
}

impl<K: Ord + Clone> State<K> {
    fn add(&mut self, key: K) -> bool {
        if self.closed || !self.dirty.insert(key.clone()) || self.processing.contains(&key) {
            return false;
        }
        self.waiting.push_back(key);
        true
    }

    fn add_due(&mut self, now: Instant) {
        while let Some(entry) = self
            .delayed
            .first_entry()
            .filter(|entry| entry.key().0 <= now)
        {
            let key = entry.remove();
            self.due.remove(&key);
            self.add(key);
        }
    }

    fn take(&mut self) -> Option<K> {
        let key = self.waiting.pop_front()?;
        self.dirty.remove(&key);
        self.processing.insert(key.clone());
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_key_that_waits_is_not_added_twice() {
        let queue = WorkQueue::default();
        queue.add("a");
        queue.add("b");
        queue.add("a");
        assert_eq!(queue.get().await, Some("a"));
        queue.add("a");
        assert_eq!(queue.get().await, Some("b"), "a is being worked on");
        queue.done(&"a");
        assert_eq!(queue.get().await, Some("a"));
    }

    #[tokio::test(start_paused = true)]
    async fn failures_double_the_pause_until_forgotten() {
        let queue = WorkQueue::default();
        let mut pauses = Vec::new();
        for failures in 0..4 {
            assert_eq!(queue.failures(&"a"), failures);
            let start = Instant::now();
            queue.add_rate_limited("a");
            queue.get().await;
            queue.done(&"a");
            pauses.push(start.elapsed().as_millis());
        }
        assert_eq!(pauses, [5, 10, 20, 40]);
        queue.forget(&"a");
        assert_eq!(queue.failures(&"a"), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn the_earliest_of_several_delays_counts() {
        let queue = WorkQueue::default();
        let start = Instant::now();
        queue.add_after("a", Duration::from_secs(9));
        queue.add_after("a", Duration::from_secs(2));
        queue.add_after("a", Duration::from_secs(5));
        queue.get().await;
        assert_eq!(start.elapsed().as_secs(), 2);
        queue.done(&"a");
        queue.add_after("b", Duration::from_secs(20));
        assert_eq!(queue.get().await, Some("b"), "a is not added a second time");
    }

    #[tokio::test(start_paused = true)]
    async fn a_closed_queue_hands_out_nothing() {
        let queue = std::sync::Arc::new(WorkQueue::<&str>::default());
        let waiting = tokio::spawn({
            let queue = std::sync::Arc::clone(&queue);
            async move { queue.get().await }
        });
        tokio::task::yield_now().await;
        queue.close();
        assert_eq!(waiting.await.expect("the task does not panic"), None);
    }
}
