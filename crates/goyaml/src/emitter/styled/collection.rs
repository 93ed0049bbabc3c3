//! Lists and maps, block and flow.

use std::borrow::Cow;

use super::super::analysis::Analysis;
use super::super::write::LONGEST_SIMPLE_KEY;
use super::{Context, Writer, tag};
use crate::{Data, Node, Style};

impl Writer {
    /// Writes the entries of a collection; nothing for a scalar.
    pub(super) fn write_content(&mut self, node: &Node, context: Context) {
        let flow = self.flow_level > 0 || node.style == Style::Flow;
        match &node.data {
            Data::Sequence(items) if flow || items.is_empty() => {
                self.write_flow_sequence(node, items);
            }
            Data::Mapping(pairs) if flow || pairs.is_empty() => {
                self.write_flow_mapping(node, pairs);
            }
            Data::Sequence(items) => self.write_block_sequence(node, items, context),
            Data::Mapping(pairs) => self.write_block_mapping(node, pairs),
            Data::Scalar(_) | Data::Alias(_) => {}
        }
    }

    fn write_block_sequence(&mut self, node: &Node, items: &[Node], context: Context) {
        let at_line_start = self.emitter.column == 0 || !self.emitter.indention;
        let compact =
            context != Context::Alone && at_line_start && !self.emitter.layout.indent_sequences;
        let around = self.emitter.indent;
        if !compact || around.is_none() {
            self.indent(false);
        }
        for item in items {
            self.pending.add_start(item, "");
            self.write_head();
            self.emitter.write_indent();
            self.emitter.write_indicator("-", true, true);
            self.open(item, Context::Alone);
            self.write_line_and_foot();
            self.write_content(item, Context::Alone);
        }
        self.pending.add_end(node.comments.as_deref(), "");
        self.emitter.indent = around;
    }

    fn write_block_mapping(&mut self, node: &Node, pairs: &[(Node, Node)]) {
        let around = self.indent(false);
        let mut tail = "";
        for (key, value) in pairs {
            let (key, foot) = split_foot(key);
            self.pending.add_start(&key, tail);
            tail = foot;
            self.write_head();
            self.emitter.write_indent();
            if !self.pending.line.is_empty() {
                self.pending.key_line = std::mem::take(&mut self.pending.line);
            }
            self.write_block_pair(&key, value);
        }
        self.pending.add_end(node.comments.as_deref(), tail);
        self.write_head();
        self.emitter.indent = around;
    }

    fn write_block_pair(&mut self, key: &Node, value: &Node) {
        if self.is_simple_key(key) {
            self.open(key, Context::SimpleKey);
            self.write_content(key, Context::SimpleKey);
            self.pending.add_start(value, "");
            self.emitter.write_indicator(":", false, false);
        } else {
            self.emitter.write_indicator("?", true, true);
            self.open(key, Context::InMapping);
            self.write_content(key, Context::InMapping);
            self.pending.add_start(value, "");
            self.emitter.write_indent();
            self.emitter.write_indicator(":", true, true);
        }
        self.place_key_line(value);
        self.open(value, Context::InMapping);
        self.write_line_and_foot();
        self.write_content(value, Context::InMapping);
    }

    /// A comment behind a key goes behind a scalar value that has none, and in front of a block; otherwise it waits.
    fn place_key_line(&mut self, value: &Node) {
        if self.pending.key_line.is_empty() {
            return;
        }
        match value.data {
            Data::Scalar(_) => {
                if self.pending.line.is_empty() {
                    self.pending.line = std::mem::take(&mut self.pending.key_line);
                }
            }
            Data::Sequence(_) | Data::Mapping(_) if value.style != Style::Flow => {
                std::mem::swap(&mut self.pending.line, &mut self.pending.key_line);
                self.write_line();
                std::mem::swap(&mut self.pending.line, &mut self.pending.key_line);
            }
            Data::Sequence(_) | Data::Mapping(_) | Data::Alias(_) => {}
        }
    }

