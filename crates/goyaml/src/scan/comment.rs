//! Comments, and what they belong to.
//!
//! go-yaml v3 gives a comment to a token: as the head of what follows it, behind what stands on its line, or as the foot of what stands
//! before it. Indentation and the empty lines around it decide. The rules look only at the comment, the last tokens and the open blocks, and
//! some of their outcomes surprise; files that both tools write must come out alike, so that they are followed to the letter.

use std::collections::VecDeque;

use super::Scanner;
use crate::Comments;
use crate::cursor::Mark;
use crate::token::{Token, TokenKind};

/// Bytes of white space behind which no further comment is looked for.
const FAR: usize = 512;

/// Comments on their way from the scanner to the parser.
#[derive(Debug, Default)]
pub(crate) struct CommentTrack {
    /// Comments whose token has not come yet.
    waiting: VecDeque<Comment>,
    /// What belongs to the tokens that the parser has seen, until an event takes it.
    pub(crate) passed: Comments,
}

#[derive(Debug)]
struct Comment {
    kind: Kind,
    text: String,
    /// Where the token that it belongs to begins, at the least.
    owner: usize,
    /// Where the white space around it begins.
    scan: usize,
    start: Start,
    /// Where it ends; 0 if it stands behind something on its line.
    end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Head,
    Line,
    Foot,
}

/// Where a comment begins.
#[derive(Clone, Copy, Debug, Default)]
struct Start {
    offset: usize,
    line: u32,
    /// Counted from one.
    column: i64,
}

impl CommentTrack {
    /// Hands over what belongs to a token that the parser is about to see.
    pub(super) fn pass(&mut self, token: &Token<'_>) {
        while let Some(comment) = self.waiting.front()
            && comment.owner <= token.start.offset
        {
            // The end of a block has no head; the next token takes it.
            if comment.kind == Kind::Head && matches!(token.kind, TokenKind::BlockEnd) {
                break;
            }
            let place = match comment.kind {
                Kind::Head => &mut self.passed.head,
                Kind::Line => &mut self.passed.line,
                Kind::Foot => &mut self.passed.foot,
            };
            if !place.is_empty() {
                place.push('\n');
            }
            place.push_str(&comment.text);
            self.waiting.pop_front();
        }
    }

    /// Where a block of an indentation ends, given where the white space behind it begins: before the first of the comments there that is
    /// as deep as the block, if they follow each other without a gap.
    pub(super) fn end_of_block(&self, indent: i64, scan: usize) -> usize {
        let mut end = scan;
        let mut stop = scan;
        for comment in self.waiting.iter().rev() {
            if comment.end < stop {
                break;
            }
            if comment.start.column == indent + 1 {
                end = comment.start.offset;
            }
            stop = comment.scan;
        }
        end
    }
}

