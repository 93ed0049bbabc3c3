//! Pipelines, commands and their words.

use super::number::number;
use super::{MAX_DEPTH, Parser, Result};
use crate::lex::{Item, ItemKind};
use crate::node::{Command, Pipe, Term, TermKind, Variable};
use crate::stack;
use crate::value::Str;

impl Parser<'_> {
    /// A pipeline up to and including its end.
    pub(super) fn pipeline(&mut self, context: &str, end: ItemKind) -> Result<Pipe> {
        let start = self.peek_non_space().start;
        let mut pipe = Pipe {
            at: self.at(start),
            assign: false,
            variables: Vec::new(),
            commands: Vec::new(),
        };
        let mark = self.variables.mark();
        let names = self.declarations(&mut pipe, context)?;
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
                    pipe.commands.push(command);
                }
                _ => return Err(self.unexpected(&item, context)),
            }
        }
        self.check_pipeline(&pipe, context)?;
        for (index, name) in names.into_iter().enumerate() {
            let slot = self.variables.settle(mark + index, pipe.assign);
            let name = Str::from(name);
            pipe.variables.push(Variable { name, slot });
        }
        Ok(pipe)
    }

    /// The names before `:=` or `=`, if there are any. They are in scope from here on.
    fn declarations(&mut self, pipe: &mut Pipe, context: &str) -> Result<Vec<String>> {
        let mut names = Vec::new();
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
            let name = self.string_of(&variable);
            self.variables.announce(&name);
            names.push(name);
            if !listed {
                pipe.assign = next.kind == ItemKind::Assign;
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
        Ok(names)
    }

    fn check_pipeline(&self, pipe: &Pipe, context: &str) -> Result<()> {
        if pipe.commands.is_empty() {
            return Err(self.error(format!("missing value for {context}")));
        }
        for (index, command) in pipe.commands.iter().enumerate().skip(1) {
            if matches!(
                command.words[0].kind,
                TermKind::Bool(_)
                    | TermKind::Dot
                    | TermKind::Nil
                    | TermKind::Number(_)
                    | TermKind::String { .. }
            ) {
                let stage = index + 1;
                return Err(self.error(format!("non executable command in pipeline stage {stage}")));
            }
        }
        Ok(())
    }

    fn command(&mut self) -> Result<Command> {
        let start = self.peek_non_space().start;
        let at = self.at(start);
        let mut words = Vec::new();
        loop {
            self.peek_non_space();
            if let Some(word) = self.operand()? {
                words.push(word);
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
        if words.is_empty() {
            return Err(self.error("empty command"));
        }
        Ok(Command { at, words })
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
        let mut fields = Vec::new();
        while self.peek().kind == ItemKind::Field {
            let item = self.next();
            fields.push(self.field_name(&item));
        }
        let at = self.at(next.start);
        match term.kind {
            TermKind::Field(ref mut first) => {
                term.at = at;
                *first = std::mem::take(first).into_iter().chain(fields).collect();
            }
            TermKind::Variable {
                fields: ref mut first,
                ..
            } => {
                term.at = at;
                *first = fields.into();
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
                        fields: fields.into(),
                    },
                };
            }
        }
        Ok(Some(term))
    }

    /// The name in `.name`.
    fn field_name(&self, item: &Item) -> Str {
        Str::from(&self.text_of(item)[1..])
    }

    fn term(&mut self) -> Result<Option<Term>> {
        let item = self.next_non_space();
        let at = self.at(item.start);
        let kind = match item.kind {
            ItemKind::Identifier => {
                let name = self.string_of(&item);
                let Some(function) = self.funcs.id(&name) else {
                    return Err(self.error(format!(
                        "function {} not defined",
                        gostd::strconv::quote(name)
                    )));
                };
                TermKind::Identifier {
                    name: name.into(),
                    function,
                }
            }
            ItemKind::Dot => TermKind::Dot,
            ItemKind::Nil => TermKind::Nil,
            ItemKind::Variable => self.variable(&item)?,
            ItemKind::Field => TermKind::Field(Box::new([self.field_name(&item)])),
            ItemKind::Bool => TermKind::Bool(self.text_of(&item) == b"true"),
            ItemKind::CharConstant | ItemKind::Complex | ItemKind::Number => {
                let constant = number(&self.string_of(&item), item.kind);
                TermKind::Number(constant.map_err(|message| self.error(message))?)
            }
            ItemKind::LeftParen => {
                let pipe = self.nested(|parser| {
                    parser.pipeline("parenthesized pipeline", ItemKind::RightParen)
                })?;
                TermKind::Pipe(Box::new(pipe))
            }
            ItemKind::String | ItemKind::RawString => TermKind::String {
                quoted: self.text_of(&item).into(),
                text: self.unquote(&item)?,
            },
            _ => {
                self.back(item);
                return Ok(None);
            }
        };
        Ok(Some(Term { at, kind }))
    }

    fn variable(&mut self, item: &Item) -> Result<TermKind> {
        let name = self.string_of(item);
        let Some(slot) = self.variables.find(&name) else {
            return Err(self.error(format!(
                "undefined variable {}",
                gostd::strconv::quote(name)
            )));
        };
        Ok(TermKind::Variable {
            name: Str::from(name),
            slot,
            fields: Box::default(),
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
