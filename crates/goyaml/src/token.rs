//! What the scanner finds.

use crate::cursor::{Mark, Text};
use crate::{Style, Tag};

/// A token with its place.
#[derive(Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) start: Mark,
}

impl Token<'_> {
    /// The place behind an indicator of one character.
    pub(crate) fn end_of_indicator(&self) -> Mark {
        Mark {
            offset: self.start.offset + 1,
            line: self.start.line,
            column: self.start.column + 1,
        }
    }
}

/// The kinds of tokens, in libyaml's words.
#[derive(Debug)]
pub(crate) enum TokenKind<'a> {
    StreamEnd,
    VersionDirective {
        major: u8,
        minor: u8,
    },
    /// Handle and prefix.
    TagDirective(Box<(&'a str, String)>),
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
    /// Handle and suffix.
    Tag(Box<(&'a str, String)>),
    Scalar {
        text: Text<'a>,
        style: Style,
    },
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
        properties: Option<Box<Properties<'a>>>,
    },
    SequenceStart {
        flow: bool,
        properties: Option<Box<Properties<'a>>>,
    },
    SequenceEnd,
    MappingStart {
        flow: bool,
        properties: Option<Box<Properties<'a>>>,
    },
    MappingEnd,
}

/// What can stand in front of a node.
#[derive(Debug, Default)]
pub(crate) struct Properties<'a> {
    pub(crate) anchor: Option<&'a str>,
    pub(crate) tag: Tag,
}
