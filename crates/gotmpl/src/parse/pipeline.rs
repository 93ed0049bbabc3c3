//! Pipelines, commands and their words.

use super::number::number;
use super::{Literal, MAX_DEPTH, Parser, Result, between_quotes};
use crate::lex::{Item, ItemKind};
use crate::node::{Command, Pipe, Term, TermKind, Variable};
use crate::stack;
use crate::value::Str;

impl Parser<'_> {
    /// A pipeline up to and including its end.
    pub(super) fn pipeline(&mut self, context: &str, end: ItemKind) -> Result<Pipe> {
        let start = self.peek_non_space().start;
        let at = self.at(start);
        let mark = self.variables.mark();
        let (names, assign) = self.declarations(context)?;
        let mut first = None;
        let second = self.pending.commands.len();
        loop {
            let item = self.next_non_space();
            match item.kind {
                kind if kind == end => break,
                ItemKind::Bool
                | ItemKind::CharConstant
                | ItemKind::Complex
                | ItemKind::Dot
                | ItemKind::Field
                | ItemKind::Identifier
                | ItemKind::Number
                | ItemKind::Nil
                | ItemKind::RawString
                | ItemKind::String
                | ItemKind::Variable
                | ItemKind::LeftParen => {
                    self.back(item);
                    let command = self.command()?;
                    if first.is_some() {
                        self.pending.commands.push(command);
                    } else {
                        first = Some(command);
                    }
                }
                _ => return Err(self.unexpected(&item, context)),
            }
        }
        let Some(first) = first else {
            return Err(self.error(format!("missing value for {context}")));
        };
        let then: Box<[Command]> = self.pending.commands.drain(second..).collect();
        self.check_stages(&then)?;
        let settle = |(index, name): (usize, Str)| Variable {
            slot: self.variables.settle(mark + index, assign),
            name,
        };
        let variables = names.into_iter().enumerate().map(settle).collect();
        Ok(Pipe {
            at,
            assign,
            variables,
            first,
            then,
        })
    }

    /// The names before `:=` or `=`, if there are any, and whether it is `=`. They are in scope from here on.
    fn declarations(&mut self, context: &str) -> Result<(Vec<Str>, bool)> {
        let mut names = Vec::new();
        let mut assign = false;
        while self.peek_non_space().kind == ItemKind::Variable {
            let variable = self.next();
            // In "$x foo" the variable is an argument, which shows only after the blank.
            let after = self.peek();
            let next = self.peek_non_space();
            let listed = next.kind == ItemKind::Char && self.text_of(&next) == b",";
            if !listed && !matches!(next.kind, ItemKind::Assign | ItemKind::Declare) {
                if after.kind == ItemKind::Space {
                    self.back(after);
                }
                self.back(variable);
                break;
            }
            self.next_non_space();
            let name = Str::from(self.text_of(&variable));
            self.variables.announce(name.clone());
            names.push(name);
            if !listed {
                assign = next.kind == ItemKind::Assign;
                break;
            }
            if context != "range" || names.len() >= 2 {
                return Err(self.error(format!("too many declarations in {context}")));
            }
            let next = self.peek_non_space();
            if !matches!(
                next.kind,
                ItemKind::Variable | ItemKind::RightDelim | ItemKind::RightParen
            ) {
                return Err(self.error("range can only initialize variables"));
            }
        }
        Ok((names, assign))
    }

    /// Checks that the commands of a pipeline after the first one can take a value.
    fn check_stages(&self, commands: &[Command]) -> Result<()> {
        for (index, command) in commands.iter().enumerate() {
            if matches!(
                command.first.kind,
                TermKind::Bool(_)
                    | TermKind::Dot
                    | TermKind::Nil
                    | TermKind::Number(_)
                    | TermKind::String { .. }
            ) {
                let stage = index + 2;
                return Err(self.error(format!("non executable command in pipeline stage {stage}")));
            }
        }
        Ok(())
    }

    fn command(&mut self) -> Result<Command> {
        let start = self.peek_non_space().start;
        let at = self.at(start);
        let mut first = None;
        let arguments = self.pending.arguments.len();
        loop {
            self.peek_non_space();
            if let Some(word) = self.operand()? {
                if first.is_some() {
                    self.pending.arguments.push(word);
                } else {
                    first = Some(word);
                }
            }
            let item = self.next();
            match item.kind {
                ItemKind::Space => continue,
                ItemKind::RightDelim | ItemKind::RightParen => self.back(item),
                ItemKind::Pipe => {}
                _ => return Err(self.unexpected(&item, "operand")),
            }
            break;
        }
        let Some(first) = first else {
            return Err(self.error("empty command"));
        };
        Ok(Command {
            at,
            first,
            arguments: self.pending.arguments.drain(arguments..).collect(),
        })
    }

    /// A term with the fields that follow it.
    fn operand(&mut self) -> Result<Option<Term>> {
        let Some(mut term) = self.term()? else {
            return Ok(None);
        };
        let next = self.peek();
        if next.kind != ItemKind::Field {
            return Ok(Some(term));
        }
        let mut last = next;
        while self.peek().kind == ItemKind::Field {
            last = self.next();
        }
        let text = self.text.as_bytes();
        let at = self.at(next.start);
        match term.kind {
            TermKind::Field(ref mut path) => {
                let start = std::mem::replace(&mut term.at, at).pos as usize;
                *path = self.path(&text[start..last.end]);
            }
            TermKind::Variable { ref mut fields, .. } => {
                term.at = at;
                *fields = Some(self.path(&text[next.start..last.end]));
            }
            TermKind::Bool(_)
            | TermKind::String { .. }
            | TermKind::Number(_)
            | TermKind::Nil
            | TermKind::Dot => {
                let term = gostd::strconv::quote(term.to_string());
                return Err(self.error(format!("unexpected . after term {term}")));
            }
            TermKind::Identifier { .. } | TermKind::Chain { .. } | TermKind::Pipe(_) => {
                term = Term {
                    at,
                    kind: TermKind::Chain {
                        of: Box::new(term),
                        fields: self.path(&text[next.start..last.end]),
                    },
                };
            }
        }
        Ok(Some(term))
    }

    fn term(&mut self) -> Result<Option<Term>> {
        let item = self.next_non_space();
        let at = self.at(item.start);
        let kind = match item.kind {
            ItemKind::Identifier => {
                let name = self.str_of(&item);
                let Some((name, function)) = self.funcs.id(&name) else {
                    let name = gostd::strconv::quote(&*name);
                    return Err(self.error(format!("function {name} not defined")));
                };
                TermKind::Identifier { name, function }
            }
            ItemKind::Dot => TermKind::Dot,
            ItemKind::Nil => TermKind::Nil,
            ItemKind::Variable => self.variable(&item)?,
            ItemKind::Field => TermKind::Field(self.path(self.text_of(&item))),
            ItemKind::Bool => TermKind::Bool(self.text_of(&item) == b"true"),
            ItemKind::CharConstant | ItemKind::Complex | ItemKind::Number => {
                let constant = number(&self.str_of(&item), item.kind);
                TermKind::Number(Box::new(constant.map_err(|message| self.error(message))?))
            }
            ItemKind::LeftParen => {
                let pipe = self.nested(|parser| {
                    parser.pipeline("parenthesized pipeline", ItemKind::RightParen)
                })?;
                TermKind::Pipe(Box::new(pipe))
            }
            ItemKind::String | ItemKind::RawString => self.string(&item)?,
            _ => {
                self.back(item);
                return Ok(None);
            }
        };
        Ok(Some(Term { at, kind }))
    }

    /// A literal; equal ones of a text share theirs.
    fn string(&mut self, item: &Item) -> Result<TermKind> {
        let written = self.text_of(item);
        if let Some(literal) = self.literals.get(written) {
            return Ok(literal.clone().into());
        }
        let literal = Literal {
            quoted: match between_quotes(&self.str_of(item)) {
                Some(_) => None,
                None => Some(Str::from(written)),
            },
            text: self.unquote(item)?,
        };
        self.literals.insert(written, literal.clone());
        Ok(literal.into())
    }

    fn variable(&mut self, item: &Item) -> Result<TermKind> {
        let written = self.text_of(item);
        let Some((name, slot)) = self.variables.find(written) else {
            return Err(self.error(format!(
                "undefined variable {}",
                gostd::strconv::quote(written)
            )));
        };
        Ok(TermKind::Variable {
            name,
            slot,
            fields: None,
        })
    }

    /// Parses something a level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("max expression depth exceeded"));
        }
        self.depth += 1;
        let parsed = stack::grow(|| parse(self));
        self.depth -= 1;
        parsed
    }
}
