//! Scalars in their forms.

use super::analysis::{Analysis, break_width, is_printable, width};
use super::{Emitter, Form, Place};

/// Longest key that is written without `?`, in bytes.
pub(super) const LONGEST_SIMPLE_KEY: usize = 128;

impl Emitter {
    pub(super) fn write_scalar(&mut self, text: &str, wanted: Form, analysis: &Analysis) {
        let simple_key =
            self.place == Place::Key && !analysis.multiline && text.len() <= LONGEST_SIMPLE_KEY;
        self.begin_node(simple_key || self.place != Place::Key);
        let form = choose_form(wanted, analysis, simple_key);
        // Text inside a scalar is indented one step deeper than what it stands in.
        let around = self.indent;
        self.indent = Some(around.unwrap_or(0) + self.layout.indent);
        let breakable = !simple_key;
        match form {
            Form::Plain => self.write_plain(text, breakable),
            Form::SingleQuoted => self.write_single_quoted(text, breakable),
            Form::DoubleQuoted => self.write_double_quoted(text, breakable),
            Form::Literal => {
                self.write_block_header("|", text);
                self.put_break();
                self.write_literal_lines(text);
            }
        }
        self.indent = around;
        self.end_node();
    }

    /// Writes a text in double quotes.
    pub(super) fn double_quoted(&mut self, text: &str) {
        self.write_scalar(text, Form::DoubleQuoted, &Analysis::of(text, self.layout));
    }

    /// Starts a new line if needed, and moves to the indentation.
    pub(super) fn write_indent(&mut self) {
        let indent = self.indent.unwrap_or(0);
        if !self.indention || self.column > indent || (self.column == indent && !self.whitespace) {
            self.put_break();
        }
        if self.foot_indent.take() == Some(indent) {
            self.put_break();
        }
        self.put_spaces(indent.saturating_sub(self.column));
        self.whitespace = true;
    }

