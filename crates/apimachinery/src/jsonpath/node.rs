/// A part of a template.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// Text as it stands.
    Text(String),
    /// The steps of one `{…}`, each working on what the one before found.
    List(Vec<Node>),
    /// `.name`
    Field(String),
    /// `range`, `end` or a word that nobody knows.
    Identifier(String),
    /// `[start:end:step]`, `[index]`
    Array(Slice),
    /// `[?(left operator right)]`; without an operator the left side must exist.
    Filter {
        left: Vec<Node>,
        right: Vec<Node>,
        operator: String,
    },
    /// `[a,b]`
    Union(Vec<Vec<Node>>),
    /// `.*`
    Wildcard,
    /// `..`
    Recursive,
    /// A number in a filter.
    Int(i64),
    /// A number in a filter.
    Float(f64),
    /// `true` or `false` in a filter.
    Bool(bool),
}

/// The part of a list that an index or slice means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Slice {
    /// The first index; negative from the end.
    pub(super) start: Option<i64>,
    /// The index after the last; negative from the end.
    pub(super) end: Option<i64>,
    /// Whether the end follows from a single index.
    pub(super) single: bool,
    /// Every how manieth.
    pub(super) step: Option<i64>,
}
