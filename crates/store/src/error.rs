//! How opening, writing, reading and watching fail.

use std::io;
use std::sync::Arc;

use crate::index::Entry;
use crate::revision::Revision;

/// A disk that did not do what was asked of it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StorageError {
    /// The operating system refused, for instance because the disk is full.
    #[error("storage: {0}")]
    Io(Arc<io::Error>),
    /// The file is damaged, or the storage library refused the operation.
    #[error("storage: {0}")]
    Engine(Arc<redb::Error>),
    /// The write was not answered because the runtime that carried it ended.
    #[error("storage: the store was shut down before the write was done")]
    Closed,
}

impl<E: Into<redb::Error>> From<E> for StorageError {
    fn from(error: E) -> Self {
        match error.into() {
            redb::Error::Io(error) => Self::Io(Arc::new(error)),
            error => Self::Engine(Arc::new(error)),
        }
    }
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file could not be created or opened.
    #[error("open the data file")]
    File(#[source] io::Error),
    /// The file is no store, is damaged, or is held by another process.
    #[error("open the data file")]
    Database(#[source] redb::DatabaseError),
    /// What the file holds could not be read.
    #[error("read the data file")]
    Read(#[source] StorageError),
    /// The file was written by a version whose layout this one does not know.
    #[error("the data file has layout {found}, this version reads layout {known}")]
    Layout {
        /// The layout number in the file.
        found: u64,
        /// The layout number that this version writes.
        known: u64,
    },
}

/// Why a write was not done.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WriteError {
    /// The key is not in the state that the write expected; `current` is what it holds.
    #[error("the key was changed")]
    Conflict {
        /// The entry that the key holds now, if any.
        current: Option<Entry>,
    },
    /// The write may or may not be there: the disk failed before it was acknowledged.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Why a range could not be read at the revision that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RangeError {
    /// The history up to and including a later revision is gone.
    #[error(transparent)]
    Compacted(#[from] Compacted),
    /// The revision has not been reached yet.
    #[error("revision {requested} is in the future, the store is at {current}")]
    Future {
        /// The revision that was asked for.
        requested: Revision,
        /// The newest revision.
        current: Revision,
    },
}

/// The history that was asked for is no longer kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("revision {requested} is compacted, history starts after {compacted}")]
pub struct Compacted {
    /// The revision that was asked for.
    pub requested: Revision,
    /// The newest revision whose history is gone.
    pub compacted: Revision,
}
