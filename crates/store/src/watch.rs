//! Following the changes under a prefix.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::error::Compacted;
use crate::index::Event;
use crate::revision::Revision;
use crate::store::Shared;

/// How many changes one look at the log goes through, so that a watcher never holds up a write for long.
const CHANGES_PER_LOOK: usize = 4096;
/// How many bytes of changes a watcher takes at once, so that one who is slow holds on to few that are history by then.
const BYTES_PER_LOOK: usize = 64 << 10;

/// The changes under a prefix after a revision: every one, in order, each once.
///
/// It reads the store's log at its own pace and keeps no queue. One that falls behind the compaction ends with
/// [`Compacted`] instead of missing a change.
pub struct Watch {
    shared: Arc<Shared>,
    prefix: Arc<str>,
    position: Revision,
    id: u64,
    changed: Arc<Notify>,
}

impl Watch {
    pub(crate) fn new(shared: Arc<Shared>, prefix: &str, after: Revision) -> Self {
        let prefix: Arc<str> = prefix.into();
        let changed = Arc::new(Notify::new());
        let id = shared.watchers.add(prefix.clone(), changed.clone());
        Self {
            shared,
            prefix,
            position: after,
            id,
            changed,
        }
    }

    /// Waits until there are changes and returns them, of many the first.
    ///
    /// Dropping the future loses nothing: the next call returns the same changes.
    ///
    /// # Errors
    /// [`Compacted`] if changes that were not yet returned are no longer kept.
    pub async fn next(&mut self) -> Result<Vec<Event>, Compacted> {
        loop {
            let events = self.try_next()?;
            if !events.is_empty() {
                return Ok(events);
            }
            self.changed.notified().await;
        }
    }

    /// Returns the changes that are there already, of many the first, perhaps none.
    ///
    /// # Errors
    /// [`Compacted`] if changes that were not yet returned are no longer kept.
    pub fn try_next(&mut self) -> Result<Vec<Event>, Compacted> {
        loop {
            let (events, position) = self.shared.index.read().changes(
                &self.prefix,
                self.position,
                CHANGES_PER_LOOK,
                BYTES_PER_LOOK,
            )?;
            let done = position == self.position;
            self.position = position;
            if done || !events.is_empty() {
                return Ok(events);
            }
        }
    }

    /// The revision up to which every change was returned.
    #[must_use]
    pub fn position(&self) -> Revision {
        self.position
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.watchers.remove(self.id);
    }
}

/// Whom to wake for which keys.
#[derive(Default)]
pub(crate) struct Watchers(Mutex<Registered>);

#[derive(Default)]
struct Registered {
    last_id: u64,
    by_id: BTreeMap<u64, (Arc<str>, Arc<Notify>)>,
}

impl Watchers {
    fn add(&self, prefix: Arc<str>, changed: Arc<Notify>) -> u64 {
        let mut registered = self.0.lock();
        registered.last_id += 1;
        let id = registered.last_id;
        registered.by_id.insert(id, (prefix, changed));
        id
    }

    fn remove(&self, id: u64) {
        self.0.lock().by_id.remove(&id);
    }

    pub(crate) fn wake(&self, events: &[Event]) {
        for (prefix, changed) in self.0.lock().by_id.values() {
            if events.iter().any(|event| event.key.starts_with(&**prefix)) {
                changed.notify_one();
            }
        }
    }

    /// Wakes every watcher, so that each finds out that its place in the log is gone.
    pub(crate) fn wake_all(&self) {
        for (_, changed) in self.0.lock().by_id.values() {
            changed.notify_one();
        }
    }
}
