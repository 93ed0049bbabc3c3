//! Documents and their directives.

use super::{Parser, Place, State};
use crate::cursor::Mark;
use crate::fault::Fault;
use crate::token::{Event, EventKind, TokenKind};

impl<'a> Parser<'a> {
    /// Expects a document, with or without `---`, or the end of the stream.
    pub(super) fn parse_document_start(&mut self, implicit: bool) -> Result<Event<'a>, Fault> {
        while !implicit && matches!(self.peek()?, TokenKind::DocumentEnd) {
            self.skip()?;
        }
        let start = self.peek_mark()?;
        match self.peek()? {
            TokenKind::StreamEnd => {
                self.state = State::End;
                Ok(Event {
                    kind: EventKind::StreamEnd,
                    start,
                })
            }
            TokenKind::VersionDirective { .. }
            | TokenKind::TagDirective(_)
            | TokenKind::DocumentStart => self.parse_explicit_document(start),
            _ if implicit => {
                self.note_document_head();
                self.add_default_tag_directives();
                self.states.push(State::DocumentEnd);
                self.state = State::BlockNode;
                Ok(Event {
                    kind: EventKind::DocumentStart,
                    start,
                })
            }
            _ => self.parse_explicit_document(start),
        }
    }

    fn parse_explicit_document(&mut self, start: Mark) -> Result<Event<'a>, Fault> {
        self.parse_directives()?;
        let at = self.peek_mark()?;
        if !matches!(self.peek()?, TokenKind::DocumentStart) {
            return Err(Fault::parser(
                None,
                "did not find expected <document start>",
                at,
            ));
        }
        self.skip()?;
        self.states.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        Ok(Event {
            kind: EventKind::DocumentStart,
            start,
        })
    }

    pub(super) fn parse_document_content(&mut self) -> Result<Event<'a>, Fault> {
        let mark = self.peek_mark()?;
        match self.peek()? {
            TokenKind::VersionDirective { .. }
            | TokenKind::TagDirective(_)
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::StreamEnd => {
                self.pop_state();
                let next = self.state;
                Ok(self.empty_scalar(next, mark))
            }
            _ => self.parse_node(Place::Block),
        }
    }

    pub(super) fn parse_document_end(&mut self) -> Result<Event<'a>, Fault> {
        let start = self.peek_mark()?;
        if matches!(self.peek()?, TokenKind::DocumentEnd) {
            self.skip()?;
        }
        self.note_document_foot();
        self.tag_directives.clear();
        self.state = State::DocumentStart;
        Ok(Event {
            kind: EventKind::DocumentEnd,
            start,
        })
    }

    fn parse_directives(&mut self) -> Result<(), Fault> {
        let mut versioned = false;
        loop {
            let mark = self.peek_mark()?;
            match self.peek()? {
                TokenKind::VersionDirective { .. } if versioned => {
                    return Err(Fault::parser(None, "found duplicate %YAML directive", mark));
                }
                TokenKind::VersionDirective { major: 1, minor: 1 } => {
                    versioned = true;
                    self.skip()?;
                }
                TokenKind::VersionDirective { .. } => {
                    return Err(Fault::parser(
                        None,
                        "found incompatible YAML document",
                        mark,
                    ));
                }
                TokenKind::TagDirective(_) => {
                    if let TokenKind::TagDirective(directive) = self.scanner.take()?.kind {
                        let (handle, prefix) = *directive;
                        if self
                            .tag_directives
                            .iter()
                            .any(|(known, _)| **known == *handle)
                        {
                            return Err(Fault::parser(
                                None,
                                "found duplicate %TAG directive",
                                mark,
                            ));
                        }
                        self.tag_directives.push((handle.into(), prefix.into()));
                    }
                }
                _ => break,
            }
        }
        self.add_default_tag_directives();
        Ok(())
    }

    fn add_default_tag_directives(&mut self) {
        for (handle, prefix) in [("!", "!"), ("!!", "tag:yaml.org,2002:")] {
            if !self
                .tag_directives
                .iter()
                .any(|(known, _)| **known == *handle)
            {
                self.tag_directives.push((handle.into(), prefix.into()));
            }
        }
    }
}
