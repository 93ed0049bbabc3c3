//! Arguments: evaluated for the type of the parameter that they are for.

use super::operand::Operand;
use super::{Execution, Result};
use crate::go_type::Type;
use crate::node::{Number, Term, TermKind};
use crate::stack;
use crate::value::Value;

impl Execution<'_> {
    /// Evaluates an argument for a parameter of this type.
    pub(super) fn argument(
        &mut self,
        dot: &Operand,
        parameter: Type,
        term: &Term,
    ) -> Result<Value> {
        self.at = term.at;
        match &term.kind {
            TermKind::Nil if parameter.can_be_nil() => Ok(Value::zero(parameter)),
            TermKind::Nil => Err(self.error(format!("cannot assign nil to {parameter}"))),
            TermKind::Bool(_) | TermKind::Number(_) | TermKind::String { .. } => {
                self.constant_argument(dot, parameter, term)
            }
            _ => {
                let operand = self.operand(dot, term)?;
                self.validate(operand, parameter)
            }
        }
    }

    /// Evaluates a word that is not the first of its command.
    pub(super) fn operand(&mut self, dot: &Operand, term: &Term) -> Result<Operand> {
        self.at = term.at;
        match &term.kind {
            TermKind::Field(fields) => self.fields(dot, dot, fields, &[], None),
            TermKind::Variable { name, slot, fields } => {
                let value = self.variable(name, *slot)?;
                let Some(fields) = fields else {
                    return Ok(value);
                };
                self.fields(dot, &value, fields, &[], None)
            }
            TermKind::Pipe(pipe) => stack::grow(|| self.pipeline(dot, pipe)),
            TermKind::Identifier { name, function } => {
                let function = self.templates.funcs().function(*function);
                self.call(dot, function, term.at, name, &[], None)
            }
            TermKind::Chain { of, fields } => self.chain(dot, of, fields, &[], None),
            TermKind::Dot
            | TermKind::Nil
            | TermKind::Bool(_)
            | TermKind::Number(_)
            | TermKind::String { .. } => self.constant(dot, term),
        }
    }

    fn constant_argument(&self, dot: &Operand, parameter: Type, term: &Term) -> Result<Value> {
        let expected = match (parameter, &term.kind) {
            (Type::Interface | Type::Reflect, _) => return Ok(self.constant(dot, term)?.value),
            (Type::Bool, TermKind::Bool(value)) => return Ok(Value::Bool(*value)),
            (Type::String, TermKind::String { text, .. }) => {
                return Ok(Value::String(text.clone()));
            }
            (_, TermKind::Number(number)) if let Some(value) = number_as(number, parameter) => {
                return Ok(value);
            }
            (Type::Bool, _) => "bool",
            (Type::String, _) => "string",
            (Type::Int | Type::Int64, _) => "integer",
            (Type::Uint8 | Type::Uint32 | Type::Uint64, _) => "unsigned integer",
            (Type::Float64, _) => "float",
            _ => return Err(self.error(format!("can't handle {term} for arg of type {parameter}"))),
        };
        Err(self.error(format!("expected {expected}; found {term}")))
    }

    /// Checks that a value can be passed to a parameter of this type.
    pub(super) fn validate(&self, operand: Operand, parameter: Type) -> Result<Value> {
        if !operand.is_valid() {
            if parameter.can_be_nil() {
                return Ok(Value::zero(parameter));
            }
            return Err(self.error(format!("invalid value; expected {parameter}")));
        }
        let got = match operand.value.go_type() {
            Some(got) if parameter.accepts(got) => return Ok(operand.value),
            None if parameter.accepts(Type::Interface) => return Ok(operand.value),
            Some(got) => got,
            None => Type::Interface,
        };
        let message = format!("wrong type for value; expected {parameter}; got {got}");
        Err(self.error(message))
    }
}

/// A numeric constant as a value of this type, if it is one.
fn number_as(number: &Number, wanted: Type) -> Option<Value> {
    match wanted {
        Type::Int => number.int.map(Value::Int),
        Type::Int64 => number.int.map(Value::Int64),
        Type::Uint8 => number.uint.map(|value| Value::Uint8(value as u8)),
        Type::Uint32 | Type::Uint64 => number.uint.map(Value::Uint64),
        Type::Float64 => number.float.map(Value::Float64),
        _ => None,
    }
}
