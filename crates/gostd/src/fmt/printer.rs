use super::flags::Flags;
use crate::unicode::runes;

/// The output with the flags of the verb being printed.
pub(super) struct Printer {
    pub(super) out: Vec<u8>,
    pub(super) flags: Flags,
    /// Set while the value inside a `%!verb(…)` is printed: methods are not called there.
    pub(super) erroring: bool,
}

impl Printer {
    pub(super) fn new() -> Self {
        Printer {
            out: Vec::new(),
            flags: Flags::default(),
            erroring: false,
        }
    }

    pub(super) fn write(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    pub(super) fn write_char(&mut self, c: char) {
        self.out
            .extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    pub(super) fn write_padding(&mut self, count: usize) {
        let fill = if self.flags.zero && !self.flags.minus {
            b'0'
        } else {
            b' '
        };
        self.out.resize(self.out.len() + count, fill);
    }

    /// Writes `text` in the width that the flags ask for, counted in runes.
    pub(super) fn pad(&mut self, text: &[u8]) {
        let missing = match self.flags.width {
            Some(width) => width.saturating_sub(runes(text).count()),
            None => 0,
        };
        if !self.flags.minus {
            self.write_padding(missing);
        }
        self.out.extend_from_slice(text);
        if self.flags.minus {
            self.write_padding(missing);
        }
    }

    /// As [`Printer::pad`], never with zeros.
    pub(super) fn pad_with_blanks(&mut self, text: &[u8]) {
        let zero = std::mem::take(&mut self.flags.zero);
        self.pad(text);
        self.flags.zero = zero;
    }
}
