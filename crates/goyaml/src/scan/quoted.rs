//! Scalars in quotes.

use super::Scanner;
use super::gap::Gap;
use crate::Style;
use crate::cursor::{Mark, Text};
use crate::fault::Fault;

impl<'a> Scanner<'a> {
    pub(super) fn fetch_quoted_scalar(&mut self, single: bool) -> Result<(), Fault> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        self.cursor.advance(1);
        let text = match self.simple_quoted_text(single) {
            Some(text) => Text::Borrowed(text),
            None => Text::Owned(self.scan_quoted_scalar(single, start)?),
        };
        let style = if single {
            Style::SingleQuoted
        } else {
            Style::DoubleQuoted
        };
        self.push_scalar(text, style, start)
    }

    /// The text if it ends on this line and means what it says.
    fn simple_quoted_text(&mut self, single: bool) -> Option<&'a str> {
        let rest = self.cursor.rest();
        let length = if single {
            memchr::memchr2(b'\'', b'\n', rest)
        } else {
            memchr::memchr3(b'"', b'\\', b'\n', rest)
        }?;
        let quote = if single { b'\'' } else { b'"' };
        let doubled = single && rest.get(length + 1) == Some(&b'\'');
        if rest[length] != quote || doubled || !self.cursor.traits.only_line_feeds {
            return None;
        }
        let from = self.cursor.offset();
        self.cursor.advance(length + 1);
        Some(self.cursor.slice(from, from + length))
    }

    fn scan_quoted_scalar(&mut self, single: bool, start: Mark) -> Result<String, Fault> {
        let mut text = String::new();
        let mut gap = Gap::default();
        loop {
            if self.cursor.at_document_indicator() {
                return Err(self.fault(start, "found unexpected document indicator"));
            }
            if self.cursor.peek(0) == 0 {
                return Err(self.fault(start, "found unexpected end of stream"));
            }
            let escaped_break = self.scan_quoted_word(single, start, &mut text)?;
            if self.cursor.peek(0) == if single { b'\'' } else { b'"' } {
                break;
            }
            if escaped_break {
                gap.note_escaped_break();
            }
            self.skip_quoted_gap(&mut gap);
            gap.fold_into(&mut text, &self.cursor);
        }
        self.cursor.advance(1);
        Ok(text)
    }

    /// Reads up to the next blank, line break or closing quote. Tells whether it stopped behind an escaped line break.
    fn scan_quoted_word(
        &mut self,
        single: bool,
        start: Mark,
        text: &mut String,
    ) -> Result<bool, Fault> {
        loop {
            let from = self.cursor.offset();
            while !matches!(self.cursor.peek(0), b'\'' | b'"' | b'\\')
                && !self.cursor.is_space_or_end(0)
            {
                self.cursor.advance_character();
            }
            text.push_str(self.cursor.slice(from, self.cursor.offset()));
            match self.cursor.peek(0) {
                b'\'' if single && self.cursor.peek(1) == b'\'' => {
                    text.push('\'');
                    self.cursor.advance(2);
                }
                b'\'' if single => return Ok(false),
                b'"' if !single => return Ok(false),
                b'\\' if !single && self.cursor.is_break(1) => {
                    self.cursor.advance(1);
                    self.cursor.take_break();
                    return Ok(true);
                }
                b'\\' if !single => text.push(self.scan_escape(start)?),
                quote @ (b'\'' | b'"' | b'\\') => {
                    text.push(char::from(quote));
                    self.cursor.advance(1);
                }
                _ => return Ok(false),
            }
        }
    }

    fn skip_quoted_gap(&mut self, gap: &mut Gap) {
        loop {
            if self.cursor.is_blank(0) {
                gap.note_blank(self.cursor.offset());
                self.cursor.advance(1);
            } else if self.cursor.is_break(0) {
                gap.note_break(self.cursor.take_break());
            } else {
                return;
            }
        }
    }

    /// Reads `\n`, `\x41` and the like.
    fn scan_escape(&mut self, start: Mark) -> Result<char, Fault> {
        let code_length = match self.cursor.peek(1) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            letter => {
                let character = escaped_character(letter)
                    .ok_or_else(|| self.fault(start, "found unknown escape character"))?;
                self.cursor.advance(2);
                return Ok(character);
            }
        };
        self.cursor.advance(2);
        let mut value = 0u32;
        for ahead in 0..code_length {
            let digit = char::from(self.cursor.peek(ahead)).to_digit(16);
            let digit = digit
                .ok_or_else(|| self.fault(start, "did not find expected hexdecimal number"))?;
            value = (value << 4) | digit;
        }
        let character = char::from_u32(value)
            .ok_or_else(|| self.fault(start, "found invalid Unicode character escape code"))?;
        self.cursor.advance(code_length);
        Ok(character)
    }
}

fn escaped_character(letter: u8) -> Option<char> {
    Some(match letter {
        b'0' => '\0',
        b'a' => '\x07',
        b'b' => '\x08',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\x0B',
        b'f' => '\x0C',
        b'r' => '\r',
        b'e' => '\x1B',
        b' ' => ' ',
        b'"' => '"',
        b'\'' => '\'',
        b'\\' => '\\',
        b'N' => '\u{85}',
        b'_' => '\u{A0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        _ => return None,
    })
}
