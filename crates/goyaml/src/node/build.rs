//! Nodes made by a program.

use compact_str::CompactString;

use super::{Data, Node, Style};
use crate::Tag;

impl Node {
    /// Makes a string, whatever its text looks like.
    pub fn string(text: impl Into<CompactString>) -> Self {
        Self {
            tag: Tag::Str,
            ..Self::scalar(text)
        }
    }

    /// Makes a scalar whose text decides what it is: `5` a number, `yes` a boolean in one dialect.
    pub fn scalar(text: impl Into<CompactString>) -> Self {
        Self {
            data: Data::Scalar(text.into()),
            ..Self::default()
        }
    }

    /// Makes an integer.
    pub fn int(value: i64) -> Self {
        Self {
            tag: Tag::Int,
            ..Self::scalar(compact_str::format_compact!("{value}"))
        }
    }

    /// Makes a boolean.
    pub fn bool(value: bool) -> Self {
        Self {
            tag: Tag::Bool,
            ..Self::scalar(if value { "true" } else { "false" })
        }
    }

    /// Makes a null.
    pub fn null() -> Self {
        Self {
            tag: Tag::Null,
            ..Self::scalar("null")
        }
    }

    /// Makes a list.
    pub fn sequence(items: Vec<Self>) -> Self {
        Self {
            data: Data::Sequence(items),
            ..Self::default()
        }
    }

    /// Makes a map from its pairs, which must not repeat a key.
    pub fn mapping(pairs: Vec<(Self, Self)>) -> Self {
        Self {
            data: Data::Mapping(pairs),
            ..Self::default()
        }
    }

    /// Gives the node a style.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }
}

impl<K: Into<CompactString>> FromIterator<(K, Node)> for Node {
    /// Makes a map with string keys.
    fn from_iter<I: IntoIterator<Item = (K, Self)>>(pairs: I) -> Self {
        Self::mapping(
            pairs
                .into_iter()
                .map(|(key, value)| (Self::string(key), value))
                .collect(),
        )
    }
}

impl FromIterator<Self> for Node {
    /// Makes a list.
    fn from_iter<I: IntoIterator<Item = Self>>(items: I) -> Self {
        Self::sequence(items.into_iter().collect())
    }
}
