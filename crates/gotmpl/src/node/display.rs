//! Nodes as error texts show them: like the template, with blanks normalised.

use std::fmt::{Display, Formatter, Result, Write};

use super::{Command, Node, Number, Pipe, TemplateCall, Term, TermKind};

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Node::Text(text) => write!(f, "{text}"),
            Node::Action(_, pipe) => write!(f, "{{{{{pipe}}}}}"),
            Node::If(branch) => branch_text(f, "if", branch),
            Node::With(branch) => branch_text(f, "with", branch),
            Node::Range(branch) => branch_text(f, "range", branch),
            Node::Template(call) => write!(f, "{call}"),
            Node::Break => f.write_str("{{break}}"),
            Node::Continue => f.write_str("{{continue}}"),
        }
    }
}

fn branch_text(f: &mut Formatter<'_>, name: &str, branch: &super::Branch) -> Result {
    write!(f, "{{{{{name} {}}}}}", branch.pipe)?;
    branch
        .body
        .iter()
        .try_for_each(|node| write!(f, "{node}"))?;
    if let Some(otherwise) = &branch.otherwise {
        f.write_str("{{else}}")?;
        otherwise.iter().try_for_each(|node| write!(f, "{node}"))?;
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
        for (index, command) in self.commands.iter().enumerate() {
            let separator = if index > 0 { " | " } else { "" };
            write!(f, "{separator}{command}")?;
        }
        Ok(())
    }
}

impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (index, word) in self.words.iter().enumerate() {
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
            TermKind::Number(Number { text, .. }) => return f.write_str(text),
            TermKind::String { quoted, .. } => {
                return f.write_str(&String::from_utf8_lossy(quoted));
            }
            TermKind::Identifier { name, .. } => return f.write_str(name),
            TermKind::Pipe(pipe) => return write!(f, "{pipe}"),
            TermKind::Field(fields) => fields,
            TermKind::Variable { name, fields, .. } => {
                write!(f, "{name}")?;
                fields
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
