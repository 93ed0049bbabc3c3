//! Folded scalars, as go-yaml v3 writes them.

use super::analysis::Analysis;
use super::{Emitter, Layout};

/// Writes a text as a document that is one folded scalar, or in double quotes where folding is not possible.
pub(crate) fn folded(text: &str) -> String {
    let mut emitter = Emitter::new(Layout::V3);
    if text.is_empty() || !Analysis::of(text, Layout::V3).block {
        emitter.double_quoted(text);
        return emitter.finish();
    }
    emitter.indent = Some(Layout::V3.indent);
    emitter.write_block_header(">", text);
    emitter.put_break();
    emitter.write_folded_lines(text);
    emitter.into_text()
}

impl Emitter {
    /// Writes the lines of a text for a reader that folds them.
    ///
    /// A line break is doubled where it would be lost, except before indented lines; whether it is, go-yaml decides by the breaks at the
    /// very start of the text, not by those at hand.
    pub(super) fn write_folded_lines(&mut self, text: &str) {
        self.whitespace = true;
        let after_leading_breaks = text.trim_start_matches('\n').chars().next();
        let keeps = matches!(after_leading_breaks, None | Some(' ' | '\t'));
        let mut breaks = true;
        let mut leading_spaces = true;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            if character == '\n' {
                if !breaks && !leading_spaces && !keeps {
                    self.put_break();
                }
                self.put_break();
                breaks = true;
                continue;
            }
            if breaks {
                self.write_indent();
                leading_spaces = matches!(character, ' ' | '\t');
            }
            let foldable = !breaks
                && character == ' '
                && characters.peek() != Some(&' ')
                && self.is_too_wide();
            if foldable {
                self.write_indent();
            } else {
                self.put(character.encode_utf8(&mut [0; 4]));
            }
            self.indention = false;
            breaks = false;
        }
    }
}