    pub(super) fn write_indicator(
        &mut self,
        indicator: &str,
        need_whitespace: bool,
        is_indention: bool,
    ) {
        if need_whitespace && !self.whitespace {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(indicator);
        self.column += indicator.len();
        self.whitespace = false;
        self.indention &= is_indention;
    }

    pub(super) fn put_break(&mut self) {
        self.out.push('\n');
        self.column = 0;
        self.indention = true;
    }

    fn put_spaces(&mut self, count: usize) {
        const SPACES: &str = "                                                                ";
        let mut left = count;
        while left > 0 {
            let some = left.min(SPACES.len());
            self.out.push_str(&SPACES[..some]);
            left -= some;
        }
        self.column += count;
    }

    /// Writes text without line breaks as it is.
    pub(super) fn put(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += if text.is_ascii() {
            text.len()
        } else {
            text.chars().count()
        };
    }

    /// Whether a space here may become a line break.
    pub(super) fn is_too_wide(&self) -> bool {
        self.layout.width.is_some_and(|width| self.column > width)
    }

    /// Whether text of so many bytes ends before the width, so that it cannot be folded.
    fn fits(&self, bytes: usize) -> bool {
        self.layout
            .width
            .is_none_or(|width| self.column + bytes <= width)
    }

    pub(super) fn write_plain(&mut self, text: &str, breakable: bool) {
        if !text.is_empty() && !self.whitespace {
            self.put(" ");
        }
        if breakable && !self.fits(text.len()) {
            self.write_folded_words(text, 0, false);
        } else {
            self.put(text);
        }
        self.whitespace = false;
        self.indention = false;
    }

    /// Writes text on a line, a single space becoming a line break where the line is too wide. `margin` is the number of bytes at either
    /// end where spaces stay.
    fn write_folded_words(&mut self, text: &str, margin: usize, doubled_quotes: bool) {
        let bytes = text.as_bytes();
        let mut from = 0;
        for at in memchr::memchr_iter(b' ', bytes) {
            let alone = (at == 0 || bytes[at - 1] != b' ') && bytes.get(at + 1) != Some(&b' ');
            let inside = at >= margin && at + margin < bytes.len();
            self.put_quoted_part(&text[from..at], doubled_quotes);
            if alone && inside && self.is_too_wide() {
                self.write_indent();
                // What follows is text, whatever the line holds so far.
                self.indention = false;
            } else {
                self.put(" ");
            }
            from = at + 1;
        }
        self.put_quoted_part(&text[from..], doubled_quotes);
    }

    fn put_quoted_part(&mut self, part: &str, doubled_quotes: bool) {
        if !part.is_empty() {
            self.indention = false;
        }
        if !doubled_quotes || !part.contains('\'') {
            self.put(part);
            return;
        }
        for (index, piece) in part.split('\'').enumerate() {
            if index > 0 {
                self.put("''");
            }
            self.put(piece);
        }
    }

    pub(super) fn write_single_quoted(&mut self, text: &str, breakable: bool) {
        self.write_indicator("'", true, false);
        let mut rest = text;
        // Only LS and PS get here as line breaks; a line feed makes a block.
        while let Some(at) = rest.find(['\u{2028}', '\u{2029}', '\n']) {
            self.write_single_quoted_line(&rest[..at], breakable);
            let mut breaks = rest[at..]
                .chars()
                .take_while(|c| matches!(c, '\u{2028}' | '\u{2029}' | '\n'))
                .map(char::len_utf8)
                .sum::<usize>();
            breaks += at;
            self.write_quoted_breaks(&rest[at..breaks]);
            rest = &rest[breaks..];
            if !rest.is_empty() {
                self.write_indent();
            }
        }
        self.write_single_quoted_line(rest, breakable);
        self.write_indicator("'", false, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn write_single_quoted_line(&mut self, text: &str, breakable: bool) {
        if breakable && !self.fits(text.len() * 2) {
            self.write_folded_words(text, 1, true);
        } else {
            self.put_quoted_part(text, true);
        }
    }

    fn write_quoted_breaks(&mut self, breaks: &str) {
        let mut first = true;
        for line_break in breaks.chars() {
            if line_break == '\n' {
                if first {
                    self.put_break();
                }
                self.put_break();
            } else {
                self.out.push(line_break);
                self.column = 0;
                self.indention = true;
            }
            first = false;
        }
    }

    pub(super) fn write_double_quoted(&mut self, text: &str, breakable: bool) {
        self.write_indicator("\"", true, false);
        let bytes = text.as_bytes();
        // go-yaml looks for a byte order mark at the start of the text whichever character it writes.
        let escape_all = text.starts_with('\u{FEFF}');
        let mut after_space = false;
        let mut at = 0;
        while at < bytes.len() {
            let first = bytes[at];
            let length = width(first);
            let escaped = escape_all
                || matches!(first, b'"' | b'\\')
                || break_width(&bytes[at..]) > 0
                || !is_printable(&bytes[at..]);
            if escaped {
                self.write_escaped(text[at..].chars().next().unwrap_or_default());
                after_space = false;
            } else if first == b' ' {
                if breakable && !after_space && self.is_too_wide() && at > 0 && at + 1 < bytes.len()
                {
                    self.write_indent();
                    if bytes[at + 1] == b' ' {
                        self.put("\\");
                    }
                } else {
                    self.put(" ");
                }
                after_space = true;
            } else {
                self.out.push_str(&text[at..at + length]);
                self.column += 1;
                after_space = false;
            }
            at += length;
        }
        self.write_indicator("\"", false, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn write_escaped(&mut self, character: char) {
        let letter = match character {
            '\0' => '0',
            '\x07' => 'a',
            '\x08' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\x0B' => 'v',
            '\x0C' => 'f',
            '\r' => 'r',
            '\x1B' => 'e',
            '"' => '"',
            '\\' => '\\',
            '\u{85}' => 'N',
            '\u{A0}' => '_',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            _ => return self.write_hexadecimal(u32::from(character)),
        };
        self.out.push('\\');
        self.out.push(letter);
        self.column += 2;
    }

    fn write_hexadecimal(&mut self, code: u32) {
        let escape = match code {
            0..=0xFF => compact_str::format_compact!("\\x{code:02X}"),
            0x100..=0xFFFF => compact_str::format_compact!("\\u{code:04X}"),
            _ => compact_str::format_compact!("\\U{code:08X}"),
        };
        self.put(&escape);
    }

    /// Writes `|` or `>` and what must be known of a text to read it.
    pub(super) fn write_block_header(&mut self, indicator: &str, text: &str) {
        self.write_indicator(indicator, true, false);
        if text.starts_with(' ') || break_width(text.as_bytes()) > 0 {
            let hint = char::from(b'0' + self.layout.indent as u8);
            self.out.push(hint);
        }
        self.out.push_str(chomping_hint(text));
    }

    /// Writes the lines of a text as they are.
    pub(super) fn write_literal_lines(&mut self, text: &str) {
        self.whitespace = true;
        let indent = self.indent.unwrap_or(0);
        for line in text.split_inclusive(['\n', '\u{2028}', '\u{2029}']) {
            let body = line.trim_end_matches(['\n', '\u{2028}', '\u{2029}']);
            if !body.is_empty() {
                self.put_spaces(indent);
                self.indention = false;
            }
            self.out.push_str(line);
            if body.len() < line.len() {
                self.indention = true;
            }
        }
        self.column = if self.indention { 0 } else { indent + 1 };
    }
}

fn choose_form(wanted: Form, analysis: &Analysis, simple_key: bool) -> Form {
    let form = match wanted {
        _ if simple_key && analysis.multiline => Form::DoubleQuoted,
        Form::Plain if !analysis.plain => Form::SingleQuoted,
        Form::Literal if !analysis.block || simple_key => Form::DoubleQuoted,
        form => form,
    };
    if form == Form::SingleQuoted && !analysis.single_quoted {
        Form::DoubleQuoted
    } else {
        form
    }
}

/// What is written behind `|` to tell how the text ends.
pub(super) fn chomping_hint(text: &str) -> &'static str {
    let is_break = |c: char| matches!(c, '\n' | '\u{2028}' | '\u{2029}');
    let mut characters = text.chars().rev();
    match (characters.next(), characters.next()) {
        (Some(last), _) if !is_break(last) => "-",
        (Some(_), None) => "+",
        (Some(_), Some(before)) if is_break(before) => "+",
        (Some(_), Some(_)) => "",
        (None, _) => "-",
    }
}
