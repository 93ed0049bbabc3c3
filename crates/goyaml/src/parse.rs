//! Tokens to events.
//!
//! An LL(1) parser with its own stack of states, so that deep nesting costs no stack of the machine.

mod collection;
mod comments;
mod document;
mod simple;

pub(crate) use simple::{Simple, SimpleScalar};

use crate::cursor::{Mark, Text};
use crate::fault::Fault;
use crate::scan::Scanner;
use crate::token::{Event, EventKind, Properties, TokenKind};
use crate::{Comments, Style, Tag};

/// What is expected next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    ImplicitDocumentStart,
    DocumentStart,
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequenceFirstEntry,
    BlockSequenceEntry,
    IndentlessSequenceEntry,
    BlockMappingFirstKey,
    BlockMappingKey,
    BlockMappingValue,
    FlowSequenceFirstEntry,
    FlowSequenceEntry,
    FlowSequenceEntryMappingKey,
    FlowSequenceEntryMappingValue,
    FlowSequenceEntryMappingEnd,
    FlowMappingFirstKey,
    FlowMappingKey,
    FlowMappingValue,
    FlowMappingEmptyValue,
    End,
}

/// Where a node stands, which decides what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In a flow collection.
    Flow,
    /// In a block collection.
    Block,
    /// Under a key, where a list need not be indented.
    BlockOrIndentless,
}

