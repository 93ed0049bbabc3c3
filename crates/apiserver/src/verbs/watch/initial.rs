//! The objects with which a watch begins.

use std::collections::VecDeque;
use std::sync::Arc;

use store::{Compacted, Entry, Range, RangeError, Revision, Store};

/// How many entries are looked up at once.
const PAGE: usize = 256;

/// What was there at one revision, looked up page by page: a client that does not read makes the server keep a page.
pub(super) struct Initial {
    /// The revision that is shown.
    pub(super) at: Revision,
    prefix: String,
    page: VecDeque<Entry>,
    after: Option<Arc<str>>,
    is_last: bool,
}

impl Initial {
    /// Everything under a prefix as it is now.
    pub(super) fn new(store: &Store, prefix: &str) -> Self {
        Self {
            at: store.revision(),
            prefix: prefix.to_owned(),
            page: VecDeque::new(),
            after: None,
            is_last: false,
        }
    }

    /// The next entry, nothing after the last.
    ///
    /// # Errors
    /// The client was so slow that the revision is no longer kept.
    pub(super) fn next(&mut self, store: &Store) -> Result<Option<Entry>, Compacted> {
        if self.page.is_empty() && !self.is_last {
            let range = Range {
                prefix: &self.prefix,
                after: self.after.as_deref(),
                limit: Some(PAGE),
                at: Some(self.at),
            };
            let page = store.range(range).map_err(|error| match error {
                RangeError::Compacted(compacted) => compacted,
                RangeError::Future { requested, current } => Compacted {
                    requested,
                    compacted: current,
                },
            })?;
            self.is_last = page.remaining == 0;
            self.after = page.entries.last().map(|entry| entry.key.clone());
            self.page = page.entries.into();
        }
        Ok(self.page.pop_front())
    }
}
