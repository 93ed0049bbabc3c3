//! Text to tokens.
//!
//! The scanner follows libyaml's rules, because what counts as an error, and where, is part of what users see. Two of them shape it: a
//! plain `a` may turn out to be a key when `:` follows, so tokens wait in a queue until that is decided; and indentation opens and closes
//! block collections with tokens of their own.

mod block;
mod comment;
mod directive;
mod gap;
mod indicator;
mod plain;
mod quoted;
mod tag;

use std::collections::VecDeque;

pub(crate) use comment::CommentTrack;

use crate::cursor::{Cursor, Mark};
use crate::fault::Fault;
use crate::token::{Token, TokenKind};
use crate::{Dialect, ReadOptions};

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
    dialect: Dialect,
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
    /// The comments found so far, if they are asked for.
    pub(crate) comments: Option<Box<CommentTrack>>,
}

/// Tokens that are read behind the next one when comments are kept, because what follows a comment decides what it belongs to.
const LOOK_AHEAD: usize = 2;

impl<'a> Scanner<'a> {
    pub(crate) fn new(cursor: Cursor<'a>, options: &ReadOptions, comments: bool) -> Self {
        Self {
            cursor,
            dialect: options.dialect,
            tokens: VecDeque::with_capacity(16),
            taken: 0,
            head: None,
            ended: false,
            indent: -1,
            indents: Vec::new(),
            simple_key_allowed: true,
            simple_keys: vec![SimpleKey::default()],
            depth_limit: options.limits.depth,
            comments: comments.then(Box::default),
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
            && self.comments.is_none()
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
        let behind = if self.comments.is_some() {
            LOOK_AHEAD
        } else {
            0
        };
        loop {
            if self.tokens.len() > behind
                && !self.head_may_be_key()?
                && let Some(token) = self.tokens.pop_front()
            {
                self.taken += 1;
                if let Some(comments) = &mut self.comments {
                    comments.pass(&token);
                }
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
        let scan = self.cursor.mark();
        if self.comments.is_some() {
            self.skip_to_next_token_and_keep_comments(scan);
        } else {
            self.skip_to_next_token();
        }
        self.unroll_indent(i64::from(self.cursor.column()), scan);
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
        if byte == 0 {
            return self.fetch_stream_end();
        }
        if self.comments.is_none() {
            return self.fetch_token_with(byte);
        }
        let owner = self.owner_of_line_comment(byte);
        self.fetch_token_with(byte)?;
        self.keep_line_comment(owner);
        Ok(())
    }

    /// Fetches the token that a byte begins.
    fn fetch_token_with(&mut self, byte: u8) -> Result<(), Fault> {
        let flow = self.in_flow();
        match byte {
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
    fn unroll_indent(&mut self, column: i64, scan: Mark) {
        if self.in_flow() {
            return;
        }
        let mut end = self.cursor.mark();
        if self.comments.is_some() {
            end.offset = scan.offset.saturating_sub(1);
        }
        while self.indent > column {
            if let Some(comments) = &self.comments {
                end.offset = comments.end_of_block(self.indent, end.offset);
            }
            self.push(TokenKind::BlockEnd, end);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }
}
