//! White space inside scalars.

use std::ops::Range;

use crate::cursor::Cursor;

/// White space between two words of a scalar, which may be folded.
#[derive(Debug, Default)]
pub(super) struct Gap {
    /// Blanks on one line, as offsets in the text.
    blanks: Range<usize>,
    /// The first line break, if there is one.
    first_break: &'static str,
    /// The line breaks behind the first.
    more_breaks: String,
    /// A backslash took back the first line break.
    escaped: bool,
}

impl Gap {
    pub(super) fn has_break(&self) -> bool {
        !self.first_break.is_empty() || self.escaped
    }

    pub(super) fn note_escaped_break(&mut self) {
        self.escaped = true;
    }

    pub(super) fn note_break(&mut self, meaning: &'static str) {
        if self.has_break() {
            self.more_breaks.push_str(meaning);
        } else {
            self.blanks = 0..0;
            self.first_break = meaning;
        }
    }

    pub(super) fn note_blank(&mut self, offset: usize) {
        if self.has_break() {
            return;
        }
        if self.blanks.is_empty() {
            self.blanks = offset..offset;
        }
        self.blanks.end = offset + 1;
    }

    /// Writes what the gap means and empties it: blanks as they are, one line feed as a space, more of them less one.
    pub(super) fn fold_into(&mut self, text: &mut String, cursor: &Cursor<'_>) {
        if !self.has_break() {
            text.push_str(cursor.slice(self.blanks.start, self.blanks.end));
        } else if self.first_break == "\n" && self.more_breaks.is_empty() {
            text.push(' ');
        } else {
            if self.first_break != "\n" {
                text.push_str(self.first_break);
            }
            text.push_str(&self.more_breaks);
        }
        self.blanks = 0..0;
        self.first_break = "";
        self.more_breaks.clear();
        self.escaped = false;
    }
}
