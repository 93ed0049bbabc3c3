//! Nodes to text in the styles and with the comments that they carry.
//!
//! go-yaml v3 writes what is pending of each kind of comment at fixed points. A comment that finds no point of its own is written at the
//! next one, wherever that is, so that what is pending is kept across nodes here as well.

mod collection;
mod scalar;
mod tag;

use super::{Emitter, Layout};
use crate::{Comments, Data, Document, Node};

/// Writes a document.
pub(crate) fn styled(document: &Document, layout: Layout) -> String {
    let mut writer = Writer {
        emitter: Emitter::new(layout),
        pending: Pending::default(),
        flow_level: 0,
    };
    writer.write_document(document);
    writer.emitter.out
}

struct Writer {
    emitter: Emitter,
    pending: Pending,
    flow_level: usize,
}

/// Comments that are to be written.
#[derive(Default)]
struct Pending {
    head: String,
    line: String,
    foot: String,
    /// The foot of the pair before.
    tail: String,
    /// A comment behind a key whose value begins on the next line.
    key_line: String,
}

/// Where a node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    /// The root, or an entry of a list.
    Alone,
    /// A key that needs no `?`.
    SimpleKey,
    /// Another key, or the value of one.
    InMapping,
}

impl Pending {
    fn add(place: &mut String, comment: &str) {
        if !comment.is_empty() {
            comment.clone_into(place);
        }
    }

    /// Notes what belongs to the beginning of a node: all of a scalar's comments, the head of a collection.
    fn add_start(&mut self, node: &Node, tail: &str) {
        let scalar = !matches!(node.data, Data::Sequence(_) | Data::Mapping(_));
        if let Some(comments) = &node.comments {
            Self::add(&mut self.head, &comments.head);
            if scalar {
                Self::add(&mut self.line, &comments.line);
                Self::add(&mut self.foot, &comments.foot);
            }
        }
        if matches!(node.data, Data::Scalar(_) | Data::Mapping(_)) {
            Self::add(&mut self.tail, tail);
        }
    }

    /// Notes what belongs to the end of a collection.
    fn add_end(&mut self, comments: Option<&Comments>, tail: &str) {
        Self::add(&mut self.tail, tail);
        if let Some(comments) = comments {
            Self::add(&mut self.line, &comments.line);
            Self::add(&mut self.foot, &comments.foot);
        }
    }

    /// Whether something is to be written behind a node in a flow collection.
    fn follows(&self) -> bool {
        !(self.line.is_empty() && self.foot.is_empty() && self.tail.is_empty())
    }
}

impl Writer {
    fn write_document(&mut self, document: &Document) {
        Pending::add(&mut self.pending.head, &document.head);
        if !self.pending.head.is_empty() {
            self.write_head();
            self.emitter.put_break();
        }
        self.pending.add_start(&document.root, "");
        self.write_head();
        self.open(&document.root, Context::Alone);
        self.write_line_and_foot();
        self.write_content(&document.root, Context::Alone);
        Pending::add(&mut self.pending.foot, &document.foot);
        self.emitter.foot_indent = Some(0);
        self.write_foot();
        self.emitter.foot_indent = None;
        self.emitter.write_indent();
    }

    /// Writes a scalar, or what stands before the first entry of a collection.
    fn open(&mut self, node: &Node, context: Context) {
        if let Data::Alias(alias) = &node.data {
            self.write_anchor("*", &alias.name);
            return;
        }
        if let Some(anchor) = &node.anchor {
            self.write_anchor("&", anchor);
        }
        let presentation = tag::presentation(node);
        if let Some(tag) = presentation.tag {
            self.write_tag(tag);
        }
        if let Data::Scalar(text) = &node.data {
            self.write_scalar(text, scalar::wanted(node, presentation.quoted), context);
        }
    }

    fn write_anchor(&mut self, sign: &str, name: &str) {
        self.emitter.write_indicator(sign, true, false);
        self.emitter.put(name);
    }

    /// Writes what stands before the next node: the foot of the pair before, then its own head.
    fn write_head(&mut self) {
        let tail = std::mem::take(&mut self.pending.tail);
        if !tail.is_empty() {
            self.emitter.write_indent();
            self.emitter.write_comment(&tail);
            self.note_foot();
        }
        let head = std::mem::take(&mut self.pending.head);
        if !head.is_empty() {
            self.emitter.write_indent();
            self.emitter.write_comment(&head);
        }
    }

    fn write_line(&mut self) {
        let line = std::mem::take(&mut self.pending.line);
        if !line.is_empty() {
            if !self.emitter.whitespace {
                self.emitter.put(" ");
            }
            self.emitter.write_comment(&line);
        }
    }

    fn write_foot(&mut self) {
        let foot = std::mem::take(&mut self.pending.foot);
        if !foot.is_empty() {
            self.emitter.write_indent();
            self.emitter.write_comment(&foot);
            self.note_foot();
        }
    }

    fn write_line_and_foot(&mut self) {
        self.write_line();
        self.write_foot();
    }

    fn note_foot(&mut self) {
        self.emitter.foot_indent = Some(self.emitter.indent.unwrap_or(0));
    }

    /// Indents what follows one step deeper; gives the indentation to return to.
    fn indent(&mut self, flow: bool) -> Option<usize> {
        let around = self.emitter.indent;
        let step = self.emitter.layout.indent;
        self.emitter.indent = Some(match around {
            None if flow => step,
            None => 0,
            Some(around) => around + step,
        });
        around
    }
}
