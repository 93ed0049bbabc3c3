//! When the store may forget.

use std::time::Duration;

use apimachinery::Timestamp;
use parking_lot::Mutex;
use store::{Revision, Store};

/// History is kept at least this long, at most twice as long.
const KEPT: Duration = Duration::from_secs(300);

/// Superseded values may take this much memory; beyond, the older half of the history goes early.
const KEPT_BYTES: usize = 24 << 20;

/// Compacts the store to where it stood a while ago, on the occasion of writes.
pub(crate) struct Compaction(Mutex<Mark>);

struct Mark {
    at: Timestamp,
    revision: Revision,
}

impl Compaction {
    pub(crate) fn new(now: Timestamp, revision: Revision) -> Self {
        Self(Mutex::new(Mark { at: now, revision }))
    }

    /// To be called after each write.
    pub(crate) fn after_write(&self, store: &Store, now: Timestamp) {
        let due = {
            let mut mark = self.0.lock();
            if now.since(mark.at) < KEPT {
                None
            } else {
                let due = mark.revision;
                *mark = Mark {
                    at: now,
                    revision: store.revision(),
                };
                Some(due)
            }
        };
        if let Some(due) = due {
            store.compact(due);
        }
        if store.history_bytes() > KEPT_BYTES {
            let (oldest, newest) = (store.compacted().get(), store.revision().get());
            store.compact(Revision::new(oldest + (newest - oldest) / 2));
        }
    }
}