/// Turns tokens into events.
#[derive(Debug)]
pub(crate) struct Parser<'a> {
    pub(crate) scanner: Scanner<'a>,
    state: State,
    /// Where to go on when what is being read is finished.
    states: Vec<State>,
    /// Where the open collections began, for errors.
    marks: Vec<Mark>,
    /// Handles and prefixes of the document.
    tag_directives: Vec<(Box<str>, Box<str>)>,
    /// The comments of the last event.
    comments: Comments,
    /// A head that belongs to the collection that begins next, not to its first entry.
    stem: String,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(scanner: Scanner<'a>) -> Self {
        Self {
            scanner,
            state: State::ImplicitDocumentStart,
            states: Vec::new(),
            marks: Vec::new(),
            tag_directives: Vec::new(),
            comments: Comments::default(),
            stem: String::new(),
        }
    }

    /// The next event; the end of the stream again and again at the end.
    pub(crate) fn next(&mut self) -> Result<Event<'a>, Fault> {
        match self.state {
            State::ImplicitDocumentStart => self.parse_document_start(true),
            State::DocumentStart => self.parse_document_start(false),
            State::DocumentContent => self.parse_document_content(),
            State::DocumentEnd => self.parse_document_end(),
            State::BlockNode => self.parse_node(Place::Block),
            State::BlockSequenceFirstEntry => self.parse_first(Self::parse_block_sequence_entry),
            State::BlockSequenceEntry => self.parse_block_sequence_entry(),
            State::IndentlessSequenceEntry => self.parse_indentless_sequence_entry(),
            State::BlockMappingFirstKey => self.parse_first(Self::parse_block_mapping_key),
            State::BlockMappingKey => self.parse_block_mapping_key(),
            State::BlockMappingValue => self.parse_block_mapping_value(),
            State::FlowSequenceFirstEntry => {
                self.parse_first(|parser| parser.parse_flow_sequence_entry(true))
            }
            State::FlowSequenceEntry => self.parse_flow_sequence_entry(false),
            State::FlowSequenceEntryMappingKey => self.parse_flow_sequence_entry_mapping_key(),
            State::FlowSequenceEntryMappingValue => self.parse_flow_sequence_entry_mapping_value(),
            State::FlowSequenceEntryMappingEnd => self.parse_flow_sequence_entry_mapping_end(),
            State::FlowMappingFirstKey => {
                self.parse_first(|parser| parser.parse_flow_mapping_key(true))
            }
            State::FlowMappingKey => self.parse_flow_mapping_key(false),
            State::FlowMappingValue => self.parse_flow_mapping_value(false),
            State::FlowMappingEmptyValue => self.parse_flow_mapping_value(true),
            State::End => Ok(Event {
                kind: EventKind::StreamEnd,
                start: self.scanner.cursor.mark(),
            }),
        }
    }

    #[inline]
    fn peek(&mut self) -> Result<&TokenKind<'a>, Fault> {
        Ok(&self.scanner.peek()?.kind)
    }

    fn peek_mark(&mut self) -> Result<Mark, Fault> {
        Ok(self.scanner.peek()?.start)
    }

    /// Takes the next token and gives the place behind it, should it be an indicator.
    #[inline]
    fn skip(&mut self) -> Result<Mark, Fault> {
        Ok(self.scanner.take()?.end_of_indicator())
    }

    #[inline]
    fn pop_state(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// Takes the token that opens a collection, then goes on with its first entry.
    fn parse_first(
        &mut self,
        entry: impl FnOnce(&mut Self) -> Result<Event<'a>, Fault>,
    ) -> Result<Event<'a>, Fault> {
        let token = self.scanner.take()?;
        self.marks.push(token.start);
        entry(self)
    }

    /// Ends the innermost collection with its closing token.
    fn end_collection(&mut self, kind: EventKind<'a>) -> Result<Event<'a>, Fault> {
        if self.scanner.comments.is_some() && !matches!(self.peek()?, TokenKind::BlockEnd)
            || matches!(kind, EventKind::MappingEnd)
        {
            self.note_comments();
        }
        let start = self.scanner.take()?.start;
        self.pop_state();
        self.marks.pop();
        Ok(Event { kind, start })
    }

    /// The fault that the innermost collection is not followed by what it needs.
    fn collection_fault(&mut self, problem: &'static str) -> Fault {
        let context = self.marks.pop();
        match self.peek_mark() {
            Ok(mark) => Fault::parser(context, problem, mark),
            Err(fault) => fault,
        }
    }

    /// A node that was left out.
    fn empty_scalar(&mut self, next: State, start: Mark) -> Event<'a> {
        self.state = next;
        let kind = EventKind::Scalar {
            text: Text::Borrowed(""),
            style: Style::Plain,
            properties: None,
        };
        Event { kind, start }
    }

    /// Reads a node, and goes on in `next` behind it.
    fn parse_node_then(&mut self, next: State, place: Place) -> Result<Event<'a>, Fault> {
        self.states.push(next);
        self.parse_node(place)
    }

    fn parse_node(&mut self, place: Place) -> Result<Event<'a>, Fault> {
        let token = self.scanner.peek()?;
        let start = token.start;
        match token.kind {
            TokenKind::Scalar { .. } => self.take_scalar(start, None),
            TokenKind::Alias(name) => {
                self.note_comments();
                self.skip()?;
                self.pop_state();
                Ok(Event {
                    kind: EventKind::Alias(name),
                    start,
                })
            }
            TokenKind::Anchor(_) | TokenKind::Tag(_) => {
                let properties = Some(Box::new(self.parse_properties(start)?));
                if matches!(self.peek()?, TokenKind::Scalar { .. }) {
                    return self.take_scalar(start, properties);
                }
                self.parse_collection(place, start, properties)
            }
            _ => self.parse_collection(place, start, None),
        }
    }

    /// Reads the beginning of a collection. Properties with nothing behind them belong to an empty scalar.
    fn parse_collection(
        &mut self,
        place: Place,
        start: Mark,
        properties: Option<Box<Properties<'a>>>,
    ) -> Result<Event<'a>, Fault> {
        self.note_comments_of_collection(place)?;
        let token = self.scanner.peek()?;
        let (next, kind) = match token.kind {
            TokenKind::BlockEntry if place == Place::BlockOrIndentless => (
                State::IndentlessSequenceEntry,
                EventKind::SequenceStart {
                    flow: false,
                    properties,
                },
            ),
            TokenKind::FlowSequenceStart => (
                State::FlowSequenceFirstEntry,
                EventKind::SequenceStart {
                    flow: true,
                    properties,
                },
            ),
            TokenKind::FlowMappingStart => (
                State::FlowMappingFirstKey,
                EventKind::MappingStart {
                    flow: true,
                    properties,
                },
            ),
            TokenKind::BlockSequenceStart if place != Place::Flow => (
                State::BlockSequenceFirstEntry,
                EventKind::SequenceStart {
                    flow: false,
                    properties,
                },
            ),
            TokenKind::BlockMappingStart if place != Place::Flow => (
                State::BlockMappingFirstKey,
                EventKind::MappingStart {
                    flow: false,
                    properties,
                },
            ),
            _ if properties.is_some() => {
                self.pop_state();
                let kind = EventKind::Scalar {
                    text: Text::Borrowed(""),
                    style: Style::Plain,
                    properties,
                };
                return Ok(Event { kind, start });
            }
            _ => {
                return Err(Fault::parser(
                    Some(start),
                    "did not find expected node content",
                    token.start,
                ));
            }
        };
        self.state = next;
        Ok(Event { kind, start })
    }

    fn take_scalar(
        &mut self,
        start: Mark,
        properties: Option<Box<Properties<'a>>>,
    ) -> Result<Event<'a>, Fault> {
        self.note_comments();
        let token = self.scanner.take()?;
        self.pop_state();
        let TokenKind::Scalar { text, style } = token.kind else {
            return Err(Fault::parser(
                Some(start),
                "did not find expected node content",
                token.start,
            ));
        };
        Ok(Event {
            kind: EventKind::Scalar {
                text,
                style,
                properties,
            },
            start,
        })
    }

    /// Reads an anchor and a tag in either order.
    fn parse_properties(&mut self, start: Mark) -> Result<Properties<'a>, Fault> {
        let mut anchor = None;
        let mut tag = None;
        loop {
            match self.peek()? {
                TokenKind::Anchor(name) if anchor.is_none() => {
                    anchor = Some(*name);
                    self.skip()?;
                }
                TokenKind::Tag(_) if tag.is_none() => tag = Some(self.scanner.take()?),
                _ => break,
            }
        }
        let mut properties = Properties {
            anchor,
            tag: Tag::None,
        };
        if let Some(token) = tag
            && let TokenKind::Tag(tag) = token.kind
        {
            let resolved = self.resolve_tag(tag.0, &tag.1);
            properties.tag = resolved.ok_or_else(|| {
                Fault::parser(Some(start), "found undefined tag handle", token.start)
            })?;
        }
        Ok(properties)
    }

    fn resolve_tag(&self, handle: &str, suffix: &str) -> Option<Tag> {
        if handle.is_empty() {
            return Some(if suffix == "!" {
                Tag::Other("!".into())
            } else {
                Tag::new(suffix)
            });
        }
        let (_, prefix) = self
            .tag_directives
            .iter()
            .find(|(known, _)| **known == *handle)?;
        Some(Tag::new(&format!("{prefix}{suffix}")))
    }
}
