//! `%YAML` and `%TAG`.

use super::Scanner;
use crate::cursor::Mark;
use crate::fault::Fault;
use crate::token::TokenKind;

impl<'a> Scanner<'a> {
    pub(super) fn fetch_directive(&mut self) -> Result<(), Fault> {
        self.unroll_indent(-1, self.cursor.mark());
        self.remove_simple_key()?;
        self.simple_key_allowed = false;
        let start = self.cursor.mark();
        self.cursor.advance(1);
        let kind = self.scan_directive(start)?;
        self.push(kind, start);
        self.finish_line(start, "did not find expected comment or line break")
    }

    fn scan_directive(&mut self, start: Mark) -> Result<TokenKind<'a>, Fault> {
        let name = self.take_word();
        if name.is_empty() {
            return Err(self.fault(start, "could not find expected directive name"));
        }
        if !self.cursor.is_space_or_end(0) {
            return Err(self.fault(start, "found unexpected non-alphabetical character"));
        }
        match name {
            "YAML" => self.scan_version(start),
            "TAG" => self.scan_tag_directive(start),
            _ => Err(self.fault(start, "found unknown directive name")),
        }
    }

    fn scan_version(&mut self, start: Mark) -> Result<TokenKind<'a>, Fault> {
        self.skip_blanks();
        let major = self.scan_version_number(start)?;
        if self.cursor.peek(0) != b'.' {
            return Err(self.fault(start, "did not find expected digit or '.' character"));
        }
        self.cursor.advance(1);
        let minor = self.scan_version_number(start)?;
        Ok(TokenKind::VersionDirective { major, minor })
    }

    fn scan_version_number(&mut self, start: Mark) -> Result<u8, Fault> {
        let from = self.cursor.offset();
        while self.cursor.peek(0).is_ascii_digit() {
            if self.cursor.offset() - from == 2 {
                return Err(self.fault(start, "found extremely long version number"));
            }
            self.cursor.advance(1);
        }
        let digits = self.cursor.slice(from, self.cursor.offset());
        digits
            .parse()
            .map_err(|_| self.fault(start, "did not find expected version number"))
    }

    fn scan_tag_directive(&mut self, start: Mark) -> Result<TokenKind<'a>, Fault> {
        self.skip_blanks();
        let handle = self.scan_tag_handle(true, start)?;
        if !self.cursor.is_blank(0) {
            return Err(self.fault(start, "did not find expected whitespace"));
        }
        self.skip_blanks();
        let prefix = self.scan_tag_uri(None, start)?;
        if !self.cursor.is_space_or_end(0) {
            return Err(self.fault(start, "did not find expected whitespace or line break"));
        }
        Ok(TokenKind::TagDirective(Box::new((handle, prefix))))
    }

    fn skip_blanks(&mut self) {
        while self.cursor.is_blank(0) {
            self.cursor.advance(1);
        }
    }
}
