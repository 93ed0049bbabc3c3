//! Text to tokens.
//!
//! The scanner follows libyaml's rules, because what counts as an error, and where, is part of what users see. Two of them shape it: a
//! plain `a` may turn out to be a key when `:` follows, so tokens wait in a queue until that is decided; and indentation opens and closes
//! block collections with tokens of their own.

mod block;
mod directive;
mod gap;
mod plain;
mod quoted;
mod tag;

use std::collections::VecDeque;

use crate::Style;
use crate::cursor::{Cursor, Mark, Text};
use crate::fault::Fault;
use crate::token::{Token, TokenKind};

/// Longest simple key, in characters.
const LONGEST_SIMPLE_KEY: usize = 1024;

/// A place where a key may have begun.
#[derive(Clone, Copy, Debug, Default)]
struct SimpleKey {
    possible: bool,
    /// Without `:` it is an error: it stands where only a key can.
    required: bool,
    /// Tokens are held back until it is decided.
    waiting: bool,
    /// Number of the token that the key begins with.
    token: usize,
    mark: Mark,
}

/// Turns a text into tokens, one at a time.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    pub(crate) cursor: Cursor<'a>,
    tokens: VecDeque<Token<'a>>,
    /// Tokens given out so far.
    taken: usize,
    /// The next token, taken from the queue because it was looked at.
    head: Option<Token<'a>>,
    ended: bool,
    /// Column of the innermost block collection, -1 outside of all.
    pub(crate) indent: i64,
    indents: Vec<i64>,
    simple_key_allowed: bool,
    /// One place for each flow collection around, and one for the block context.
    simple_keys: Vec<SimpleKey>,
    depth_limit: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(cursor: Cursor<'a>, depth_limit: usize) -> Self {
        Self {
            cursor,
            tokens: VecDeque::with_capacity(16),
            taken: 0,
            head: None,
            ended: false,
            indent: -1,
            indents: Vec::new(),
            simple_key_allowed: true,
            simple_keys: vec![SimpleKey::default()],
            depth_limit,
        }
    }

    /// The next token, left in its place.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<&Token<'a>, Fault> {
        if self.head.is_none() {
            self.head = Some(self.fetch_head()?);
        }
        self.head
            .as_ref()
            .ok_or_else(|| self.fault(self.cursor.mark(), "found unexpected end of stream"))
    }

    /// Takes the token that [`Scanner::peek`] showed.
    #[inline]
    pub(crate) fn take(&mut self) -> Result<Token<'a>, Fault> {
        match self.head.take() {
            Some(token) => Ok(token),
            None => self.fetch_head(),
        }
    }

    /// Reads on until that many tokens wait behind the next one, or the stream ends.
    pub(crate) fn look_ahead(&mut self, tokens: usize) -> Result<(), Fault> {
        while self.tokens.len() < tokens && !self.ended {
            self.fetch_next_token()?;
        }
        Ok(())
    }

    /// Whether everything read so far has been given out, in block context.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.head.is_none()
            && self.tokens.is_empty()
            && !self.ended
            && self.simple_keys.len() == 1
            && !self.simple_keys[0].possible
    }

    /// Moves to the next token and gives its column, if it is the first on its line and lines are simple.
    #[inline]
    pub(crate) fn start_line(&mut self) -> Option<i64> {
        self.skip_to_next_token();
        (self.simple_key_allowed && self.cursor.traits.only_line_feeds)
            .then(|| i64::from(self.cursor.column()))
    }

    /// Moves to the text of the next line, given the end of this one and the spaces in front of the next.
    #[inline]
    pub(crate) fn go_to_line(&mut self, line_end: usize, spaces: usize) {
        self.cursor.advance(line_end);
        self.cursor.take_break();
        self.cursor.advance(spaces);
    }

    /// Whether one more block collection may be opened.
    pub(crate) fn has_depth(&self) -> bool {
        self.indents.len() < self.depth_limit
    }

    pub(crate) fn open_block(&mut self, column: i64) {
        self.indents.push(self.indent);
        self.indent = column;
    }

    pub(crate) fn close_block(&mut self) {
        self.indent = self.indents.pop().unwrap_or(-1);
    }

    /// Reads on until the first token in the queue is final, and takes it.
    fn fetch_head(&mut self) -> Result<Token<'a>, Fault> {
        loop {
            if !self.tokens.is_empty()
                && !self.head_may_be_key()?
                && let Some(token) = self.tokens.pop_front()
            {
                self.taken += 1;
                return Ok(token);
            }
            if self.ended {
                self.push(TokenKind::StreamEnd, self.cursor.mark());
                continue;
            }
            self.fetch_next_token()?;
        }
    }

    fn fetch_next_token(&mut self) -> Result<(), Fault> {
        self.skip_to_next_token();
        self.unroll_indent(i64::from(self.cursor.column()));
        let byte = self.cursor.peek(0);
        if self.cursor.column() == 0 {
            match byte {
                b'%' => return self.fetch_directive(),
                b'-' | b'.' if self.cursor.at_document_indicator() => {
                    return self.fetch_document_indicator();
                }
                _ => {}
            }
        }
        let flow = self.in_flow();
        match byte {
            0 => self.fetch_stream_end(),
            b'[' | b'{' => self.fetch_flow_collection_start(),
            b']' | b'}' => self.fetch_flow_collection_end(),
            b',' => self.fetch_flow_entry(),
            b'-' if self.cursor.is_space_or_end(1) => self.fetch_block_entry(),
            b'?' if flow || self.cursor.is_space_or_end(1) => self.fetch_key(),
            b':' if flow || self.cursor.is_space_or_end(1) => self.fetch_value(),
            b'*' | b'&' => self.fetch_anchor(),
            b'!' => self.fetch_tag(),
            b'|' | b'>' if !flow => self.fetch_block_scalar(),
            b'\'' => self.fetch_quoted_scalar(true),
            b'"' => self.fetch_quoted_scalar(false),
            b'|' | b'>' | b'%' | b'@' | b'`' | b'#' => Err(self.fault(
                self.cursor.mark(),
                "found character that cannot start any token",
            )),
            _ if self.cursor.is_space_or_end(0) => Err(self.fault(
                self.cursor.mark(),
                "found character that cannot start any token",
            )),
            _ => self.fetch_plain_scalar(),
        }
    }

    fn fault(&self, context: Mark, problem: &'static str) -> Fault {
        Fault::scanner(context, problem, self.cursor.mark())
    }

    fn in_flow(&self) -> bool {
        self.simple_keys.len() > 1
    }

    fn push(&mut self, kind: TokenKind<'a>, start: Mark) {
        self.tokens.push_back(Token { kind, start });
    }

    /// Skips white space, comments and line breaks. Tabs do not count as indentation where a key could start.
    fn skip_to_next_token(&mut self) {
        loop {
            let tabs = self.in_flow() || !self.simple_key_allowed;
            while self.cursor.peek(0) == b' ' || (tabs && self.cursor.peek(0) == b'\t') {
                self.cursor.advance(1);
            }
            if self.cursor.peek(0) == b'#' {
                self.cursor.skip_to_break();
            }
            if !self.cursor.is_break(0) {
                return;
            }
            self.cursor.take_break();
            if !self.in_flow() {
                self.simple_key_allowed = true;
            }
        }
    }

    /// Whether the first token in the queue may turn out to begin a key.
    fn head_may_be_key(&mut self) -> Result<bool, Fault> {
        // Keys of deeper levels began later, so that their numbers are in order.
        let level = self
            .simple_keys
            .partition_point(|key| key.token < self.taken);
        match self.simple_keys.get(level) {
            Some(key) if key.token == self.taken && key.waiting => self.key_is_possible(level),
            _ => Ok(false),
        }
    }

    /// Whether `:` can still make a key of what began at a level. A simple key ends on its line.
    fn key_is_possible(&mut self, level: usize) -> Result<bool, Fault> {
        let key = self.simple_keys[level];
        if !key.possible || !self.is_late(key) {
            return Ok(key.possible);
        }
        if key.required {
            return Err(self.fault(key.mark, "could not find expected ':'"));
        }
        self.simple_keys[level].possible = false;
        Ok(false)
    }

    fn is_late(&self, key: SimpleKey) -> bool {
        key.mark.line < self.cursor.line()
            || self.cursor.is_further_than(key.mark, LONGEST_SIMPLE_KEY)
    }

    /// Remembers that a key may begin here.
    fn save_simple_key(&mut self) -> Result<(), Fault> {
        if !self.simple_key_allowed {
            return Ok(());
        }
        let required = !self.in_flow() && self.indent == i64::from(self.cursor.column());
        self.remove_simple_key()?;
        let key = SimpleKey {
            possible: true,
            required,
            waiting: true,
            token: self.taken + self.tokens.len(),
            mark: self.cursor.mark(),
        };
        if let Some(last) = self.simple_keys.last_mut() {
            *last = key;
        }
        Ok(())
    }

    /// What began here is no key.
    fn remove_simple_key(&mut self) -> Result<(), Fault> {
        let level = self.simple_keys.len() - 1;
        let key = self.simple_keys[level];
        if key.possible && key.required {
            return Err(self.fault(key.mark, "could not find expected ':'"));
        }
        self.simple_keys[level].possible = false;
        Ok(())
    }

    fn check_depth(&self, depth: usize) -> Result<(), Fault> {
        if depth <= self.depth_limit {
            return Ok(());
        }
        let at = self.cursor.mark();
        Err(Fault::scanner(
            at,
            format!("exceeded max depth of {}", self.depth_limit),
            at,
        ))
    }

    /// Opens a block collection at a column if it is deeper than the one around; `before` is the number of the token that it comes before.
    fn roll_indent(
        &mut self,
        column: u32,
        before: Option<usize>,
        kind: TokenKind<'a>,
        mark: Mark,
    ) -> Result<(), Fault> {
        let column = i64::from(column);
        if self.in_flow() || self.indent >= column {
            return Ok(());
        }
        self.indents.push(self.indent);
        self.indent = column;
        self.check_depth(self.indents.len())?;
        let token = Token { kind, start: mark };
        match before {
            Some(number) => self.insert(number, token),
            None => self.tokens.push_back(token),
        }
        Ok(())
    }

    /// Puts a token before the one of a number, or at the end if that one is gone already.
    fn insert(&mut self, before: usize, token: Token<'a>) {
        match before.checked_sub(self.taken) {
            Some(index) => self.tokens.insert(index, token),
            None => self.tokens.push_back(token),
        }
    }

    /// Closes the block collections that are deeper than a column.
    fn unroll_indent(&mut self, column: i64) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            self.push(TokenKind::BlockEnd, self.cursor.mark());
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn fetch_stream_end(&mut self) -> Result<(), Fault> {
        self.cursor.force_new_line();
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        self.ended = true;
        self.push(TokenKind::StreamEnd, self.cursor.mark());
        Ok(())
    }

    fn fetch_document_indicator(&mut self) -> Result<(), Fault> {
        self.unroll_indent(-1);
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

    fn fetch_flow_collection_start(&mut self) -> Result<(), Fault> {
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

    fn fetch_flow_collection_end(&mut self) -> Result<(), Fault> {
        self.remove_simple_key()?;
        if self.in_flow() {
            let inner = self.simple_keys.pop().unwrap_or_default();
            // go-yaml forgets that the collection may be a key if nothing in it could have been one: `[]: a` is two nodes to it.
            if let Some(outer) = self.simple_keys.last_mut()
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

    fn fetch_flow_entry(&mut self) -> Result<(), Fault> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        self.push_indicator(TokenKind::FlowEntry);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Result<(), Fault> {
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

    fn fetch_key(&mut self) -> Result<(), Fault> {
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

    fn fetch_value(&mut self) -> Result<(), Fault> {
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
    fn push_scalar(&mut self, text: Text<'a>, style: Style, start: Mark) -> Result<(), Fault> {
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

    fn push_indicator(&mut self, kind: TokenKind<'a>) {
        let start = self.cursor.mark();
        self.cursor.advance(1);
        self.push(kind, start);
    }
}
