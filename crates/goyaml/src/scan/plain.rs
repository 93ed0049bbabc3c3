//! Plain scalars.

use super::Scanner;
use super::gap::Gap;
use crate::Style;
use crate::cursor::{Mark, Text};
use crate::fault::Fault;

/// Bytes that a run of plain text can pass over without a closer look.
const ORDINARY: [bool; 256] = {
    let mut table = [true; 256];
    let special = *b"\0\t\n\r :,?[]{}\xC2\xE2";
    let mut i = 0;
    while i < special.len() {
        table[special[i] as usize] = false;
        i += 1;
    }
    table
};

impl<'a> Scanner<'a> {
    pub(super) fn fetch_plain_scalar(&mut self) -> Result<(), Fault> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        let text = self.scan_plain_scalar()?;
        self.push_scalar(text, Style::Plain, start)
    }

    fn scan_plain_scalar(&mut self) -> Result<Text<'a>, Fault> {
        let start = self.cursor.mark();
        let indent = self.indent + 1;
        let mut text = Text::Borrowed("");
        let mut gap = Gap::default();
        loop {
            if self.cursor.at_document_indicator() || self.cursor.peek(0) == b'#' {
                break;
            }
            let from = self.cursor.offset();
            self.skip_plain_words();
            let words = self.cursor.slice(from, self.cursor.offset());
            if words.is_empty() {
                break;
            }
            if gap.has_break() {
                gap.fold_into(text.to_mut(), &self.cursor);
                text.to_mut().push_str(words);
            } else {
                text = Text::Borrowed(words);
            }
            self.skip_gap(&mut gap, start, indent)?;
            if !gap.has_break() || (!self.in_flow() && i64::from(self.cursor.column()) < indent) {
                break;
            }
        }
        if gap.has_break() {
            self.simple_key_allowed = true;
        }
        Ok(text)
    }

    /// Moves over words and the blanks between them up to where the text stops on this line.
    fn skip_plain_words(&mut self) {
        let flow = self.in_flow();
        let mut length = 0;
        loop {
            let rest = self.cursor.rest();
            let ordinary = rest[length.min(rest.len())..]
                .iter()
                .position(|&byte| !ORDINARY[usize::from(byte)]);
            length += ordinary.unwrap_or(rest.len() - length);
            match self.cursor.peek(length) {
                b' ' | b'\t' => {
                    let blanks = rest[length..]
                        .iter()
                        .take_while(|byte| matches!(byte, b' ' | b'\t'))
                        .count();
                    let next = length + blanks;
                    if self.cursor.peek(next) == b'#' || self.ends_plain(next, flow) {
                        break;
                    }
                    length = next;
                }
                _ if self.ends_plain(length, flow) => break,
                _ => length += 1,
            }
        }
        self.cursor.advance(length);
    }

    /// Whether the byte `ahead`, which is no blank, ends plain text.
    fn ends_plain(&self, ahead: usize, flow: bool) -> bool {
        match self.cursor.peek(ahead) {
            b':' => self.cursor.is_space_or_end(ahead + 1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => flow,
            _ => self.cursor.is_break_or_end(ahead),
        }
    }

    /// Moves over blanks and line breaks behind plain text.
    fn skip_gap(&mut self, gap: &mut Gap, start: Mark, indent: i64) -> Result<(), Fault> {
        loop {
            if self.cursor.is_blank(0) {
                let indentation = gap.has_break() && i64::from(self.cursor.column()) < indent;
                if indentation && self.cursor.peek(0) == b'\t' {
                    return Err(
                        self.fault(start, "found a tab character that violates indentation")
                    );
                }
                self.cursor.advance(1);
            } else if self.cursor.is_break(0) {
                gap.note_break(self.cursor.take_break());
            } else {
                return Ok(());
            }
        }
    }
}
