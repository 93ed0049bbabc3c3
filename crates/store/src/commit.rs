//! One write: what it changes, what it expects, and the decision whether it may.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use crate::error::WriteError;
use crate::index::{Entry, Event, Index};

/// A change of one key under a condition.
#[derive(Clone, Debug)]
pub struct Write {
    /// The key to change.
    pub key: Arc<str>,
    /// What becomes of it.
    pub change: Change,
    /// What it must hold for the change to happen.
    pub expect: Expect,
}

/// What becomes of a key.
#[derive(Clone, Debug)]
pub enum Change {
    /// The key holds these bytes.
    Put(Bytes),
    /// The key is gone.
    Delete,
}

/// What a key must hold for a write to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Whatever it holds; deleting a key that is not there is a conflict all the same.
    Anything,
    /// Nothing.
    Absent,
    /// The entry that was last modified at this revision.
    At(crate::revision::Revision),
}

/// Decides writes one after another, each seeing the ones accepted before it, without changing the index.
pub(crate) struct Decider<'a> {
    index: &'a Index,
    revision: crate::revision::Revision,
    pending: BTreeMap<Arc<str>, Option<Entry>>,
    accepted: Vec<Event>,
}

impl<'a> Decider<'a> {
    pub(crate) fn new(index: &'a Index) -> Self {
        Self {
            index,
            revision: index.revision(),
            pending: BTreeMap::new(),
            accepted: Vec::new(),
        }
    }

    /// Accepts the write as the next revision, or says what the key holds instead.
    pub(crate) fn decide(&mut self, write: Write) -> Result<Event, WriteError> {
        let previous = match self.pending.get(&write.key) {
            Some(pending) => pending.clone(),
            None => self.index.get(&write.key),
        };
        if !holds(&write, previous.as_ref()) {
            return Err(WriteError::Conflict { current: previous });
        }
        let revision = self.revision.next();
        let current = match write.change {
            Change::Put(value) => Some(Entry {
                key: write.key.clone(),
                value,
                created: previous.as_ref().map_or(revision, |entry| entry.created),
                modified: revision,
            }),
            Change::Delete => None,
        };
        self.revision = revision;
        self.pending.insert(write.key.clone(), current.clone());
        let event = Event {
            revision,
            key: write.key,
            current,
            previous,
        };
        self.accepted.push(event.clone());
        Ok(event)
    }

    /// The accepted writes in the order of their revisions.
    pub(crate) fn into_accepted(self) -> Vec<Event> {
        self.accepted
    }
}

fn holds(write: &Write, previous: Option<&Entry>) -> bool {
    match (write.expect, previous) {
        (Expect::Anything, None) => matches!(write.change, Change::Put(_)),
        (Expect::Anything, Some(_)) | (Expect::Absent, None) => true,
        (Expect::Absent, Some(_)) | (Expect::At(_), None) => false,
        (Expect::At(revision), Some(entry)) => entry.modified == revision,
    }
}
