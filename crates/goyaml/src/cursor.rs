//! The text and the place in it.

use std::borrow::Cow;

use crate::Position;
use crate::input::Traits;

/// A place in the text as the scanner knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Bytes before it.
    pub(crate) offset: usize,
    /// Lines before it.
    pub(crate) line: u32,
    /// Bytes before it on its line. Indentation is made of spaces, so that bytes are characters where it counts.
    pub(crate) column: u32,
}

/// Reads a text byte by byte, and knows the line and column it is at.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    offset: usize,
    line: u32,
    line_start: usize,
    /// What the text can be trusted not to hold.
    pub(crate) traits: Traits,
    counted: Counted,
}

/// Characters counted on a line so far, to turn bytes into columns without counting twice.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    line: u32,
    offset: usize,
    characters: u32,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str, traits: Traits) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            offset: 0,
            line: 0,
            line_start: 0,
            traits,
            counted: Counted::default(),
        }
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            offset: self.offset,
            line: self.line,
            column: self.column(),
        }
    }

    #[inline]
    pub(crate) fn column(&self) -> u32 {
        (self.offset - self.line_start) as u32
    }

    #[inline]
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// The byte `ahead` of here; 0 beyond the end of the text, which holds no zero itself.
    #[inline]
    pub(crate) fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.offset + ahead).copied().unwrap_or(0)
    }

    /// The bytes from here to the end.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.offset..).unwrap_or(&[])
    }

    #[inline]
    pub(crate) fn slice(&self, from: usize, to: usize) -> &'a str {
        &self.text[from..to]
    }

    /// Moves over bytes that hold no line break.
    #[inline]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.offset += bytes;
    }

    /// Moves over one character that is no line break.
    pub(crate) fn advance_character(&mut self) {
        self.offset += width(self.peek(0));
    }

    /// Length of the line break `ahead` of here, 0 if there is none. YAML 1.1 knows CR LF, CR, LF, NEL, LS and PS.
    #[inline]
    pub(crate) fn break_width(&self, ahead: usize) -> usize {
        match self.peek(ahead) {
            b'\n' => 1,
            b'\r' if self.peek(ahead + 1) == b'\n' => 2,
            b'\r' => 1,
            0xC2 if self.peek(ahead + 1) == 0x85 => 2,
            0xE2 if self.peek(ahead + 1) == 0x80 && matches!(self.peek(ahead + 2), 0xA8 | 0xA9) => {
                3
            }
            _ => 0,
        }
    }

    #[inline]
    pub(crate) fn is_break(&self, ahead: usize) -> bool {
        self.break_width(ahead) > 0
    }

    #[inline]
    pub(crate) fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), b' ' | b'\t')
    }

    /// A line break or the end of the text.
    #[inline]
    pub(crate) fn is_break_or_end(&self, ahead: usize) -> bool {
        self.peek(ahead) == 0 || self.is_break(ahead)
    }

    /// White space, a line break or the end of the text.
    #[inline]
    pub(crate) fn is_space_or_end(&self, ahead: usize) -> bool {
        self.is_blank(ahead) || self.is_break_or_end(ahead)
    }

    /// Moves over a line break and tells what it means: LF, or LS and PS as they are.
    #[inline]
    pub(crate) fn take_break(&mut self) -> &'static str {
        let first = self.peek(0);
        let meaning = match (first, self.peek(2)) {
            (0xE2, 0xA8) => "\u{2028}",
            (0xE2, _) => "\u{2029}",
            _ => "\n",
        };
        self.offset += self.break_width(0);
        self.line += 1;
        self.line_start = self.offset;
        meaning
    }

    /// Line breaks in the white space in front of here.
    pub(crate) fn breaks_behind(&self) -> u32 {
        let mut breaks = 0;
        let mut rest = &self.bytes[..self.offset.min(self.bytes.len())];
        loop {
            rest = match rest {
                [before @ .., b' ' | b'\t'] => before,
                [before @ .., b'\r', b'\n']
                | [before @ .., 0xC2, 0x85]
                | [before @ .., 0xE2, 0x80, 0xA8 | 0xA9]
                | [before @ .., b'\n' | b'\r'] => {
                    breaks += 1;
                    before
                }
                _ => return breaks,
            };
        }
    }

    /// Moves to the end of the line, in front of its break.
    pub(crate) fn skip_to_break(&mut self) {
        if self.traits.only_line_feeds {
            self.offset += memchr::memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
            return;
        }
        while !self.is_break_or_end(0) {
            self.advance_character();
        }
    }

    /// At the end of the text, starts a new line if the last one was not ended.
    pub(crate) fn force_new_line(&mut self) {
        if self.column() != 0 {
            self.line += 1;
            self.line_start = self.offset;
        }
    }

    /// Whether `---` or `...` stands here at the start of a line.
    #[inline]
    pub(crate) fn at_document_indicator(&self) -> bool {
        self.offset == self.line_start
            && matches!(self.rest(), [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..])
            && self.is_space_or_end(3)
    }

    /// The place of a mark for people: both counted from one, the column in characters. Fastest when marks come in order.
    #[inline]
    pub(crate) fn position(&mut self, mark: Mark) -> Position {
        if self.traits.ascii {
            return Position::new(mark.line + 1, mark.column + 1);
        }
        let counted = self.counted;
        let (from, before) = if counted.line == mark.line && counted.offset <= mark.offset {
            (counted.offset, counted.characters)
        } else {
            (mark.offset.saturating_sub(mark.column as usize), 0)
        };
        let characters =
            before + count_characters(&self.bytes[from..mark.offset.min(self.bytes.len())]) as u32;
        self.counted = Counted {
            line: mark.line,
            offset: mark.offset,
            characters,
        };
        Position::new(mark.line + 1, characters + 1)
    }

    /// Whether more than `limit` characters lie between a mark and here.
    #[inline]
    pub(crate) fn is_further_than(&self, mark: Mark, limit: usize) -> bool {
        let bytes = self.offset - mark.offset;
        bytes > limit && count_characters(&self.bytes[mark.offset..self.offset]) > limit
    }
}

fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

/// Length of the character that starts with a byte.
fn width(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// Text of a scalar: a slice of the input as long as nothing had to be changed.
pub(crate) type Text<'a> = Cow<'a, str>;
