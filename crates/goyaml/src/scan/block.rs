//! Literal and folded scalars.

use super::Scanner;
use crate::Style;
use crate::cursor::{Mark, Text};
use crate::fault::Fault;
use crate::token::TokenKind;

/// What becomes of the line breaks at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

/// What stands behind `|` or `>`.
#[derive(Clone, Copy, Debug)]
struct Header {
    chomping: Chomping,
    /// Columns deeper than the collection around, 0 if the first line decides.
    increment: u8,
}

impl<'a> Scanner<'a> {
    pub(super) fn fetch_block_scalar(&mut self) -> Result<(), Fault> {
        self.remove_simple_key()?;
        self.simple_key_allowed = true;
        let start = self.cursor.mark();
        let literal = self.cursor.peek(0) == b'|';
        let text = self.scan_block_scalar(literal, start)?;
        let style = if literal {
            Style::Literal
        } else {
            Style::Folded
        };
        self.push(
            TokenKind::Scalar {
                text: Text::Owned(text),
                style,
            },
            start,
        );
        Ok(())
    }

    fn scan_block_scalar(&mut self, literal: bool, start: Mark) -> Result<String, Fault> {
        self.cursor.advance(1);
        let header = self.scan_block_header(start)?;
        self.scan_line_comment(start.offset);
        self.finish_line(start, "did not find expected comment or line break")?;
        let mut indent = match header.increment {
            0 => None,
            increment => Some((self.indent.max(0) + i64::from(increment)) as u32),
        };
        let mut breaks = String::new();
        let indent = self.skip_block_breaks(&mut indent, &mut breaks, start)?;
        let mut text = String::new();
        let mut line_break = "";
        let mut after_blank = false;
        while self.cursor.column() == indent && self.cursor.peek(0) != 0 {
            let blank = self.cursor.is_blank(0);
            if !literal && line_break == "\n" && !after_blank && !blank {
                if breaks.is_empty() {
                    text.push(' ');
                }
            } else {
                text.push_str(line_break);
            }
            text.push_str(&breaks);
            breaks.clear();
            after_blank = blank;
            let from = self.cursor.offset();
            self.cursor.skip_to_break();
            text.push_str(self.cursor.slice(from, self.cursor.offset()));
            line_break = if self.cursor.is_break(0) {
                self.cursor.take_break()
            } else {
                ""
            };
            self.skip_block_breaks(&mut Some(indent), &mut breaks, start)?;
        }
        if header.chomping != Chomping::Strip {
            text.push_str(line_break);
        }
        if header.chomping == Chomping::Keep {
            text.push_str(&breaks);
        }
        Ok(text)
    }

    fn scan_block_header(&mut self, start: Mark) -> Result<Header, Fault> {
        let mut header = Header {
            chomping: Chomping::Clip,
            increment: 0,
        };
        for _ in 0..2 {
            match self.cursor.peek(0) {
                b'+' if header.chomping == Chomping::Clip => header.chomping = Chomping::Keep,
                b'-' if header.chomping == Chomping::Clip => header.chomping = Chomping::Strip,
                b'0' if header.increment == 0 => {
                    return Err(self.fault(start, "found an indentation indicator equal to 0"));
                }
                digit @ b'1'..=b'9' if header.increment == 0 => header.increment = digit - b'0',
                _ => break,
            }
            self.cursor.advance(1);
        }
        Ok(header)
    }

    /// Moves over blanks, a comment and the line break; anything else is a fault.
    pub(super) fn finish_line(&mut self, start: Mark, problem: &'static str) -> Result<(), Fault> {
        while self.cursor.is_blank(0) {
            self.cursor.advance(1);
        }
        if self.cursor.peek(0) == b'#' {
            self.cursor.skip_to_break();
        }
        if !self.cursor.is_break_or_end(0) {
            return Err(self.fault(start, problem));
        }
        if self.cursor.is_break(0) {
            self.cursor.take_break();
        }
        Ok(())
    }

    /// Moves over indentation and empty lines, and finds out how deep the text is indented if that is not known.
    fn skip_block_breaks(
        &mut self,
        indent: &mut Option<u32>,
        breaks: &mut String,
        start: Mark,
    ) -> Result<u32, Fault> {
        let mut deepest = 0;
        loop {
            let limit = indent.unwrap_or(u32::MAX);
            while self.cursor.column() < limit && self.cursor.peek(0) == b' ' {
                self.cursor.advance(1);
            }
            deepest = deepest.max(self.cursor.column());
            if self.cursor.column() < limit && self.cursor.peek(0) == b'\t' {
                return Err(self.fault(
                    start,
                    "found a tab character where an indentation space is expected",
                ));
            }
            if !self.cursor.is_break(0) {
                break;
            }
            breaks.push_str(self.cursor.take_break());
        }
        Ok(*indent.get_or_insert_with(|| i64::from(deepest).max(self.indent + 1).max(1) as u32))
    }
}
