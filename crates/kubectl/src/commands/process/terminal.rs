//! The terminal of this command while it is that of a process elsewhere.

use std::io::stdin;

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// A terminal that passes every key on. It is as it was before when this is dropped.
pub(super) struct RawTerminal(Option<Termios>);

impl RawTerminal {
    /// Passes every key on from now on, if the standard input is a terminal.
    pub(super) fn enter() -> RawTerminal {
        let before = tcgetattr(stdin()).ok();
        if let Some(before) = &before {
            let mut raw = before.clone();
            raw.make_raw();
            // One that cannot be set stays as it is.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &raw);
        }
        RawTerminal(before)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            let _ = tcsetattr(stdin(), OptionalActions::Now, before);
        }
    }
}

/// The columns and rows of the terminal.
pub(super) fn size() -> Option<(u16, u16)> {
    let size = tcgetwinsize(stdin()).ok()?;
    Some((size.ws_col, size.ws_row))
}
