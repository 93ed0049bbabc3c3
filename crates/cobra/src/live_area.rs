//! Lines at the end of the output that change while a person watches.

use std::io;

use crate::Io;

/// The lines that were drawn last, to be drawn anew.
#[derive(Debug, Default)]
pub struct LiveArea {
    lines: usize,
}

/// Terminals cut lines that are too long instead of breaking them, so that a line stays a line.
const CUT: (&str, &str) = ("\x1b[?7l", "\x1b[?7h");

impl LiveArea {
    /// An empty area; none where no person watches, or where the terminal cannot go back.
    #[must_use]
    pub fn new(io: &Io<'_>) -> Option<LiveArea> {
        let goes_back = io.env.get("TERM") != Some("dumb");
        (io.terminals.stdout && goes_back).then(LiveArea::default)
    }

    /// Draws text, which ends with a line break, in place of what was drawn before.
    ///
    /// # Errors
    /// If the output is gone.
    pub fn draw(&mut self, text: &str, io: &mut Io<'_>) -> io::Result<()> {
        self.clear(io)?;
        write!(io.stdout, "{}{text}{}", CUT.0, CUT.1)?;
        self.lines = text.matches('\n').count();
        io.stdout.flush()
    }

    /// Takes away what was drawn; what is printed next stands in its place.
    ///
    /// # Errors
    /// If the output is gone.
    pub fn clear(&mut self, io: &mut Io<'_>) -> io::Result<()> {
        match std::mem::take(&mut self.lines) {
            0 => Ok(()),
            lines => write!(io.stdout, "\r\x1b[{lines}A\x1b[J"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Capture, Terminals};

    #[test]
    fn what_is_drawn_takes_the_place_of_what_was() {
        let mut capture = Capture::default();
        {
            let mut io = capture.io();
            assert!(LiveArea::new(&io).is_none(), "nobody watches a pipe");
            io.terminals = Terminals {
                stdout: true,
                ..Terminals::default()
            };
            let mut area = LiveArea::new(&io).expect("a person watches");
            area.draw("one\ntwo\n", &mut io).unwrap();
            area.draw("three\n", &mut io).unwrap();
            area.clear(&mut io).unwrap();
            area.clear(&mut io).unwrap();
        }
        let (cut, no_cut) = CUT;
        assert_eq!(
            capture.out(),
            format!("{cut}one\ntwo\n{no_cut}\r\x1b[2A\x1b[J{cut}three\n{no_cut}\r\x1b[1A\x1b[J")
        );
    }
}
