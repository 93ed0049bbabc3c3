//! Calls of functions and methods.

use super::operand::Operand;
use super::{Execution, Result};
use crate::function::{Body, CallError, Function};
use crate::go_type::Type;
use crate::node::{At, Term};
use crate::value::Value;

impl Execution<'_> {
    /// Calls a function with the arguments and, as the last one, the result of the command before it.
    ///
    /// `at` is the node that is shown when the call itself fails.
    pub(super) fn call(
        &mut self,
        dot: &Operand,
        function: &Function,
        at: At,
        name: &str,
        arguments: &[Term],
        last: Option<Operand>,
    ) -> Result<Operand> {
        let count = arguments.len() + usize::from(last.is_some());
        let fixed = function.parameters();
        match function.rest() {
            Some(_) if count < fixed.len() => {
                let (want, got) = (fixed.len(), arguments.len());
                return Err(self.error(format!(
                    "wrong number of args for {name}: want at least {want} got {got}"
                )));
            }
            None if count != fixed.len() => {
                let want = fixed.len();
                return Err(self.error(format!(
                    "wrong number of args for {name}: want {want} got {count}"
                )));
            }
            _ => {}
        }
        if let Body::ShortCircuit { on } = function.body() {
            return self.short_circuit(dot, *on, arguments, last);
        }
        let parameter = |index: usize| {
            fixed
                .get(index)
                .copied()
                .or(function.rest())
                .unwrap_or(Type::Interface)
        };
        let mut values = Vec::with_capacity(count);
        for (index, argument) in arguments.iter().enumerate() {
            values.push(self.argument(dot, parameter(index), argument)?);
        }
        if let Some(last) = last {
            values.push(self.validate(last, parameter(count - 1))?);
        }
        let result = match function.body() {
            Body::Pure(body) => body(&values),
            Body::Executing(body) => body(self, &values),
            Body::Call => self.call_value(arguments.first(), &values),
            Body::ShortCircuit { .. } => Ok(Value::Nil),
        };
        result.map(Operand::concrete).map_err(|error| {
            self.at = at;
            let (message, cause) = error.into_parts();
            self.failure(
                format!("error calling {name}: {message}"),
                cause.map(|cause| *cause),
                true,
            )
        })
    }

    /// `and` (`on` is false) and `or` (`on` is true).
    fn short_circuit(
        &mut self,
        dot: &Operand,
        on: bool,
        arguments: &[Term],
        last: Option<Operand>,
    ) -> Result<Operand> {
        let mut value = Value::Nil;
        for argument in arguments {
            value = self.argument(dot, Type::Reflect, argument)?;
            if value.truth() == on {
                return Ok(Operand::concrete(value));
            }
        }
        Ok(Operand::concrete(last.map_or(value, |last| last.value)))
    }

    /// The `call` function: calls its first argument with the others.
    fn call_value(
        &mut self,
        callee: Option<&Term>,
        values: &[Value],
    ) -> std::result::Result<Value, CallError> {
        let (function, arguments) = values.split_first().ok_or("call of nil")?;
        let function = match function {
            Value::Func(function) => function,
            Value::Nil => return Err("call of nil".into()),
            other => {
                let kind = other.type_name();
                let name = match (callee, other) {
                    (Some(callee), _) => callee.to_string(),
                    (None, Value::String(text)) => text.to_string(),
                    (None, _) => format!("<{kind} Value>"),
                };
                return Err(format!("non-function {name} of type {kind}").into());
            }
        };
        let want = function.parameters().len();
        let got = arguments.len();
        match function.rest() {
            Some(_) if got < want => {
                return Err(format!("wrong number of args: got {got} want at least {want}").into());
            }
            None if got != want => {
                return Err(format!("wrong number of args: got {got} want {want}").into());
            }
            _ => {}
        }
        match function.body() {
            Body::Pure(body) => body(arguments),
            Body::Executing(body) => body(self, arguments),
            Body::ShortCircuit { .. } | Body::Call => Err("call of a builtin".into()),
        }
    }
}
