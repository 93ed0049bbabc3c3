//! Events are kept for an hour.

use std::time::Duration;

use apimachinery::Timestamp;
use parking_lot::Mutex;
use store::{Expect, Range};

use crate::call::Call;
use crate::metadata;
use crate::stored::Stored;

const KEPT: Duration = Duration::from_secs(3600);
const LOOK_EVERY: Duration = Duration::from_secs(300);

/// When old events were looked for.
pub(crate) struct Expiry(Mutex<Timestamp>);

impl Expiry {
    pub(crate) fn new(now: Timestamp) -> Self {
        Self(Mutex::new(now))
    }

    fn is_due(&self, now: Timestamp) -> bool {
        let mut last = self.0.lock();
        let due = now.since(*last) >= LOOK_EVERY;
        if due {
            *last = now;
        }
        due
    }
}

/// Deletes the events whose time is over, now and then, on the occasion of a new one.
pub(crate) async fn expire_events(call: &Call, dry_run: bool) {
    let now = call.shared.now();
    if dry_run || call.gvr().resource != "events" || !call.shared.expiry.is_due(now) {
        return;
    }
    let prefix = call.served().prefix(None);
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let Ok(page) = call.shared.store.range(range) else {
        return;
    };
    for entry in &page.entries {
        let event = Stored::of(call.served(), entry).decode();
        let created = Timestamp::parse(metadata::text(&event, "creationTimestamp"));
        if created.is_some_and(|created| now.since(created) > KEPT) {
            // Who changes or deletes an old event in this moment gets his way; a failing disk shows with the next write.
            drop(
                call.shared
                    .store
                    .delete(&entry.key, Expect::At(entry.modified))
                    .await,
            );
        }
    }
}
