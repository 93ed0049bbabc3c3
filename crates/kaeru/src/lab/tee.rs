//! Output that is shown, indented, and kept.

use std::io::{self, Write};

/// Passes every line on with an indent, and keeps all of it.
pub(super) struct Tee<'a> {
    shown: &'a mut dyn Write,
    kept: &'a mut Vec<u8>,
    at_line_start: bool,
}

const INDENT: &[u8] = b"    ";

impl<'a> Tee<'a> {
    pub(super) fn new(shown: &'a mut dyn Write, kept: &'a mut Vec<u8>) -> Tee<'a> {
        Tee {
            shown,
            kept,
            at_line_start: true,
        }
    }
}

impl Write for Tee<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            // An empty line stays empty.
            if self.at_line_start && line != b"\n" {
                self.shown.write_all(INDENT)?;
            }
            self.shown.write_all(line)?;
            self.at_line_start = line.ends_with(b"\n");
        }
        self.kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.shown.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_indented_however_they_come() {
        let (mut shown, mut kept) = (Vec::new(), Vec::new());
        let mut tee = Tee::new(&mut shown, &mut kept);
        for piece in ["a", "b\n", "\nc\nd"] {
            tee.write_all(piece.as_bytes()).unwrap();
        }
        assert_eq!(String::from_utf8(shown).unwrap(), "    ab\n\n    c\n    d");
        assert_eq!(kept, b"ab\n\nc\nd");
    }
}
