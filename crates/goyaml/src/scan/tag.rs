//! Anchors, aliases and tags.

use super::Scanner;
use crate::cursor::Mark;
use crate::fault::Fault;
use crate::token::TokenKind;

impl<'a> Scanner<'a> {
    pub(super) fn fetch_anchor(&mut self) -> Result<(), Fault> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        let alias = self.cursor.peek(0) == b'*';
        self.cursor.advance(1);
        let name = self.take_word();
        let ended = self.cursor.is_space_or_end(0)
            || matches!(
                self.cursor.peek(0),
                b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`'
            );
        if name.is_empty() || !ended {
            return Err(self.fault(
                start,
                "did not find expected alphabetic or numeric character",
            ));
        }
        self.push(
            if alias {
                TokenKind::Alias(name)
            } else {
                TokenKind::Anchor(name)
            },
            start,
        );
        Ok(())
    }

    /// Letters, digits, `_` and `-`.
    pub(super) fn take_word(&mut self) -> &'a str {
        let from = self.cursor.offset();
        while matches!(self.cursor.peek(0), b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'-') {
            self.cursor.advance(1);
        }
        self.cursor.slice(from, self.cursor.offset())
    }

    pub(super) fn fetch_tag(&mut self) -> Result<(), Fault> {
        self.save_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        let (handle, suffix) = if self.cursor.peek(1) == b'<' {
            self.cursor.advance(2);
            let suffix = self.scan_tag_uri(None, start)?;
            if self.cursor.peek(0) != b'>' {
                return Err(self.fault(start, "did not find the expected '>'"));
            }
            self.cursor.advance(1);
            ("", suffix)
        } else {
            self.scan_short_tag(start)?
        };
        if !self.cursor.is_space_or_end(0) {
            return Err(self.fault(start, "did not find expected whitespace or line break"));
        }
        self.push(TokenKind::Tag(Box::new((handle, suffix))), start);
        Ok(())
    }

    /// `!suffix`, `!!suffix` or `!handle!suffix`; the tag `!` alone has no handle.
    fn scan_short_tag(&mut self, start: Mark) -> Result<(&'a str, String), Fault> {
        let handle = self.scan_tag_handle(false, start)?;
        if handle.len() > 1 && handle.ends_with('!') {
            return Ok((handle, self.scan_tag_uri(None, start)?));
        }
        let suffix = self.scan_tag_uri(Some(handle), start)?;
        Ok(if suffix.is_empty() {
            ("", "!".to_owned())
        } else {
            ("!", suffix)
        })
    }

    pub(super) fn scan_tag_handle(
        &mut self,
        directive: bool,
        start: Mark,
    ) -> Result<&'a str, Fault> {
        if self.cursor.peek(0) != b'!' {
            return Err(self.fault(start, "did not find expected '!'"));
        }
        let from = self.cursor.offset();
        self.cursor.advance(1);
        let name = self.take_word();
        if self.cursor.peek(0) == b'!' {
            self.cursor.advance(1);
        } else if directive && !name.is_empty() {
            return Err(self.fault(start, "did not find expected '!'"));
        }
        Ok(self.cursor.slice(from, self.cursor.offset()))
    }

    /// Reads what may stand in a URI, after a `head` that turned out not to be a handle and whose `!` is dropped.
    pub(super) fn scan_tag_uri(
        &mut self,
        head: Option<&str>,
        start: Mark,
    ) -> Result<String, Fault> {
        let mut bytes = head.map_or_else(Vec::new, |head| head.as_bytes()[1..].to_vec());
        let before = self.cursor.offset();
        loop {
            match self.cursor.peek(0) {
                b'%' => self.scan_uri_escape(start, &mut bytes)?,
                byte if is_uri_byte(byte) => {
                    bytes.push(byte);
                    self.cursor.advance(1);
                }
                _ => break,
            }
        }
        if head.is_none() && self.cursor.offset() == before {
            return Err(self.fault(start, "did not find expected tag URI"));
        }
        String::from_utf8(bytes)
            .map_err(|_| self.fault(start, "found an incorrect trailing UTF-8 octet"))
    }

    /// Reads one character written as `%C3%A9`.
    fn scan_uri_escape(&mut self, start: Mark, bytes: &mut Vec<u8>) -> Result<(), Fault> {
        let mut missing = None;
        while missing != Some(0) {
            let digit = |ahead| char::from(self.cursor.peek(ahead)).to_digit(16);
            let (b'%', Some(high), Some(low)) = (self.cursor.peek(0), digit(1), digit(2)) else {
                return Err(self.fault(start, "did not find URI escaped octet"));
            };
            let octet = (high << 4 | low) as u8;
            missing = Some(match missing {
                None => {
                    sequence_length(octet).ok_or_else(|| {
                        self.fault(start, "found an incorrect leading UTF-8 octet")
                    })? - 1
                }
                Some(_) if octet & 0xC0 != 0x80 => {
                    return Err(self.fault(start, "found an incorrect trailing UTF-8 octet"));
                }
                Some(missing) => missing - 1,
            });
            bytes.push(octet);
            self.cursor.advance(3);
        }
        Ok(())
    }
}

fn is_uri_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-;/?:@&=+$,.!~*'()[]".contains(&byte)
}

/// Octets in the UTF-8 sequence that starts with this one.
fn sequence_length(first: u8) -> Option<usize> {
    match first {
        0..=0x7F => Some(1),
        0xC0..=0xDF => Some(2),
        0xE0..=0xEF => Some(3),
        0xF0..=0xF7 => Some(4),
        _ => None,
    }
}
