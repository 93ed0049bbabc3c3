//! Reading the keys under a prefix at one revision, page by page.

use crate::index::Entry;
use crate::revision::Revision;

/// Which keys to read, and as of when.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range<'a> {
    /// Only keys that start with this.
    pub prefix: &'a str,
    /// Only keys after this one: the last key of the page before.
    pub after: Option<&'a str>,
    /// At most this many entries.
    pub limit: Option<usize>,
    /// The revision to read at; the newest if not given.
    pub at: Option<Revision>,
}

/// Entries in the order of their keys, all as of one revision.
#[derive(Clone, Debug)]
pub struct Page {
    /// The entries.
    pub entries: Vec<Entry>,
    /// How many entries follow that the limit left out.
    pub remaining: usize,
    /// The revision that the page shows.
    pub revision: Revision,
}
