//! Every key's versions and the log of changes, in memory.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;

use crate::error::{Compacted, RangeError};
use crate::range::{Page, Range};
use crate::revision::Revision;

/// What a key holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Arc<str>,
    /// The bytes as they were written.
    pub value: Bytes,
    /// The revision at which the key came to be.
    pub created: Revision,
    /// The revision that wrote these bytes.
    pub modified: Revision,
}

/// One change of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The revision of the change.
    pub revision: Revision,
    /// The key that was changed.
    pub key: Arc<str>,
    /// What the key holds since, nothing if it was deleted.
    pub current: Option<Entry>,
    /// What the key held before, nothing if it was created.
    pub previous: Option<Entry>,
}

/// A key's content from one revision on; no entry means that it was deleted then.
struct Version {
    modified: Revision,
    entry: Option<Entry>,
}

/// The keys with their versions, oldest first, and the changes after the compacted revision.
pub(crate) struct Index {
    keys: BTreeMap<Arc<str>, Vec<Version>>,
    log: VecDeque<Event>,
    revision: Revision,
    compacted: Revision,
    history_bytes: usize,
}

impl Index {
    /// An index of these entries at `revision`, with no history before it.
    pub(crate) fn new(entries: Vec<Entry>, revision: Revision) -> Self {
        let keys = entries
            .into_iter()
            .map(|entry| {
                (
                    entry.key.clone(),
                    vec![Version {
                        modified: entry.modified,
                        entry: Some(entry),
                    }],
                )
            })
            .collect();
        Self {
            keys,
            log: VecDeque::new(),
            revision,
            compacted: revision,
            history_bytes: 0,
        }
    }

    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    pub(crate) fn compacted(&self) -> Revision {
        self.compacted
    }

    /// Bytes of superseded values that only history holds on to.
    pub(crate) fn history_bytes(&self) -> usize {
        self.history_bytes
    }

    pub(crate) fn get(&self, key: &str) -> Option<Entry> {
        self.keys.get(key)?.last()?.entry.clone()
    }

    pub(crate) fn apply(&mut self, event: Event) {
        debug_assert_eq!(event.revision, self.revision.next());
        self.revision = event.revision;
        self.history_bytes += event.previous.as_ref().map_or(0, |entry| entry.value.len());
        self.keys
            .entry(event.key.clone())
            .or_default()
            .push(Version {
                modified: event.revision,
                entry: event.current.clone(),
            });
        self.log.push_back(event);
    }

    pub(crate) fn range(&self, range: &Range<'_>) -> Result<Page, RangeError> {
        let at = range.at.unwrap_or(self.revision);
        if at > self.revision {
            return Err(RangeError::Future {
                requested: at,
                current: self.revision,
            });
        }
        if at < self.compacted {
            return Err(Compacted {
                requested: at,
                compacted: self.compacted,
            }
            .into());
        }
        let start = match range.after {
            Some(after) if after >= range.prefix => Bound::Excluded(after),
            Some(_) | None => Bound::Included(range.prefix),
        };
        let mut entries = Vec::new();
        let mut remaining = 0;
        let limit = range.limit.unwrap_or(usize::MAX);
        let live = self
            .keys
            .range::<str, _>((start, Bound::Unbounded))
            .take_while(|(key, _)| key.starts_with(range.prefix))
            .filter_map(|(_, versions)| entry_at(versions, at));
        for entry in live {
            if entries.len() < limit {
                entries.push(entry.clone());
            } else {
                remaining += 1;
            }
        }
        Ok(Page {
            entries,
            remaining,
            revision: at,
        })
    }

    /// Collects the changes under `prefix` after `from`, and up to where it has looked; `limit` bounds how many changes of any key
    /// are looked at, and the first change with which `bytes` are reached is the last.
    pub(crate) fn changes(
        &self,
        prefix: &str,
        from: Revision,
        limit: usize,
        bytes: usize,
    ) -> Result<(Vec<Event>, Revision), Compacted> {
        if from < self.compacted {
            return Err(Compacted {
                requested: from,
                compacted: self.compacted,
            });
        }
        let skip = usize::try_from(from.get() - self.compacted.get()).unwrap_or(usize::MAX);
        let end = skip.saturating_add(limit).min(self.log.len());
        if skip >= end {
            return Ok((Vec::new(), from));
        }
        let (mut events, mut taken) = (Vec::new(), 0);
        let mut position = from;
        for event in self.log.range(skip..end) {
            if taken >= bytes {
                break;
            }
            position = event.revision;
            if event.key.starts_with(prefix) {
                let size = |entry: &Option<Entry>| entry.as_ref().map_or(0, |e| e.value.len());
                taken += size(&event.current) + size(&event.previous);
                events.push(event.clone());
            }
        }
        Ok((events, position))
    }

    /// Forgets what was superseded at or before `upto`.
    pub(crate) fn compact(&mut self, upto: Revision) {
        let upto = upto.min(self.revision);
        while let Some(event) = self.log.pop_front_if(|event| event.revision <= upto) {
            self.compacted = event.revision;
            self.history_bytes -= event.previous.as_ref().map_or(0, |entry| entry.value.len());
            self.prune(&event.key, event.revision);
        }
    }

    /// Drops the versions of `key` that a later one superseded at or before `upto`.
    fn prune(&mut self, key: &Arc<str>, upto: Revision) {
        let Some(versions) = self.keys.get_mut(key) else {
            return;
        };
        let newest = versions
            .iter()
            .rposition(|version| version.modified <= upto)
            .unwrap_or(0);
        versions.drain(..newest);
        if versions.len() == 1 && versions[0].entry.is_none() && versions[0].modified <= upto {
            self.keys.remove(key);
        } else if versions
            .first()
            .is_some_and(|version| version.entry.is_none() && version.modified <= upto)
        {
            versions.remove(0);
        }
    }
}

fn entry_at(versions: &[Version], at: Revision) -> Option<&Entry> {
    versions
        .iter()
        .rev()
        .find(|version| version.modified <= at)?
        .entry
        .as_ref()
}
