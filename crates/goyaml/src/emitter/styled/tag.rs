//! Tags in the text.

use super::Writer;
use crate::{Data, Dialect, Node, Style, Tag};

/// What is shown of a node's tag.
pub(super) struct Presentation<'a> {
    /// The tag to write.
    pub(super) tag: Option<&'a Tag>,
    /// Quotes say it instead.
    pub(super) quoted: bool,
}

/// A tag is written if the author did so, or if the value would be understood otherwise without it.
pub(super) fn presentation(node: &Node) -> Presentation<'_> {
    if is_merge_key(node) {
        return Presentation {
            tag: Some(&Tag::Merge),
            quoted: false,
        };
    }
    let (shown, quoted) = match (&node.data, &node.tag) {
        (_, Tag::None) | (Data::Alias(_), _) => (false, false),
        _ if node.tagged => (true, false),
        (Data::Sequence(_), tag) => (*tag != Tag::Seq, false),
        (Data::Mapping(_), tag) => (*tag != Tag::Map, false),
        (Data::Scalar(_), Tag::Str) if is_quoted(node.style) => (false, false),
        (Data::Scalar(text), tag) => {
            let understood = crate::scalar::implied_tag(text, Style::Plain, Dialect::V3) == *tag;
            let quoted = !understood && *tag == Tag::Str;
            (!understood && !quoted, quoted)
        }
    };
    Presentation {
        tag: shown.then_some(&node.tag),
        quoted,
    }
}

/// go-yaml does not understand `<<` on its own when it writes, so that it always shows the tag.
fn is_merge_key(node: &Node) -> bool {
    node.as_str() == Some("<<")
        && !is_quoted(node.style)
        && matches!(node.tag, Tag::None | Tag::Merge)
}

fn is_quoted(style: Style) -> bool {
    match style {
        Style::SingleQuoted | Style::DoubleQuoted | Style::Literal | Style::Folded => true,
        Style::Plain | Style::Flow => false,
    }
}

impl Writer {
    pub(super) fn write_tag(&mut self, tag: &Tag) {
        let short = tag.short();
        let space = if self.emitter.whitespace { "" } else { " " };
        let text = match short.strip_prefix('!') {
            Some(_) => format!("{space}{}", escaped(short)),
            None => format!("{space}!<{}>", escaped(short)),
        };
        self.emitter.put(&text);
        self.emitter.whitespace = false;
        self.emitter.indention = false;
    }
}

/// Bytes that a tag cannot hold become `%XX`.
fn escaped(tag: &str) -> String {
    let mut out = String::with_capacity(tag.len());
    for byte in tag.bytes() {
        if byte.is_ascii_alphanumeric() || b"-;/?:@&=+$,_.~*'()[]!".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
