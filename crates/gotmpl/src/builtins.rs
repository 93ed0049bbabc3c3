//! Go's own template functions.

mod compare;
mod escape;
mod index;

use crate::function::{Body, CallError, FuncMap, Function};
use crate::go_type::Type;
use crate::value::{Value, sprint, sprintf, sprintln};

/// The functions of every template set.
pub(crate) fn funcs() -> FuncMap {
    let mut funcs = FuncMap::new();
    let and = Body::ShortCircuit { on: false };
    let or = Body::ShortCircuit { on: true };
    funcs.extend([
        (
            "and",
            Function::with_body(&[Type::Reflect], Some(Type::Reflect), and),
        ),
        (
            "or",
            Function::with_body(&[Type::Reflect], Some(Type::Reflect), or),
        ),
        (
            "call",
            Function::with_body(&[Type::Reflect], Some(Type::Reflect), Body::Call),
        ),
        (
            "not",
            Function::new(&[Type::Reflect], |arguments| {
                Ok(Value::Bool(!arguments[0].truth()))
            }),
        ),
        (
            "print",
            Function::variadic(&[], Type::Interface, |arguments| {
                Ok(sprint(arguments)?.into())
            }),
        ),
        (
            "println",
            Function::variadic(&[], Type::Interface, |arguments| {
                Ok(sprintln(arguments)?.into())
            }),
        ),
        (
            "printf",
            Function::variadic(&[Type::String], Type::Interface, printf),
        ),
    ]);
    compare::add(&mut funcs);
    escape::add(&mut funcs);
    index::add(&mut funcs);
    funcs
}

fn printf(arguments: &[Value]) -> Result<Value, CallError> {
    let [Value::String(format), values @ ..] = arguments else {
        return Err("no format".into());
    };
    Ok(sprintf(&format.to_str(), values)?.into())
}
