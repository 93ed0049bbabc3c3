//! What the scanner finds.

use crate::cursor::{Mark, Text};
use crate::{Style, Tag};

/// A token with its place.
#[derive(Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) start: Mark,
    pub(crate) end: Mark,
}

/// The kinds of tokens, in libyaml's words.
#[derive(Debug)]
pub(crate) enum TokenKind<'a> {
    StreamEnd,
    VersionDirective { major: u8, minor: u8 },
    TagDirective { handle: &'a str, prefix: Box<str> },
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    Tag { handle: &'a str, suffix: Box<str> },
    Scalar { text: Text<'a>, style: Style },
}

/// A step of the document, made of tokens.
#[derive(Debug)]
pub(crate) struct Event<'a> {
    pub(crate) kind: EventKind<'a>,
    pub(crate) start: Mark,
}

/// The kinds of events.
#[derive(Debug)]
pub(crate) enum EventKind<'a> {
    StreamEnd,
    DocumentStart,
    DocumentEnd,
    Alias(&'a str),
    Scalar {
        text: Text<'a>,
        style: Style,
        properties: Properties<'a>,
    },
    SequenceStart {
        flow: bool,
        properties: Properties<'a>,
    },
    SequenceEnd,
    MappingStart {
        flow: bool,
        properties: Properties<'a>,
    },
    MappingEnd,
}

/// What can stand in front of a node.
#[derive(Debug, Default)]
pub(crate) struct Properties<'a> {
    pub(crate) anchor: Option<&'a str>,
    pub(crate) tag: Tag,
}