    fn write_flow_sequence(&mut self, node: &Node, items: &[Node]) {
        let around = self.open_flow("[");
        let mut comma = false;
        for item in items {
            self.pending.add_start(item, "");
            self.begin_flow_entry(comma);
            comma = self.write_flow_node(item, Context::Alone);
        }
        self.pending.add_end(node.comments.as_deref(), "");
        self.flow_level -= 1;
        self.emitter.indent = around;
        if self.emitter.column == 0 {
            self.emitter.write_indent();
        }
        self.close_flow("]");
    }

    fn write_flow_mapping(&mut self, node: &Node, pairs: &[(Node, Node)]) {
        let around = self.open_flow("{");
        let mut comma = false;
        let mut tail = "";
        for (key, value) in pairs {
            let (key, foot) = split_foot(key);
            self.pending.add_start(&key, tail);
            tail = foot;
            self.begin_flow_entry(comma);
            if self.is_simple_key(&key) {
                self.open(&key, Context::SimpleKey);
                self.write_content(&key, Context::SimpleKey);
                self.pending.add_start(value, "");
                self.emitter.write_indicator(":", false, false);
            } else {
                self.emitter.write_indicator("?", true, false);
                self.open(&key, Context::InMapping);
                self.write_content(&key, Context::InMapping);
                self.pending.add_start(value, "");
                self.emitter.write_indicator(":", true, false);
            }
            comma = self.write_flow_node(value, Context::InMapping);
        }
        self.pending.add_end(node.comments.as_deref(), tail);
        let pending = &self.pending;
        let comments =
            !(pending.head.is_empty() && pending.foot.is_empty() && pending.tail.is_empty());
        if comments && comma {
            self.emitter.write_indicator(",", false, false);
        }
        self.write_head();
        self.flow_level -= 1;
        self.emitter.indent = around;
        self.close_flow("}");
    }

    fn open_flow(&mut self, bracket: &str) -> Option<usize> {
        self.emitter.write_indicator(bracket, true, false);
        self.emitter.whitespace = true;
        self.flow_level += 1;
        self.indent(true)
    }

    fn begin_flow_entry(&mut self, comma: bool) {
        if comma {
            self.emitter.write_indicator(",", false, false);
        }
        self.write_head();
        if self.emitter.column == 0 || self.emitter.is_too_wide() {
            self.emitter.write_indent();
        }
    }

    /// Writes an entry of a flow list or the value in a flow map; tells whether a comma is still needed behind it.
    fn write_flow_node(&mut self, node: &Node, context: Context) -> bool {
        let comma = !self.pending.follows();
        self.open(node, context);
        if self.pending.follows() {
            self.emitter.write_indicator(",", false, false);
        }
        self.write_line_and_foot();
        self.write_content(node, context);
        comma
    }

    fn close_flow(&mut self, bracket: &str) {
        self.emitter.write_indicator(bracket, false, false);
        self.write_line_and_foot();
    }

    fn is_simple_key(&self, key: &Node) -> bool {
        let text = match &key.data {
            Data::Alias(alias) => return alias.name.len() <= LONGEST_SIMPLE_KEY,
            Data::Scalar(text) if Analysis::of(text, self.emitter.layout).multiline => {
                return false;
            }
            Data::Scalar(text) => text.len(),
            Data::Sequence(items) if items.is_empty() => 0,
            Data::Mapping(pairs) if pairs.is_empty() => 0,
            Data::Sequence(_) | Data::Mapping(_) => return false,
        };
        let tag = tag::presentation(key)
            .tag
            .map_or(0, |tag| tag.short().len());
        let anchor = key.anchor.as_ref().map_or(0, |anchor| anchor.len());
        text + tag + anchor <= LONGEST_SIMPLE_KEY
    }
}

/// A key on its own, and the foot of its pair, which is written behind the value.
fn split_foot(key: &Node) -> (Cow<'_, Node>, &str) {
    match &key.comments {
        Some(comments) if !comments.foot.is_empty() => {
            let mut bare = key.clone();
            bare.take_foot();
            (Cow::Owned(bare), &comments.foot)
        }
        _ => (Cow::Borrowed(key), ""),
    }
}
