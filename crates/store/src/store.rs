//! The store itself.

use std::io;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use parking_lot::{Mutex, RwLock};
use redb::StorageBackend;

use crate::commit::{Change, Decider, Expect, Write};
use crate::disk::Disk;
use crate::error::{Compacted, OpenError, RangeError, WriteError};
use crate::index::{Entry, Event, Index};
use crate::range::{Page, Range};
use crate::revision::Revision;
use crate::watch::{Watch, Watchers};
use crate::writer::Writer;

/// A versioned key-value store. Clones share one store.
///
/// # Guarantees
/// - A read sees every write that was acknowledged before it began; no read sees a write that is not durable.
/// - Writes of one key are compare-and-swap; all writes have one order, that of their revisions.
/// - An acknowledged write to a store on disk is there after a power loss, as far as the disk keeps its word.
/// - History is not kept on disk: after opening, everything up to the current revision counts as compacted.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

pub(crate) struct Shared {
    pub(crate) index: RwLock<Index>,
    pub(crate) watchers: Watchers,
    engine: Engine,
}

enum Engine {
    Memory(Mutex<()>),
    Disk(Box<Writer>),
}

impl Store {
    /// A store that lives as long as the process.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::new(
            Index::new(Vec::new(), Revision::ZERO),
            Engine::Memory(Mutex::new(())),
        )
    }

    /// Opens the store in this file, or creates it; its directory must exist.
    ///
    /// # Errors
    /// [`OpenError`] if the file cannot be opened, is held by another process, or is no store.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        Self::on_disk(Disk::open(path)?)
    }

    /// Opens the store on a storage of the caller's, which is asked for again after it failed.
    ///
    /// # Errors
    /// [`OpenError`] if the storage cannot be opened or holds something else.
    pub fn open_backend<B: StorageBackend>(
        backend: impl Fn() -> io::Result<B> + Send + Sync + 'static,
    ) -> Result<Self, OpenError> {
        Self::on_disk(Disk::with_backend(backend)?)
    }

    fn on_disk(disk: Disk) -> Result<Self, OpenError> {
        let (entries, revision) = disk.load()?;
        Ok(Self::new(
            Index::new(entries, revision),
            Engine::Disk(Box::new(Writer::new(disk))),
        ))
    }

    fn new(index: Index, engine: Engine) -> Self {
        Self {
            shared: Arc::new(Shared {
                index: RwLock::new(index),
                watchers: Watchers::default(),
                engine,
            }),
        }
    }

    /// Writes `value` under `key` if the key holds what `expect` says, and returns the new entry.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] with what the key holds instead; [`WriteError::Storage`] if the disk failed.
    pub async fn put(&self, key: &str, value: Bytes, expect: Expect) -> Result<Entry, WriteError> {
        let event = self
            .write(Write {
                key: key.into(),
                change: Change::Put(value),
                expect,
            })
            .await?;
        event.current.ok_or(WriteError::Conflict { current: None })
    }

    /// Deletes `key` if it holds what `expect` says, and returns the change.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] with what the key holds instead; [`WriteError::Storage`] if the disk failed.
    pub async fn delete(&self, key: &str, expect: Expect) -> Result<Event, WriteError> {
        self.write(Write {
            key: key.into(),
            change: Change::Delete,
            expect,
        })
        .await
    }

    /// Does one write and returns once it is durable and every read sees it.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] with what the key holds instead; [`WriteError::Storage`] if the disk failed.
    pub async fn write(&self, write: Write) -> Result<Event, WriteError> {
        match &self.shared.engine {
            Engine::Memory(turn) => {
                let _turn = turn.lock();
                let (event, accepted) = {
                    let index = self.shared.index.read();
                    let mut decider = Decider::new(&index);
                    (decider.decide(write)?, decider.into_accepted())
                };
                self.shared.publish(&accepted);
                Ok(event)
            }
            Engine::Disk(writer) => writer.write(&self.shared, write).await,
        }
    }

    /// Ends the store: waits for the sync that is being done and lets go of the file, which can be opened again at once.
    /// Writes fail from then on; reads and watches see what was there.
    pub fn close(&self) {
        if let Engine::Disk(writer) = &self.shared.engine {
            writer.close();
        }
    }

    /// What `key` holds.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Entry> {
        self.shared.index.read().get(key)
    }

    /// The entries of a range in the order of their keys.
    ///
    /// # Errors
    /// [`RangeError`] if the revision that was asked for is compacted or not reached yet.
    pub fn range(&self, range: Range<'_>) -> Result<Page, RangeError> {
        self.shared.index.read().range(&range)
    }

    /// Follows the changes of the keys that start with `prefix`, from the first one after `after`.
    ///
    /// # Errors
    /// [`Compacted`] if changes after `after` are no longer kept.
    pub fn watch(&self, prefix: &str, after: Revision) -> Result<Watch, Compacted> {
        let compacted = self.shared.index.read().compacted();
        if after < compacted {
            return Err(Compacted {
                requested: after,
                compacted,
            });
        }
        Ok(Watch::new(self.shared.clone(), prefix, after))
    }

    /// The revision of the newest write.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.shared.index.read().revision()
    }

    /// The newest revision whose history is gone.
    #[must_use]
    pub fn compacted(&self) -> Revision {
        self.shared.index.read().compacted()
    }

    /// Bytes of superseded values that are kept for reads and watches at earlier revisions.
    #[must_use]
    pub fn history_bytes(&self) -> usize {
        self.shared.index.read().history_bytes()
    }

    /// Forgets what was superseded at or before `upto`; reads and watches from before fail from then on.
    pub fn compact(&self, upto: Revision) {
        self.shared.index.write().compact(upto);
        self.shared.watchers.wake_all();
    }
}

impl Shared {
    /// Lets readers and watchers see changes that are durable.
    pub(crate) fn publish(&self, events: &[Event]) {
        if events.is_empty() {
            return;
        }
        {
            let mut index = self.index.write();
            for event in events {
                index.apply(event.clone());
            }
        }
        self.watchers.wake(events);
    }

    pub(crate) fn write_queued(&self) {
        if let Engine::Disk(writer) = &self.engine {
            writer.drain(self);
        }
    }

    pub(crate) fn abandon_queued(&self) {
        if let Engine::Disk(writer) = &self.engine {
            writer.abandon();
        }
    }
}
