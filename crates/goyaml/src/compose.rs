//! Builds nodes.

use crate::{Error, ErrorKind, Node, Position, ReadOptions};

pub(crate) fn documents(text: &[u8], options: &ReadOptions) -> Result<Vec<Node>, Error> {
    Ok(first_document(text, options)?.into_iter().collect())
}

pub(crate) fn first_document(text: &[u8], options: &ReadOptions) -> Result<Option<Node>, Error> {
    if text.len() > options.limits.bytes {
        let text = format!("document is larger than {} bytes", options.limits.bytes);
        return Err(Error::new(ErrorKind::Limit(text), Position::default()));
    }
    Ok(None)
}
