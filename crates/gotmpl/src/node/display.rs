//! Nodes as error texts show them: like the template, with blanks normalised.

use std::fmt::{Display, Formatter, Result, Write};

use super::{Command, Node, Pipe, TemplateCall, Term, TermKind};
use crate::value::Str;

/// A node with the text that it was read from.
pub(super) struct Shown<'a>(pub(super) &'a Node, pub(super) &'a Str);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Shown(node, text) = *self;
        match node {
            Node::Text(span) => f.write_str(&String::from_utf8_lossy(span.of(text))),
            Node::Action(_, pipe) => write!(f, "{{{{{pipe}}}}}"),
            Node::If(branch) => branch_text(f, "if", branch, text),
            Node::With(branch) => branch_text(f, "with", branch, text),
            Node::Range(branch) => branch_text(f, "range", branch, text),
            Node::Template(call) => write!(f, "{call}"),
            Node::Break => f.write_str("{{break}}"),
            Node::Continue => f.write_str("{{continue}}"),
        }
    }
}

fn branch_text(f: &mut Formatter<'_>, name: &str, branch: &super::Branch, text: &Str) -> Result {
    let body = |f: &mut Formatter<'_>, nodes: &[Node]| {
        let mut nodes = nodes.iter();
        nodes.try_for_each(|node| write!(f, "{}", Shown(node, text)))
    };
    write!(f, "{{{{{name} {}}}}}", branch.pipe)?;
    body(f, &branch.body)?;
    if let Some(otherwise) = &branch.otherwise {
        f.write_str("{{else}}")?;
        body(f, otherwise)?;
    }
    f.write_str("{{end}}")
}

impl Display for TemplateCall {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{{{{template {}", gostd::strconv::quote(&self.name))?;
        if let Some(pipe) = &self.pipe {
            write!(f, " {pipe}")?;
        }
        f.write_str("}}")
    }
}

impl Display for Pipe {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (index, variable) in self.variables.iter().enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            write!(f, "{separator}{}", variable.name)?;
        }
        if !self.variables.is_empty() {
            f.write_str(if self.assign { " = " } else { " := " })?;
        }
        for (index, command) in self.commands().enumerate() {
            let separator = if index > 0 { " | " } else { "" };
            write!(f, "{separator}{command}")?;
        }
        Ok(())
    }
}

impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (index, word) in self.words().enumerate() {
            if index > 0 {
                f.write_char(' ')?;
            }
            match &word.kind {
                TermKind::Pipe(pipe) => write!(f, "({pipe})")?,
                _ => write!(f, "{word}")?,
            }
        }
        Ok(())
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let fields = match &self.kind {
            TermKind::Dot => return f.write_char('.'),
            TermKind::Nil => return f.write_str("nil"),
            TermKind::Bool(value) => return write!(f, "{value}"),
            TermKind::Number(number) => return f.write_str(&number.text),
            TermKind::String { quoted, text } => {
                return match quoted {
                    Some(quoted) => f.write_str(&quoted.to_str()),
                    None => write!(f, "\"{text}\""),
                };
            }
            TermKind::Identifier { name, .. } => return f.write_str(name),
            TermKind::Pipe(pipe) => return write!(f, "{pipe}"),
            TermKind::Field(fields) => fields,
            TermKind::Variable { name, fields, .. } => {
                write!(f, "{name}")?;
                match fields {
                    Some(fields) => fields,
                    None => return Ok(()),
                }
            }
            TermKind::Chain { of, fields } => {
                match &of.kind {
                    TermKind::Pipe(pipe) => write!(f, "({pipe})")?,
                    _ => write!(f, "{of}")?,
                }
                fields
            }
        };
        fields.iter().try_for_each(|field| write!(f, ".{field}"))
    }
}
