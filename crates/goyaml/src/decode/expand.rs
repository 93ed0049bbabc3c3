//! Aliases and merge keys.

use crate::{Data, Error, Node};

pub(super) fn expand(node: &mut Node) -> Result<(), Error> {
    if let Data::Alias(alias) = &node.data {
        *node = alias.target.clone();
    }
    Ok(())
}