impl Scanner<'_> {
    /// Skips white space and line breaks like [`Scanner::skip_to_next_token`], and keeps the comments there.
    pub(super) fn skip_to_next_token_and_keep_comments(&mut self, scan: Mark) {
        loop {
            let tabs = self.in_flow() || !self.simple_key_allowed;
            while self.cursor.peek(0) == b' ' || (tabs && self.cursor.peek(0) == b'\t') {
                self.cursor.advance(1);
            }
            self.turn_line_comment_into_head();
            if self.cursor.peek(0) == b'#' {
                self.scan_comments(scan);
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

    /// The comment in `- # comment` is the head of the entry that follows.
    fn turn_line_comment_into_head(&mut self) {
        let first_entry = self.tokens.len() > 1
            && matches!(
                self.tokens[self.tokens.len() - 2].kind,
                TokenKind::BlockSequenceStart
            )
            && matches!(
                self.tokens[self.tokens.len() - 1].kind,
                TokenKind::BlockEntry
            );
        if !first_entry || self.cursor.is_break(0) {
            return;
        }
        let here = self.cursor.mark();
        if let Some(last) = self
            .comments
            .as_mut()
            .and_then(|comments| comments.waiting.back_mut())
            && last.kind == Kind::Line
        {
            last.kind = Kind::Head;
            if last.start.line + 1 == here.line {
                last.owner = here.offset;
            }
        }
    }

    /// The token that a comment behind the next one belongs to: behind `:` and `,` it is the one before.
    pub(super) fn owner_of_line_comment(&self, byte: u8) -> usize {
        let separator = if self.in_flow() { b',' } else { b':' };
        match self.tokens.back() {
            Some(last) if byte == separator => last.start.offset,
            _ => self.cursor.offset(),
        }
    }

    /// Keeps a comment on the line of the token that was just read. One behind a bare `-` belongs to what follows.
    pub(super) fn keep_line_comment(&mut self, owner: usize) {
        if matches!(
            self.tokens.back(),
            Some(Token {
                kind: TokenKind::BlockEntry,
                ..
            })
        ) {
            return;
        }
        self.scan_line_comment(owner);
    }

    pub(super) fn scan_line_comment(&mut self, owner: usize) {
        if self.comments.is_none() || self.cursor.breaks_behind() > 0 {
            return;
        }
        let blanks = (0..FAR)
            .take_while(|ahead| self.cursor.is_blank(*ahead))
            .count();
        if self.cursor.peek(blanks) != b'#' {
            return;
        }
        self.cursor.advance(blanks);
        let mark = self.cursor.mark();
        self.cursor.skip_to_break();
        let text = self.cursor.slice(mark.offset, self.cursor.offset());
        let start = Start {
            offset: mark.offset,
            line: mark.line,
            column: i64::from(mark.column),
        };
        self.keep(Comment {
            kind: Kind::Line,
            text: text.to_owned(),
            owner,
            scan: 0,
            start,
            end: 0,
        });
    }

    fn keep(&mut self, comment: Comment) {
        if let Some(comments) = &mut self.comments {
            comments.waiting.push_back(comment);
        }
    }

    /// Reads the comments from here to the next token: feet of what is before them as long as they are close to it, then a head of what
    /// follows.
    fn scan_comments(&mut self, scan: Mark) {
        let mut block = CommentBlock::new(self, scan);
        let mut ahead = 0;
        while ahead < FAR {
            block.column += 1;
            if self.cursor.is_blank(ahead) {
                ahead += 1;
                continue;
            }
            let byte = self.cursor.peek(ahead);
            let closes_flow = self.in_flow() && matches!(byte, b']' | b'}');
            let here = self.cursor.offset() + ahead;
            if closes_flow || self.cursor.is_break_or_end(ahead) {
                if (closes_flow || !block.after_empty_line)
                    && let Some(foot) = block.end_of_line(here, closes_flow, byte == 0)
                {
                    self.keep(foot);
                }
                if !self.cursor.is_break(ahead) {
                    break;
                }
                block.begin_line();
                ahead += 1;
                continue;
            }
            if block.is_left_by_dedent(closes_flow) {
                let foot = block.take_foot(here);
                self.keep(foot);
            }
            if byte != b'#' {
                break;
            }
            self.read_comment_line(&mut block, ahead);
            // On to the byte behind the line break.
            ahead = 1;
        }
        let end = (self.cursor.offset() + ahead).saturating_sub(1);
        if let Some(head) = block.into_head(end) {
            self.keep(head);
        }
    }

    /// Moves to a `#` and reads to the end of its line.
    fn read_comment_line(&mut self, block: &mut CommentBlock, ahead: usize) {
        let offset = self.cursor.offset() + ahead;
        block.begin_comment(offset);
        while self.cursor.offset() < offset {
            if self.cursor.is_break(0) {
                self.cursor.take_break();
            } else {
                self.cursor.advance(1);
            }
        }
        self.cursor.skip_to_break();
        block
            .text
            .push_str(self.cursor.slice(offset, self.cursor.offset()));
        block.column = 0;
        block.line = self.cursor.line();
        block.next_indent = self.indent.max(0);
    }
}

/// Comment lines that have been read and not been given to anything yet.
struct CommentBlock {
    text: String,
    start: Start,
    owner: usize,
    scan: usize,
    /// The line on which a comment must begin to be the foot of what is before it.
    foot_line: Option<u32>,
    /// Whether the token before is `:`, which has no foot.
    after_value: bool,
    next_indent: i64,
    first_empty_line: bool,
    after_empty_line: bool,
    line: u32,
    column: i64,
}

impl CommentBlock {
    fn new(scanner: &Scanner<'_>, scan: Mark) -> Self {
        let mut tokens = scanner.tokens.iter().rev();
        let mut before = tokens.next();
        if matches!(before.map(|token| &token.kind), Some(TokenKind::FlowEntry)) {
            before = tokens.next().or(before);
        }
        let cursor = &scanner.cursor;
        let breaks = cursor.breaks_behind();
        // On the line of other content, the foot is the line below.
        let behind_content = breaks == 0 && cursor.column() > 1;
        let foot_line =
            (scan.line > 0).then(|| (cursor.line() + 1 + u32::from(behind_content)) - breaks);
        Self {
            text: String::new(),
            start: Start::default(),
            owner: before.map_or(0, |token| token.start.offset),
            scan: scan.offset,
            foot_line,
            after_value: matches!(before.map(|token| &token.kind), Some(TokenKind::Value)),
            next_indent: scanner.indent.max(0),
            first_empty_line: breaks <= 1,
            after_empty_line: false,
            line: cursor.line(),
            column: i64::from(cursor.column()),
        }
    }

    fn is_dedented(&self) -> bool {
        self.start.column - 1 < self.next_indent
    }

    /// At the end of a line that may be empty: the first empty line behind a comment makes it a foot, and so does the end of a flow
    /// collection.
    fn end_of_line(&mut self, here: usize, closes_flow: bool, last: bool) -> Option<Comment> {
        let close = Some(self.start.line) == self.foot_line && !self.after_value;
        if closes_flow || self.first_empty_line && (close || self.is_dedented()) {
            if self.text.is_empty() {
                return None;
            }
            if self.is_dedented() {
                // It has nothing to do with what is before it.
                self.owner = self.start.offset;
            }
            return Some(self.take_foot(here));
        }
        if !self.text.is_empty() && !last {
            self.text.push('\n');
        }
        None
    }

    fn begin_line(&mut self) {
        self.first_empty_line = false;
        self.after_empty_line = true;
        self.column = 0;
        self.line += 1;
    }

    /// Whether what comes now, less indented than the block and elsewhere than the comment, leaves the comment as a foot.
    fn is_left_by_dedent(&self, closes_flow: bool) -> bool {
        !self.text.is_empty()
            && (closes_flow
                || self.column - 1 < self.next_indent && self.column != self.start.column)
    }

    fn begin_comment(&mut self, offset: usize) {
        if self.text.is_empty() {
            self.start = Start {
                offset,
                line: self.line,
                column: self.column,
            };
        } else {
            self.text.push('\n');
        }
        self.after_empty_line = false;
    }

    fn take_foot(&mut self, here: usize) -> Comment {
        let foot = Comment {
            kind: Kind::Foot,
            text: std::mem::take(&mut self.text),
            owner: self.owner,
            scan: self.scan,
            start: self.start,
            end: here,
        };
        self.scan = here;
        self.owner = here;
        foot
    }

    fn into_head(self, end: usize) -> Option<Comment> {
        (!self.text.is_empty()).then_some(Comment {
            kind: Kind::Head,
            text: self.text,
            owner: self.start.offset,
            scan: self.scan,
            start: self.start,
            end,
        })
    }
}
