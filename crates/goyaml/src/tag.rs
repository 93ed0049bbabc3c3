//! Tags of nodes.

/// The type that a node was given, by the author or by a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tag {
    /// No tag: the text of a plain scalar decides, see [`crate::Node::resolve`].
    #[default]
    None,
    /// `!!null`
    Null,
    /// `!!bool`
    Bool,
    /// `!!str`, also the tag `!`.
    Str,
    /// `!!int`
    Int,
    /// `!!float`
    Float,
    /// `!!timestamp`
    Timestamp,
    /// `!!binary`
    Binary,
    /// `!!merge`
    Merge,
    /// `!!seq`
    Seq,
    /// `!!map`
    Map,
    /// Any other tag, in its long form (`tag:example.com,2000:x`) or local (`!x`).
    Other(Box<str>),
}

const CORE: &str = "tag:yaml.org,2002:";

impl Tag {
    /// Reads a tag in its resolved form, `tag:yaml.org,2002:int` or `!!int` or `!local`.
    pub fn new(text: &str) -> Self {
        let short = text.strip_prefix(CORE).or_else(|| text.strip_prefix("!!"));
        match short {
            _ if text.is_empty() => Self::None,
            _ if text == "!" => Self::Str,
            Some("null") => Self::Null,
            Some("bool") => Self::Bool,
            Some("str") => Self::Str,
            Some("int") => Self::Int,
            Some("float") => Self::Float,
            Some("timestamp") => Self::Timestamp,
            Some("binary") => Self::Binary,
            Some("merge") => Self::Merge,
            Some("seq") => Self::Seq,
            Some("map") => Self::Map,
            Some(_) | None => Self::Other(text.into()),
        }
    }

    /// The short form, `!!int`; empty for no tag.
    pub fn short(&self) -> &str {
        match self {
            Self::None => "",
            Self::Null => "!!null",
            Self::Bool => "!!bool",
            Self::Str => "!!str",
            Self::Int => "!!int",
            Self::Float => "!!float",
            Self::Timestamp => "!!timestamp",
            Self::Binary => "!!binary",
            Self::Merge => "!!merge",
            Self::Seq => "!!seq",
            Self::Map => "!!map",
            Self::Other(text) => text,
        }
    }
}
