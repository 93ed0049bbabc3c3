//! A versioned key-value store: revisions, ranges, compare-and-swap, watch and compaction, in memory or on disk.
//!
//! Every write takes the next [`Revision`] of one counter that all keys share. Reads see the newest revision or, until it
//! is compacted, any earlier one; a [`Watch`] delivers every change after a revision, in order, each once. The store knows
//! keys, bytes and revisions and nothing about what the bytes mean.

mod commit;
mod disk;
mod error;
mod index;
mod range;
mod revision;
mod store;
mod watch;
mod writer;

pub use commit::{Change, Expect, Write};
pub use error::{Compacted, OpenError, RangeError, StorageError, WriteError};
pub use index::{Entry, Event};
pub use range::{Page, Range};
pub use revision::Revision;
pub use store::Store;
pub use watch::Watch;
