//! Scalars after kustomize's detour: its nodes become text (go-yaml v3) that is read again before anything is decoded.
//!
//! The detour changes a few scalars, which users see in the output: `{a: }` ends as an empty string, a time in a flow collection stays
//! text, and folded scalars gain line breaks.

use std::borrow::Cow;

use crate::{Dialect, Error, Node, Scalar, Style, Tag};

/// Where a scalar stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {
    /// Inside of `{}` or `[]`.
    pub(crate) flow: bool,
    /// As a key.
    pub(crate) key: bool,
}

/// Decodes a scalar node by the rules of a dialect, v3 with the detour.
///
/// # Errors
/// The text does not fit its tag.
pub(crate) fn decode_rewritten<'a>(
    node: &'a Node,
    dialect: Dialect,
    around: Surroundings,
) -> Result<Scalar<'a>, Error> {
    let text = node.as_str().unwrap_or_default();
    // A tag that says what the text says anyway is not written.
    let tagged = |tag: &Tag| node.tag == Tag::None || node.tag == *tag;
    if dialect == Dialect::V3 {
        match node.style {
            // Only the quotes are written where the tag says what the text would say without them.
            Style::SingleQuoted | Style::DoubleQuoted | Style::Literal | Style::Folded
                if !node.tagged
                    && !matches!(node.tag, Tag::None | Tag::Str)
                    && node.tag == crate::scalar::implied_tag(text, Style::Plain, dialect) =>
            {
                return Ok(Scalar::Str(Cow::Borrowed(text)));
            }
            // Nothing is written as `''` where nothing would not be seen.
            Style::Plain
                if text.is_empty() && (around.flow || around.key) && tagged(&Tag::Null) =>
            {
                return Ok(Scalar::Str(Cow::Borrowed("")));
            }
            Style::Plain if around.flow && text.contains(':') && tagged(&Tag::Timestamp) => {
                return Ok(Scalar::Str(Cow::Borrowed(text)));
            }
            Style::Folded if !around.flow && !around.key && tagged(&Tag::Str) => {
                return Ok(Scalar::Str(refold(text)));
            }
            Style::Plain
            | Style::SingleQuoted
            | Style::DoubleQuoted
            | Style::Literal
            | Style::Folded
            | Style::Flow => {}
        }
    }
    crate::scalar::decode(text, &node.tag, node.style, dialect, node.position)
}

/// The text of a folded scalar that is written as one and read again.
fn refold(text: &str) -> Cow<'_, str> {
    // Lines that are neither empty nor indented are folded back as they were.
    let settled = text.split('\n').all(|line| !line.starts_with([' ', '\t']))
        && !text.starts_with('\n')
        && !text.contains("\n\n");
    if settled {
        return Cow::Borrowed(text);
    }
    let written = crate::emitter::folded(text);
    let read = crate::parse_document(written.as_bytes(), &crate::ReadOptions::new(Dialect::V3));
    match read {
        Ok(Some(node)) => Cow::Owned(node.as_str().unwrap_or_default().to_owned()),
        Ok(None) | Err(_) => Cow::Borrowed(text),
    }
}
