//! Tokens of one or few characters: the ends of documents and of the stream, the marks of collections, keys and values.

use super::{Scanner, SimpleKey};
use crate::cursor::{Mark, Text};
use crate::fault::Fault;
use crate::token::{Token, TokenKind};
use crate::{Dialect, Style};

impl<'a> Scanner<'a> {
    pub(super) fn fetch_stream_end(&mut self) -> Result<(), Fault> {
        self.cursor.force_new_line();
        self.unroll_indent(-1, self.cursor.mark());
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        self.ended = true;
        self.push(TokenKind::StreamEnd, self.cursor.mark());
        Ok(())
    }

    pub(super) fn fetch_document_indicator(&mut self) -> Result<(), Fault> {
        self.unroll_indent(-1, self.cursor.mark());
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        let kind = if self.cursor.peek(0) == b'-' {
            TokenKind::DocumentStart
        } else {
            TokenKind::DocumentEnd
        };
        self.cursor.advance(3);
        self.push(kind, start);
        Ok(())
    }

    pub(super) fn fetch_flow_collection_start(&mut self) -> Result<(), Fault> {
        self.save_simple_key()?;
        let token = self.taken + self.tokens.len();
        self.simple_keys.push(SimpleKey {
            token,
            ..SimpleKey::default()
        });
        self.check_depth(self.simple_keys.len() - 1)?;
        self.simple_key_allowed = true;
        let kind = if self.cursor.peek(0) == b'[' {
            TokenKind::FlowSequenceStart
        } else {
            TokenKind::FlowMappingStart
        };
        self.push_indicator(kind);
        Ok(())
    }

    pub(super) fn fetch_flow_collection_end(&mut self) -> Result<(), Fault> {
        self.remove_simple_key()?;
        if self.in_flow() {
            let inner = self.simple_keys.pop().unwrap_or_default();
            // go-yaml forgets that the collection may be a key if nothing in it could have been one: `[]: a` is two nodes to v2; v3 reads
            // so far ahead that it makes no difference.
            if self.dialect == Dialect::V2
                && let Some(outer) = self.simple_keys.last_mut()
                && outer.token == inner.token
            {
                outer.waiting = false;
            }
        }
        self.simple_key_allowed = false;
        let kind = if self.cursor.peek(0) == b']' {
            TokenKind::FlowSequenceEnd
        } else {
            TokenKind::FlowMappingEnd
        };
        self.push_indicator(kind);
        Ok(())
    }

    pub(super) fn fetch_flow_entry(&mut self) -> Result<(), Fault> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.push_indicator(TokenKind::FlowEntry);
        Ok(())
    }

    pub(super) fn fetch_block_entry(&mut self) -> Result<(), Fault> {
        if !self.in_flow() {
            let mark = self.cursor.mark();
            if !self.simple_key_allowed {
                return Err(self.fault(
                    mark,
                    "block sequence entries are not allowed in this context",
                ));
            }
            self.roll_indent(mark.column, None, TokenKind::BlockSequenceStart, mark)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.push_indicator(TokenKind::BlockEntry);
        Ok(())
    }

    pub(super) fn fetch_key(&mut self) -> Result<(), Fault> {
        if !self.in_flow() {
            let mark = self.cursor.mark();
            if !self.simple_key_allowed {
                return Err(self.fault(mark, "mapping keys are not allowed in this context"));
            }
            self.roll_indent(mark.column, None, TokenKind::BlockMappingStart, mark)?;
        }
        self.remove_simple_key()?;
        self.simple_key_allowed = !self.in_flow();
        self.push_indicator(TokenKind::Key);
        Ok(())
    }

    pub(super) fn fetch_value(&mut self) -> Result<(), Fault> {
        let level = self.simple_keys.len() - 1;
        let key = self.simple_keys[level];
        if self.key_is_possible(level)? {
            let token = Token {
                kind: TokenKind::Key,
                start: key.mark,
            };
            self.insert(key.token, token);
            self.roll_indent(
                key.mark.column,
                Some(key.token),
                TokenKind::BlockMappingStart,
                key.mark,
            )?;
            self.simple_keys[level].possible = false;
            self.simple_key_allowed = false;
        } else {
            if !self.in_flow() {
                let mark = self.cursor.mark();
                if !self.simple_key_allowed {
                    return Err(self.fault(mark, "mapping values are not allowed in this context"));
                }
                self.roll_indent(mark.column, None, TokenKind::BlockMappingStart, mark)?;
            }
            self.simple_key_allowed = !self.in_flow();
        }
        self.push_indicator(TokenKind::Value);
        Ok(())
    }

    /// Pushes a scalar that may be a key. When `:` stands right behind it, it is one, and the tokens around it need not wait.
    pub(super) fn push_scalar(
        &mut self,
        text: Text<'a>,
        style: Style,
        start: Mark,
    ) -> Result<(), Fault> {
        let kind = TokenKind::Scalar { text, style };
        let level = self.simple_keys.len() - 1;
        let key = self.simple_keys[level];
        let value_follows =
            self.cursor.peek(0) == b':' && (level > 0 || self.cursor.is_space_or_end(1));
        let begins_here = key.possible && key.token == self.taken + self.tokens.len();
        if !value_follows || !begins_here || self.is_late(key) {
            self.push(kind, start);
            return Ok(());
        }
        self.simple_keys[level].possible = false;
        self.roll_indent(start.column, None, TokenKind::BlockMappingStart, start)?;
        self.push(TokenKind::Key, start);
        self.push(kind, start);
        self.push_indicator(TokenKind::Value);
        Ok(())
    }

    pub(super) fn push_indicator(&mut self, kind: TokenKind<'a>) {
        let start = self.cursor.mark();
        self.cursor.advance(1);
        self.push(kind, start);
    }
}
