//! Rust functions as template functions: parameter types and conversions follow from the signature.

use gotmpl::{CallError, Function, List, Map, Str, Type, Value};

/// A name with its function, as chapters list them.
pub(crate) type Named = (&'static str, Function);

pub(crate) type Result<T = Value> = std::result::Result<T, CallError>;

/// A parameter: the Go type that the executor checks, and the way from the checked value.
pub(crate) trait Argument {
    const TYPE: Type;
    fn take(value: &Value) -> Self;
}

impl Argument for Value {
    const TYPE: Type = Type::Interface;
    fn take(value: &Value) -> Self {
        value.clone()
    }
}

impl Argument for Str {
    const TYPE: Type = Type::String;
    fn take(value: &Value) -> Self {
        match value {
            Value::String(text) => text.clone(),
            _ => Str::default(),
        }
    }
}

impl Argument for i64 {
    const TYPE: Type = Type::Int;
    fn take(value: &Value) -> Self {
        match value {
            Value::Int(number) => *number,
            _ => 0,
        }
    }
}

impl Argument for f64 {
    const TYPE: Type = Type::Float64;
    fn take(value: &Value) -> Self {
        match value {
            Value::Float64(number) => *number,
            _ => 0.0,
        }
    }
}

impl Argument for bool {
    const TYPE: Type = Type::Bool;
    fn take(value: &Value) -> Self {
        matches!(value, Value::Bool(true))
    }
}

impl Argument for Map {
    const TYPE: Type = Type::ANY_MAP;
    fn take(value: &Value) -> Self {
        match value {
            // A named map type is passed on as the plain one.
            Value::Map(map) => map.with_name(None),
            _ => Map::nil(&Type::Interface),
        }
    }
}

impl Argument for List {
    const TYPE: Type = Type::ANY_LIST;
    fn take(value: &Value) -> Self {
        match value {
            Value::List(list) => list.clone(),
            _ => List::nil(&Type::Interface),
        }
    }
}

/// What a function gives: a value of a Go type, or that or an error.
pub(crate) trait Outcome {
    fn outcome(self) -> Result;
}

impl Outcome for Value {
    fn outcome(self) -> Result {
        Ok(self)
    }
}

impl Outcome for Str {
    fn outcome(self) -> Result {
        Ok(self.into())
    }
}

impl Outcome for String {
    fn outcome(self) -> Result {
        Ok(self.into())
    }
}

impl Outcome for &str {
    fn outcome(self) -> Result {
        Ok(self.into())
    }
}

impl Outcome for bool {
    fn outcome(self) -> Result {
        Ok(self.into())
    }
}

impl Outcome for Map {
    fn outcome(self) -> Result {
        Ok(self.into())
    }
}

impl<T: Into<Value>> Outcome for Result<T> {
    fn outcome(self) -> Result {
        self.map(Into::into)
    }
}

fn argument<A: Argument>(arguments: &[Value], index: usize) -> A {
    A::take(arguments.get(index).unwrap_or(&Value::Nil))
}

fn rest<A: Argument>(arguments: &[Value], from: usize) -> Vec<A> {
    arguments.iter().skip(from).map(A::take).collect()
}

pub(crate) fn nullary<R: Outcome>(body: impl Fn() -> R + 'static) -> Function {
    Function::new(&[], move |_| body().outcome())
}

pub(crate) fn unary<A: Argument, R: Outcome>(body: impl Fn(A) -> R + 'static) -> Function {
    Function::new(&[A::TYPE], move |a| body(argument(a, 0)).outcome())
}

pub(crate) fn binary<A: Argument, B: Argument, R: Outcome>(
    body: impl Fn(A, B) -> R + 'static,
) -> Function {
    Function::new(&[A::TYPE, B::TYPE], move |a| {
        body(argument(a, 0), argument(a, 1)).outcome()
    })
}

pub(crate) fn ternary<A: Argument, B: Argument, C: Argument, R: Outcome>(
    body: impl Fn(A, B, C) -> R + 'static,
) -> Function {
    Function::new(&[A::TYPE, B::TYPE, C::TYPE], move |a| {
        body(argument(a, 0), argument(a, 1), argument(a, 2)).outcome()
    })
}

/// Any number of arguments of one type.
pub(crate) fn variadic<A: Argument, R: Outcome>(body: impl Fn(Vec<A>) -> R + 'static) -> Function {
    Function::variadic(&[], A::TYPE, move |a| body(rest(a, 0)).outcome())
}

/// One argument and any number of another type.
pub(crate) fn unary_variadic<A: Argument, B: Argument, R: Outcome>(
    body: impl Fn(A, Vec<B>) -> R + 'static,
) -> Function {
    Function::variadic(&[A::TYPE], B::TYPE, move |a| {
        body(argument(a, 0), rest(a, 1)).outcome()
    })
}

/// Two arguments and any number of another type.
pub(crate) fn binary_variadic<A: Argument, B: Argument, C: Argument, R: Outcome>(
    body: impl Fn(A, B, Vec<C>) -> R + 'static,
) -> Function {
    Function::variadic(&[A::TYPE, B::TYPE], C::TYPE, move |a| {
        body(argument(a, 0), argument(a, 1), rest(a, 2)).outcome()
    })
}

pub(crate) fn quaternary<A: Argument, B: Argument, C: Argument, D: Argument, R: Outcome>(
    body: impl Fn(A, B, C, D) -> R + 'static,
) -> Function {
    Function::new(&[A::TYPE, B::TYPE, C::TYPE, D::TYPE], move |a| {
        body(
            argument(a, 0),
            argument(a, 1),
            argument(a, 2),
            argument(a, 3),
        )
        .outcome()
    })
}

pub(crate) fn quinary<
    A: Argument,
    B: Argument,
    C: Argument,
    D: Argument,
    E: Argument,
    R: Outcome,
>(
    body: impl Fn(A, B, C, D, E) -> R + 'static,
) -> Function {
    Function::new(&[A::TYPE, B::TYPE, C::TYPE, D::TYPE, E::TYPE], move |a| {
        body(
            argument(a, 0),
            argument(a, 1),
            argument(a, 2),
            argument(a, 3),
            argument(a, 4),
        )
        .outcome()
    })
}

pub(crate) fn senary<A, B, C, D, E, F, R>(
    body: impl Fn(A, B, C, D, E, F) -> R + 'static,
) -> Function
where
    A: Argument,
    B: Argument,
    C: Argument,
    D: Argument,
    E: Argument,
    F: Argument,
    R: Outcome,
{
    Function::new(
        &[A::TYPE, B::TYPE, C::TYPE, D::TYPE, E::TYPE, F::TYPE],
        move |a| {
            body(
                argument(a, 0),
                argument(a, 1),
                argument(a, 2),
                argument(a, 3),
                argument(a, 4),
                argument(a, 5),
            )
            .outcome()
        },
    )
}
