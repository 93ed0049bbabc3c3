//! Scalars in their own styles.

use super::super::analysis::Analysis;
use super::{Context, Writer};
use crate::{Node, Style};

/// The style that a scalar asks for.
pub(super) fn wanted(node: &Node, quoted: bool) -> Style {
    match node.style {
        Style::Plain | Style::Flow => {
            if node.as_str().is_some_and(|text| text.contains('\n')) {
                Style::Literal
            } else if quoted {
                Style::DoubleQuoted
            } else {
                Style::Plain
            }
        }
        style => style,
    }
}

impl Writer {
    pub(super) fn write_scalar(&mut self, text: &str, wanted: Style, context: Context) {
        let around = self.indent(true);
        let breakable = context != Context::SimpleKey;
        match self.possible_style(text, wanted, context) {
            Style::Plain | Style::Flow => self.emitter.write_plain(text, breakable),
            Style::SingleQuoted => self.emitter.write_single_quoted(text, breakable),
            Style::DoubleQuoted => self.emitter.write_double_quoted(text, breakable),
            Style::Literal => {
                self.write_block_header("|", text);
                self.emitter.write_literal_lines(text);
            }
            Style::Folded => {
                self.write_block_header(">", text);
                self.emitter.write_folded_lines(text);
            }
        }
        self.emitter.indent = around;
    }

    fn write_block_header(&mut self, indicator: &str, text: &str) {
        self.emitter.write_block_header(indicator, text);
        if self.pending.line.is_empty() {
            self.emitter.put_break();
        } else {
            self.write_line();
        }
    }

    fn possible_style(&self, text: &str, wanted: Style, context: Context) -> Style {
        let analysis = Analysis::of(text, self.emitter.layout);
        let key = context == Context::SimpleKey;
        let flow = self.flow_level > 0;
        let mut style = wanted;
        if key && analysis.multiline {
            style = Style::DoubleQuoted;
        }
        if style == Style::Plain {
            let plain = analysis.plain && !(flow && has_flow_indicators(text));
            if !plain || text.is_empty() && (flow || key) {
                style = Style::SingleQuoted;
            }
        }
        if style == Style::SingleQuoted && !analysis.single_quoted {
            style = Style::DoubleQuoted;
        }
        let block = matches!(style, Style::Literal | Style::Folded);
        if block && (!analysis.block || flow || key) {
            style = Style::DoubleQuoted;
        }
        style
    }
}

fn has_flow_indicators(text: &str) -> bool {
    text.contains([',', '?', '[', ']', '{', '}', ':'])
}
