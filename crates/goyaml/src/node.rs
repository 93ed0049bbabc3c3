//! The tree that a document is read into.

mod access;
mod build;

use std::sync::Arc;

use compact_str::CompactString;

use crate::{Position, Tag};

/// A value in a YAML document, with what its author wrote around it.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The content.
    pub data: Data,
    /// The tag, if one was written or set.
    pub tag: Tag,
    /// Whether the author wrote the tag, so that it is written again.
    pub tagged: bool,
    /// How the value was written.
    pub style: Style,
    /// The number of a group of nodes that are one and the same by reference in the program that is followed; 0 for a node of its own. It is
    /// only carried along here.
    pub shared: u32,
    /// Where it stands; a mapping or sequence stands where its first entry does.
    pub position: Position,
    /// The name after `&`.
    pub anchor: Option<Box<str>>,
    /// The comments that belong to it, if they were asked for, see [`crate::Document`].
    pub comments: Option<Box<Comments>>,
}

/// The content of a [`Node`].
#[derive(Clone, Debug)]
pub enum Data {
    /// Text that is yet to be understood as a string, a number and so on, see [`Node::resolve`].
    Scalar(CompactString),
    /// A list.
    Sequence(Vec<Node>),
    /// Pairs of key and value in the order of the text; a key can occur twice.
    Mapping(Vec<(Node, Node)>),
    /// A reference to an anchored node before it, `*name`.
    Alias(Arc<Alias>),
}

impl Comments {
    pub(crate) fn is_empty(&self) -> bool {
        self.head.is_empty() && self.line.is_empty() && self.foot.is_empty()
    }
}

impl Default for Data {
    fn default() -> Self {
        Self::Scalar(CompactString::const_new(""))
    }
}

/// What `*name` stands for.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The name.
    pub name: Box<str>,
    /// A copy of the anchored node.
    pub target: Node,
}

/// How a value was written, or is to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Plain scalars and block collections.
    #[default]
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
    /// `{a: b}` and `[a, b]`
    Flow,
}

/// The comments of a node, each with its `#` signs, lines parted by newlines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Lines before the node.
    pub head: String,
    /// Behind the node on its line.
    pub line: String,
    /// Lines after the node, before an empty line or the end of its collection.
    pub foot: String,
}

/// What shape a node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A scalar.
    Scalar,
    /// A list.
    Sequence,
    /// A map.
    Mapping,
    /// A reference to an anchor.
    Alias,
}
