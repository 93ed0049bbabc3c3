//! Text to nodes.

use crate::{Dialect, Error, Node};

/// How a text is read.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    /// The dialect, which decides the words of some errors; scalars stay text in either.
    pub dialect: Dialect,
    /// What is too much.
    pub limits: Limits,
}

impl ReadOptions {
    /// The usual limits.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            limits: Limits::default(),
        }
    }
}

/// Bounds on what a reader accepts from a stranger.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Levels of collections inside each other.
    pub depth: usize,
    /// Bytes of the text.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 1000,
            bytes: 256 << 20,
        }
    }
}

/// Reads every document of a text in UTF-8 or UTF-16. An empty document is a null node.
///
/// # Errors
/// The first fault of the text, see [`Error`].
pub fn parse_documents(text: &[u8], options: &ReadOptions) -> Result<Vec<Node>, Error> {
    crate::compose::documents(text, options)
}

/// Reads the first document, as Go's `Unmarshal` does: what follows it is not even looked at. `None` if there is none.
///
/// # Errors
/// The first fault of the document, see [`Error`].
pub fn parse_document(text: &[u8], options: &ReadOptions) -> Result<Option<Node>, Error> {
    crate::compose::first_document(text, options)
}
