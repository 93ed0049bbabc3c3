//! Why a template does not parse.

use super::Parser;
use crate::lex::{Item, ItemKind};
use crate::value::Str;

/// A syntax error. It reads as Go's: `template: NAME:LINE: MESSAGE`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("template: {name}:{line}: {message}")]
pub struct ParseError {
    name: Str,
    line: usize,
    offset: usize,
    message: String,
}

impl ParseError {
    /// The name of the text.
    #[must_use]
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The byte offset in the text.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong, without the position.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Parser<'_> {
    /// An error on the line of the item read last.
    pub(super) fn error(&self, message: impl Into<String>) -> Box<ParseError> {
        let offset = self.last;
        Box::new(ParseError {
            name: self.name.clone(),
            line: self.line(offset),
            offset,
            message: message.into(),
        })
    }

    /// The error for an item that does not belong there.
    pub(super) fn unexpected(&self, item: &Item, context: &str) -> Box<ParseError> {
        let text = self.describe(item);
        if item.kind != ItemKind::Error {
            return self.error(format!("unexpected {text} in {context}"));
        }
        let started = self.action_start.map(|start| self.line(start));
        match started.filter(|line| *line != self.line(item.start)) {
            // "unclosed action" already says what started.
            Some(line) if text.ends_with(" action") => {
                self.error(format!("{text} started at {}:{line}", self.name))
            }
            Some(line) => self.error(format!("{text} in action started at {}:{line}", self.name)),
            None => self.error(text),
        }
    }

    fn line(&self, offset: usize) -> usize {
        1 + memchr::memchr_iter(b'\n', &self.text.as_bytes()[..offset]).count()
    }

    /// An item as error texts show it.
    pub(super) fn describe(&self, item: &Item) -> String {
        let text = self.str_of(item);
        match item.kind {
            ItemKind::Eof => "EOF".to_owned(),
            ItemKind::Error => self.lexer.message().to_owned(),
            kind if kind.is_keyword() => format!("<{text}>"),
            _ if item.end - item.start > 10 => {
                let start: String = text.chars().take(10).collect();
                format!("{}...", gostd::strconv::quote(start))
            }
            _ => gostd::strconv::quote(&*text),
        }
    }
}
