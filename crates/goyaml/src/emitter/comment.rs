//! Comments in the text.

use super::Emitter;

impl Emitter {
    /// Writes a comment and the end of its line; its further lines are indented like what is written now.
    pub(super) fn write_comment(&mut self, comment: &str) {
        let mut lines = comment.split('\n').peekable();
        let mut first = true;
        while let Some(line) = lines.next() {
            if !line.is_empty() {
                if !first {
                    self.write_indent();
                }
                if !line.starts_with('#') {
                    self.put("# ");
                }
                self.put(line);
                self.indention = false;
            }
            // A comment that ends in a line feed needs no other.
            if !(line.is_empty() && lines.peek().is_none()) {
                self.put_break();
            }
            first = false;
        }
        self.whitespace = true;
    }
}
