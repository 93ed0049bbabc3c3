//! Items inside an action.

use super::rune::{decode, is_alphanumeric, quote_rune};
use super::{Item, ItemKind, Lexer, RIGHT_DELIM, State, has_right_trim_marker, is_space};

/// What most words are made of.
fn is_ascii_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

impl Lexer<'_> {
    /// Number, quoted string, identifier, or one of the signs.
    pub(super) fn inside_action(&mut self) -> Item {
        if self.at_right_delim().is_some() {
            if self.paren_depth > 0 {
                return self.error("unclosed left paren".to_owned());
            }
            return self.right_delim();
        }
        let Some((rune, length)) = self.peek() else {
            return self.error("unclosed action".to_owned());
        };
        match rune {
            ' ' | '\t' | '\r' | '\n' => return self.space(),
            '+' | '-' | '0'..='9' => return self.number(),
            '.' if self.rest().get(1).is_some_and(u8::is_ascii_digit) => return self.number(),
            _ if is_alphanumeric(rune) => return self.identifier(),
            _ => self.pos += length,
        }
        match rune {
            '=' => self.emit(ItemKind::Assign),
            ':' if self.accept(b"=") => self.emit(ItemKind::Declare),
            ':' => self.error("expected :=".to_owned()),
            '|' => self.emit(ItemKind::Pipe),
            '"' => self.quote(),
            '`' => self.raw_quote(),
            '\'' => self.char_constant(),
            '$' => self.field_or_variable(ItemKind::Variable),
            '.' => self.field_or_variable(ItemKind::Field),
            '(' => {
                self.paren_depth += 1;
                self.emit(ItemKind::LeftParen)
            }
            ')' if self.paren_depth == 0 => self.error("unexpected right paren".to_owned()),
            ')' => {
                self.paren_depth -= 1;
                self.emit(ItemKind::RightParen)
            }
            '!'..='~' => self.emit(ItemKind::Char),
            _ => self.error(format!(
                "unrecognized character in action: {}",
                quote_rune(rune)
            )),
        }
    }

    fn peek(&self) -> Option<(char, usize)> {
        decode(self.rest())
    }

    /// A run of blanks. The last one may belong to the trim marker of the right delimiter.
    fn space(&mut self) -> Item {
        let count = self
            .rest()
            .iter()
            .take_while(|byte| is_space(**byte))
            .count();
        self.pos += count;
        let last = &self.input[self.pos - 1..];
        if has_right_trim_marker(last) && last[2..].starts_with(RIGHT_DELIM) {
            self.pos -= 1;
            if count == 1 {
                // Parentheses are not checked here, as Go does not.
                self.state = State::RightDelim;
                return self.right_delim();
            }
        }
        self.emit(ItemKind::Space)
    }

    fn identifier(&mut self) -> Item {
        self.accept_alphanumerics();
        if let Some(item) = self.bad_character() {
            return item;
        }
        let kind = match &self.input[self.start..self.pos] {
            b"true" | b"false" => ItemKind::Bool,
            word => ItemKind::keyword(word).unwrap_or(ItemKind::Identifier),
        };
        self.emit(kind)
    }

    /// A field or a variable whose `.` or `$` has been read; alone these are the dot and the variable `$`.
    fn field_or_variable(&mut self, kind: ItemKind) -> Item {
        if self.at_terminator() {
            return self.emit(if kind == ItemKind::Field {
                ItemKind::Dot
            } else {
                kind
            });
        }
        self.accept_alphanumerics();
        self.bad_character().unwrap_or_else(|| self.emit(kind))
    }

    fn accept_alphanumerics(&mut self) {
        loop {
            let rest = self.rest().iter();
            self.pos += rest.take_while(|byte| is_ascii_word(**byte)).count();
            match self.peek() {
                Some((rune, length)) if is_alphanumeric(rune) => self.pos += length,
                _ => return,
            }
        }
    }

    /// The error for a word that runs into something other than a terminator.
    fn bad_character(&mut self) -> Option<Item> {
        if self.at_terminator() {
            return None;
        }
        let (rune, _) = self.peek()?;
        Some(self.error(format!("bad character {}", quote_rune(rune))))
    }

    fn at_terminator(&self) -> bool {
        match self.rest() {
            [] => true,
            [
                b' ' | b'\t' | b'\r' | b'\n' | b'.' | b',' | b'|' | b':' | b')' | b'(',
                ..,
            ] => true,
            rest => rest.starts_with(RIGHT_DELIM),
        }
    }

    fn quote(&mut self) -> Item {
        if self.quoted_until(b'"') {
            self.emit(ItemKind::String)
        } else {
            self.error("unterminated quoted string".to_owned())
        }
    }

    fn char_constant(&mut self) -> Item {
        if self.quoted_until(b'\'') {
            self.emit(ItemKind::CharConstant)
        } else {
            self.error("unterminated character constant".to_owned())
        }
    }

    /// Reads up to and including `quote` on this line, over escaped characters.
    fn quoted_until(&mut self, quote: u8) -> bool {
        let mut escaped = false;
        for (offset, byte) in self.rest().iter().enumerate() {
            match *byte {
                b'\n' => return false,
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                byte if byte == quote => {
                    self.pos += offset + 1;
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn raw_quote(&mut self) -> Item {
        match memchr::memchr(b'`', self.rest()) {
            Some(length) => {
                self.pos += length + 1;
                self.emit(ItemKind::RawString)
            }
            None => self.error("unterminated raw quoted string".to_owned()),
        }
    }

    /// A number; whether its digits make sense is the parser's question.
    fn number(&mut self) -> Item {
        if !self.scan_number() {
            return self.bad_number();
        }
        if matches!(self.rest(), [b'+' | b'-', ..]) {
            if !self.scan_number() || self.input[self.pos - 1] != b'i' {
                return self.bad_number();
            }
            return self.emit(ItemKind::Complex);
        }
        self.emit(ItemKind::Number)
    }

    fn bad_number(&mut self) -> Item {
        let text = gostd::strconv::quote(&self.input[self.start..self.pos]);
        self.error(format!("bad number syntax: {text}"))
    }

    fn scan_number(&mut self) -> bool {
        self.accept(b"+-");
        let (mut digits, mut exponent): (&[u8], &[u8]) = (b"0123456789_", b"eE");
        if self.accept(b"0") {
            if self.accept(b"xX") {
                (digits, exponent) = (b"0123456789abcdefABCDEF_", b"pP");
            } else if self.accept(b"oO") {
                (digits, exponent) = (b"01234567_", b"");
            } else if self.accept(b"bB") {
                (digits, exponent) = (b"01_", b"");
            }
        }
        self.accept_run(digits);
        if self.accept(b".") {
            self.accept_run(digits);
        }
        if self.accept(exponent) {
            self.accept(b"+-");
            self.accept_run(b"0123456789_");
        }
        self.accept(b"i");
        match self.peek() {
            Some((rune, length)) if is_alphanumeric(rune) => {
                self.pos += length;
                false
            }
            _ => true,
        }
    }

    fn accept(&mut self, valid: &[u8]) -> bool {
        let accepted = self.rest().first().is_some_and(|byte| valid.contains(byte));
        self.pos += usize::from(accepted);
        accepted
    }

    fn accept_run(&mut self, valid: &[u8]) {
        while self.accept(valid) {}
    }
}
