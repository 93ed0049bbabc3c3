//! Walking over the nodes of a body.

use super::operand::Operand;
use super::{Execution, Result};
use crate::node::{Branch, Node, Span, TemplateCall};
use crate::value::{Str, Value};

/// How a body ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// At its end.
    Next,
    /// At a `break`.
    Break,
    /// At a `continue`.
    Continue,
}

impl Execution<'_> {
    /// Executes the body of a template; the parser lets no `break` out of it.
    pub(super) fn walk(&mut self, dot: &Operand, nodes: &[Node]) -> Result<()> {
        self.body(dot, nodes).map(|_| ())
    }

    pub(super) fn body(&mut self, dot: &Operand, nodes: &[Node]) -> Result<Flow> {
        for node in nodes {
            let flow = match node {
                Node::Text(span) => {
                    self.write_text(*span)?;
                    Flow::Next
                }
                Node::Action(at, pipe) => {
                    self.at = *at;
                    let value = self.pipeline(dot, pipe)?;
                    if pipe.variables.is_empty() {
                        self.at = *at;
                        self.print(&value.value)?;
                    }
                    Flow::Next
                }
                Node::If(branch) => self.if_or_with(dot, branch, false)?,
                Node::With(branch) => self.if_or_with(dot, branch, true)?,
                Node::Range(branch) => self.range(dot, branch)?,
                Node::Template(call) => {
                    self.template(dot, call)?;
                    Flow::Next
                }
                Node::Break => Flow::Break,
                Node::Continue => Flow::Continue,
            };
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn if_or_with(&mut self, dot: &Operand, branch: &Branch, with: bool) -> Result<Flow> {
        self.at = branch.at;
        let value = self.pipeline(dot, &branch.pipe)?;
        if value.value.truth() {
            self.body(if with { &value } else { dot }, &branch.body)
        } else if let Some(otherwise) = &branch.otherwise {
            self.body(dot, otherwise)
        } else {
            Ok(Flow::Next)
        }
    }

    fn template(&mut self, dot: &Operand, call: &TemplateCall) -> Result<()> {
        self.at = call.at;
        let Some(tree) = self.lookup(&call.name) else {
            let name = gostd::strconv::quote(&call.name);
            return Err(self.error(format!("template {name} not defined")));
        };
        let dot = match &call.pipe {
            Some(pipe) => self.pipeline(dot, pipe)?,
            None => Operand::default(),
        };
        self.enter(&tree, &dot)
    }

    /// Counts a step against the limit.
    pub(super) fn step(&mut self) -> Result<()> {
        self.steps += 1;
        let limit = self.templates.options().limits.steps;
        if self.steps > limit {
            return Err(self.error(format!("exceeded maximum of {limit} evaluated commands")));
        }
        Ok(())
    }

    /// Prints bytes, counted against the limit.
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.count_output(bytes.len())?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    /// Prints a piece of the template's text.
    fn write_text(&mut self, span: Span) -> Result<()> {
        self.count_output((span.end - span.start) as usize)?;
        if let Some(tree) = &self.tree {
            self.out.extend_from_slice(span.of(&tree.body.text));
        }
        Ok(())
    }

    fn count_output(&mut self, bytes: usize) -> Result<()> {
        self.written = self.written.saturating_add(bytes);
        let limit = self.templates.options().limits.output;
        if self.written > limit {
            return Err(self.error(format!("exceeded maximum output of {limit} bytes")));
        }
        Ok(())
    }

    /// Prints a value as `fmt.Print` does.
    fn print(&mut self, value: &Value) -> Result<()> {
        match value {
            Value::Nil => self.write(b"<no value>"),
            Value::String(text) => self.write(text.as_bytes()),
            Value::Func(_) => {
                let node = self
                    .tree
                    .as_ref()
                    .and_then(|tree| tree.body.find(self.at.id));
                let node = node.map(|node| node.to_string()).unwrap_or_default();
                Err(self.error(format!("can't print {node} of type {}", value.type_name())))
            }
            Value::Object(object) if object.pointer_string().is_some() => {
                let text = object.pointer_string().unwrap_or_default();
                self.write(text.as_bytes())
            }
            _ => {
                let text = value
                    .sprint()
                    .map_err(|error| self.error(error.to_string()))?;
                self.write(Str::as_bytes(&text))
            }
        }
    }
}
