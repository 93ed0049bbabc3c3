//! Folded scalars, as go-yaml v3 writes them.

use super::Layout;
use super::analysis::Analysis;
use super::write::chomping_hint;

/// Writes a text as a document that is one folded scalar, or in double quotes where folding is not possible.
///
/// A line break is doubled where it would be lost, except before indented lines; whether it is, go-yaml decides by the breaks at the very
/// start of the text, not by those at hand.
pub(crate) fn folded(text: &str) -> String {
    if text.is_empty() || !Analysis::of(text, Layout::V3).block {
        let mut emitter = super::Emitter::new(Layout::V3);
        emitter.double_quoted(text);
        return emitter.finish();
    }
    let indented = text.starts_with([' ', '\n']);
    let mut out = format!(
        ">{}{}\n",
        if indented { "2" } else { "" },
        chomping_hint(text)
    );
    let after_leading_breaks = text.trim_start_matches('\n').chars().next();
    let keeps = matches!(after_leading_breaks, None | Some(' ' | '\t'));
    let mut breaks = true;
    let mut leading_spaces = true;
    for character in text.chars() {
        if character == '\n' {
            if !breaks && !leading_spaces && !keeps {
                out.push('\n');
            }
            out.push('\n');
            breaks = true;
        } else {
            if breaks {
                out.push_str("  ");
                leading_spaces = matches!(character, ' ' | '\t');
            }
            out.push(character);
            breaks = false;
        }
    }
    out
}
