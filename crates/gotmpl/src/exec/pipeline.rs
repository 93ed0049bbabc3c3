//! Pipelines and the first words of commands.

use super::operand::Operand;
use super::{Execution, Result};
use crate::node::{Command, Number, Pipe, Slot, Term, TermKind, Variable};
use crate::stack;
use crate::value::{Str, Value};

impl Execution<'_> {
    /// Evaluates a pipeline and sets its variables.
    pub(super) fn pipeline(&mut self, dot: &Operand, pipe: &Pipe) -> Result<Operand> {
        self.at = pipe.at;
        let mut value = None;
        for command in pipe.commands() {
            let result = self.command(dot, command, value)?;
            // The next command sees the value itself, whatever it was read out of.
            value = Some(Operand::concrete(result.value));
        }
        let value = value.unwrap_or_default();
        for variable in &pipe.variables {
            self.set(variable, value.clone())?;
        }
        Ok(value)
    }

    /// Evaluates a command; `last` is the result of the command before it in the pipeline.
    fn command(
        &mut self,
        dot: &Operand,
        command: &Command,
        last: Option<Operand>,
    ) -> Result<Operand> {
        self.step()?;
        let (first, arguments) = (&command.first, &*command.arguments);
        match &first.kind {
            TermKind::Field(fields) => {
                self.at = first.at;
                self.fields(dot, dot, fields, arguments, last)
            }
            TermKind::Chain { of, fields } => self.chain(dot, of, fields, arguments, last),
            TermKind::Identifier { name, function } => {
                self.at = first.at;
                let function = self.templates.funcs().function(*function);
                self.call(dot, function, command.at, name, arguments, last)
            }
            TermKind::Pipe(pipe) => {
                self.not_a_function(first, arguments, last.as_ref())?;
                stack::grow(|| self.pipeline(dot, pipe))
            }
            TermKind::Variable { name, slot, fields } => {
                self.at = first.at;
                let value = self.variable(name, *slot)?;
                let Some(fields) = fields else {
                    self.not_a_function(first, arguments, last.as_ref())?;
                    return Ok(value);
                };
                self.fields(dot, &value, fields, arguments, last)
            }
            TermKind::Nil
            | TermKind::Dot
            | TermKind::Bool(_)
            | TermKind::Number(_)
            | TermKind::String { .. } => {
                self.at = first.at;
                self.not_a_function(first, arguments, last.as_ref())?;
                if let TermKind::Nil = first.kind {
                    return Err(self.error("nil is not a command"));
                }
                self.constant(dot, first)
            }
        }
    }

    fn not_a_function(
        &self,
        first: &Term,
        arguments: &[Term],
        last: Option<&Operand>,
    ) -> Result<()> {
        if arguments.is_empty() && last.is_none() {
            return Ok(());
        }
        Err(self.error(format!("can't give argument to non-function {first}")))
    }

    /// The value of a constant or of the dot.
    pub(super) fn constant(&self, dot: &Operand, term: &Term) -> Result<Operand> {
        Ok(Operand::concrete(match &term.kind {
            TermKind::Bool(value) => Value::Bool(*value),
            TermKind::String { text, .. } => Value::String(text.clone()),
            TermKind::Number(number) => self.ideal_constant(number)?,
            _ => return Ok(dot.clone()),
        }))
    }

    /// The value of a number whose type nothing else decides.
    fn ideal_constant(&self, number: &Number) -> Result<Value> {
        if number.complex.is_some() && number.float.is_none() {
            return Err(self.error(format!("complex constant {} is not supported", number.text)));
        }
        let hexadecimal =
            number.text.starts_with(['0']) && number.text[1..].starts_with(['x', 'X']);
        let hexadecimal = hexadecimal && !number.text.contains(['p', 'P']);
        let rune = number.text.starts_with('\'');
        match (number.float, number.int) {
            (Some(float), _)
                if !hexadecimal && !rune && number.text.contains(['.', 'e', 'E', 'p', 'P']) =>
            {
                Ok(Value::Float64(float))
            }
            (_, Some(int)) => Ok(Value::Int(int)),
            _ => Err(self.error(format!("{} overflows int", number.text))),
        }
    }

    pub(super) fn variable(&self, name: &Str, slot: Option<Slot>) -> Result<Operand> {
        let slot = slot.map(|slot| self.base + slot as usize);
        slot.and_then(|slot| self.variables[slot].clone())
            .ok_or_else(|| self.error(format!("undefined variable: {name}")))
    }

    /// Declares or assigns a variable.
    pub(super) fn set(&mut self, variable: &Variable, value: Operand) -> Result<()> {
        let Some(slot) = variable.slot else {
            return Err(self.error(format!("undefined variable: {}", variable.name)));
        };
        let slot = self.base + slot as usize;
        self.variables[slot] = Some(value);
        Ok(())
    }
}
