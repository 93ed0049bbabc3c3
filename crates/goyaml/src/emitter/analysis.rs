//! What a text allows.

use super::Layout;

/// Which forms a text can be written in, in block context.
#[derive(Clone, Copy, Debug)]
pub(super) struct Analysis {
    /// It holds a line feed.
    pub(super) line_feed: bool,
    /// It holds a line break of any kind.
    pub(super) multiline: bool,
    /// It holds characters that can only be written in double quotes, if at all.
    pub(super) special: bool,
    pub(super) plain: bool,
    pub(super) single_quoted: bool,
    pub(super) block: bool,
}

/// Bytes that never matter, wherever they stand but in front.
const ORDINARY: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0x21;
    while byte < 0x7F {
        table[byte] = !matches!(byte as u8, b':' | b'#');
        byte += 1;
    }
    table
};

impl Analysis {
    /// Of a text that is known to be plain.
    pub(super) const fn harmless() -> Self {
        Self {
            line_feed: false,
            multiline: false,
            special: false,
            plain: true,
            single_quoted: true,
            block: true,
        }
    }

    pub(super) fn of(text: &str, layout: Layout) -> Self {
        let bytes = text.as_bytes();
        let Some(&first) = bytes.first() else {
            return Self {
                block: false,
                ..Self::harmless()
            };
        };
        let mut findings = Findings {
            indicators: starts_with_indicator(bytes),
            ..Findings::default()
        };
        let last = bytes[bytes.len() - 1];
        findings.outer_space = first == b' ' || last == b' ';
        findings.trailing_space = last == b' ';
        let mut at = 0;
        while let Some(ordinary) = bytes[at..]
            .iter()
            .position(|byte| !ORDINARY[usize::from(*byte)])
        {
            at += ordinary;
            at += findings.note(bytes, at);
        }
        findings.conclude(layout)
    }
}

fn starts_with_indicator(bytes: &[u8]) -> bool {
    let alone = bytes.len() == 1 || is_blank(bytes[1]);
    match bytes[0] {
        b'#' | b',' | b'[' | b']' | b'{' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\''
        | b'"' | b'%' | b'@' | b'`' => true,
        b'?' | b':' | b'-' if alone => true,
        _ => bytes.starts_with(b"---") || bytes.starts_with(b"..."),
    }
}

#[derive(Debug, Default)]
struct Findings {
    indicators: bool,
    outer_space: bool,
    trailing_space: bool,
    outer_break: bool,
    line_feed: bool,
    line_break: bool,
    break_space: bool,
    space_break: bool,
    tab: bool,
    special: bool,
}

impl Findings {
    /// Looks at a character that may matter and tells its length.
    fn note(&mut self, bytes: &[u8], at: usize) -> usize {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let next = bytes.get(at + 1).copied();
        match bytes[at] {
            b' ' => self.break_space |= before.is_some() && ends_with_break(&bytes[..at]),
            b':' => self.indicators |= next.is_none_or(is_blank),
            b'#' => self.indicators |= before.is_none_or(is_blank) || ends_with_break(&bytes[..at]),
            b'\t' => self.tab = true,
            b'\n' => {
                self.line_feed = true;
                self.note_break(bytes, at, 1);
            }
            b'\r' => {
                self.special = true;
                self.note_break(bytes, at, 1);
            }
            0xC2 if next == Some(0x85) => {
                self.special = true;
                self.note_break(bytes, at, 2);
                return 2;
            }
            0xE2 if next == Some(0x80) && matches!(bytes[at + 2], 0xA8 | 0xA9) => {
                self.note_break(bytes, at, 3);
                return 3;
            }
            _ => {
                self.special |= !is_printable(&bytes[at..]);
                return width(bytes[at]);
            }
        }
        1
    }

    fn note_break(&mut self, bytes: &[u8], at: usize, width: usize) {
        self.line_break = true;
        self.outer_break |= at == 0 || at + width == bytes.len();
        self.space_break |= at > 0 && bytes[at - 1] == b' ';
    }

    fn conclude(self, layout: Layout) -> Analysis {
        let special = self.special || (self.tab && !layout.tabs_in_blocks);
        let quotable = !self.break_space && !self.space_break && !self.tab && !special;
        Analysis {
            line_feed: self.line_feed,
            multiline: self.line_break,
            special: self.special,
            plain: quotable
                && !self.outer_space
                && !self.outer_break
                && !self.line_break
                && !self.indicators,
            single_quoted: quotable,
            block: !self.trailing_space && !self.space_break && !special,
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Length of a line break, 0 for anything else.
pub(super) fn break_width(bytes: &[u8]) -> usize {
    match bytes {
        [b'\n' | b'\r', ..] => 1,
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

fn ends_with_break(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [.., b'\n' | b'\r'] | [.., 0xC2, 0x85] | [.., 0xE2, 0x80, 0xA8 | 0xA9]
    )
}

/// Whether the first character can be written as it is. Astral planes count as unprintable, and so does the byte order mark.
pub(super) fn is_printable(bytes: &[u8]) -> bool {
    match bytes {
        [b'\n' | 0x20..=0x7E | 0xC3..=0xEC | 0xEE, ..]
        | [0xC2, 0xA0..=0xFF, ..]
        | [0xED, 0..=0x9F, ..] => true,
        [0xEF, 0xBB, 0xBF, ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..] => false,
        [0xEF, ..] => true,
        _ => false,
    }
}

/// Length of the character that starts with a byte.
pub(super) fn width(first: u8) -> usize {
    match first {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}
