//! `range`.

use super::operand::Operand;
use super::walk::Flow;
use super::{Execution, Result};
use crate::node::Branch;
use crate::value::Value;

impl Execution<'_> {
    pub(super) fn range(&mut self, dot: &Operand, branch: &Branch) -> Result<Flow> {
        self.at = branch.at;
        let over = self.pipeline(dot, &branch.pipe)?;
        let ran = match over.value.underlying() {
            Value::List(list) => {
                let element = *list.element();
                let items = list.items().iter().enumerate();
                let items = items.map(|(index, item)| {
                    let index = Operand::concrete(Value::Int(index as i64));
                    (index, Operand::element(item.clone(), element))
                });
                self.iterate(branch, items)?
            }
            Value::Map(map) => {
                let element = *map.element();
                let entries = map.entries().into_iter();
                let entries = entries.map(|(key, value)| {
                    let key = Operand::concrete(Value::String(key));
                    (key, Operand::element(value, element))
                });
                self.iterate(branch, entries)?
            }
            Value::Int(end) => self.count(&over, branch, end, Value::Int)?,
            Value::Int64(end) => self.count(&over, branch, end, Value::Int64)?,
            Value::Uint8(end) => self.count(&over, branch, i64::from(end), |value| {
                Value::Uint8(value as u8)
            })?,
            Value::Uint64(end) => {
                let end = i64::try_from(end).unwrap_or(i64::MAX);
                self.count(&over, branch, end, |value| Value::Uint64(value as u64))?
            }
            Value::Nil => false,
            value @ (Value::Bool(_)
            | Value::Float64(_)
            | Value::String(_)
            | Value::Object(_)
            | Value::Func(_)) => {
                let value = value
                    .sprint()
                    .map_err(|error| self.error(error.to_string()))?;
                return Err(self.error(format!("range can't iterate over {value}")));
            }
        };
        match &branch.otherwise {
            Some(otherwise) if !ran => self.body(dot, otherwise),
            _ => Ok(Flow::Next),
        }
    }

    /// Ranges over the integers below `end`, which is what `over` is.
    fn count(
        &mut self,
        over: &Operand,
        branch: &Branch,
        end: i64,
        number: fn(i64) -> Value,
    ) -> Result<bool> {
        if branch.pipe.variables.len() > 1 {
            let over = over.value.sprint();
            let over = over.map_err(|error| self.error(error.to_string()))?;
            return Err(self.error(format!(
                "can't use {over} to iterate over more than one variable"
            )));
        }
        let numbers = (0..end).map(|value| (Operand::default(), Operand::concrete(number(value))));
        self.iterate(branch, numbers)
    }

    /// Executes the body for each element; whether there was one.
    fn iterate(
        &mut self,
        branch: &Branch,
        elements: impl Iterator<Item = (Operand, Operand)>,
    ) -> Result<bool> {
        let mut ran = false;
        for (index, element) in elements {
            ran = true;
            self.step()?;
            match &*branch.pipe.variables {
                [] => {}
                [variable] => self.set(variable, element.clone())?,
                [first, second, ..] => {
                    self.set(first, index)?;
                    self.set(second, element.clone())?;
                }
            }
            if self.body(&element, &branch.body)? == Flow::Break {
                break;
            }
        }
        Ok(ran)
    }
}
