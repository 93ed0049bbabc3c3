//! Where an object was written.

use std::sync::Arc;

use goyaml::Node;

use crate::error::Place;

/// The file of an object, and where in it its document begins. Empty for objects that stand in no file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) file: Option<Arc<str>>,
    /// How many lines of the file stand before the document.
    pub(crate) lines_before: u32,
}

impl Source {
    /// The file and the line of a node, as a person would look them up.
    pub(crate) fn shown(&self, node: &Node) -> Option<String> {
        let file = self.file.as_deref()?;
        Some(format!("{file}:{}", self.lines_before + node.position.line))
    }

    /// The place of a line of the document; the excerpt is the pair that stands there.
    pub(crate) fn place(&self, object: &Node, line: u32) -> Option<Place> {
        let (key, value) = pair_at(object, line)?;
        let value = value.as_str().unwrap_or_default();
        Some(Place {
            file: self.file.as_deref()?.to_owned(),
            line: self.lines_before + line,
            excerpt: format!("{}: {value}", key.as_str().unwrap_or_default())
                .trim_end()
                .to_owned(),
        })
    }
}

/// The pair whose key stands on a line.
fn pair_at(node: &Node, line: u32) -> Option<(&Node, &Node)> {
    for (key, value) in node.pairs() {
        if key.position.line == line {
            return Some((key, value));
        }
        if let Some(pair) = pair_at(value, line) {
            return Some(pair);
        }
    }
    node.items().iter().find_map(|item| pair_at(item, line))
}
