//! Functions that templates call, declared with the Go types of their parameters.

use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use crate::go_type::Type;
use crate::value::Value;

/// Why a function refused. A template shows it as `error calling NAME: MESSAGE`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CallError {
    message: String,
}

impl CallError {
    /// An error with this text.
    pub fn new(message: impl Into<String>) -> CallError {
        CallError {
            message: message.into(),
        }
    }
}

impl From<String> for CallError {
    fn from(message: String) -> Self {
        CallError::new(message)
    }
}

impl From<&str> for CallError {
    fn from(message: &str) -> Self {
        CallError::new(message)
    }
}

type Body = dyn Fn(&[Value]) -> Result<Value, CallError>;

/// A function with the types of its parameters. The executor checks number and types of the arguments, so the
/// body sees as many as declared, each of the declared type (a nil list or map for nil).
///
/// ```
/// use gotmpl::{Function, Type, Value};
///
/// let upper = Function::new(&[Type::String], |arguments| match arguments {
///     [Value::String(text)] => Ok(Value::string(text.to_str().to_uppercase())),
///     _ => Err("not a string".into()),
/// });
/// ```
#[derive(Clone)]
pub struct Function(Rc<Declaration>);

struct Declaration {
    parameters: Box<[Type]>,
    variadic: Option<Type>,
    body: Box<Body>,
}

impl Function {
    /// A function with exactly these parameters.
    pub fn new(
        parameters: &[Type],
        body: impl Fn(&[Value]) -> Result<Value, CallError> + 'static,
    ) -> Function {
        Function(Rc::new(Declaration {
            parameters: parameters.into(),
            variadic: None,
            body: Box::new(body),
        }))
    }

    /// A function that takes any number of further arguments of type `rest`.
    pub fn variadic(
        parameters: &[Type],
        rest: Type,
        body: impl Fn(&[Value]) -> Result<Value, CallError> + 'static,
    ) -> Function {
        Function(Rc::new(Declaration {
            parameters: parameters.into(),
            variadic: Some(rest),
            body: Box::new(body),
        }))
    }

    /// Calls the body with arguments of the declared number and types.
    ///
    /// # Errors
    /// What the body refuses.
    pub fn call(&self, arguments: &[Value]) -> Result<Value, CallError> {
        (self.0.body)(arguments)
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("parameters", &self.0.parameters)
            .field("variadic", &self.0.variadic)
            .finish_non_exhaustive()
    }
}

/// The functions that a template set knows by name.
#[derive(Clone, Debug, Default)]
pub struct FuncMap(HashMap<&'static str, Function>);

impl FuncMap {
    /// A map without functions; a template set adds Go's own.
    #[must_use]
    pub fn new() -> FuncMap {
        FuncMap::default()
    }

    /// Adds a function, or replaces the one of this name.
    pub fn insert(&mut self, name: &'static str, function: Function) {
        self.0.insert(name, function);
    }

    /// The function of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Function> {
        self.0.get(name)
    }
}

impl Extend<(&'static str, Function)> for FuncMap {
    fn extend<I: IntoIterator<Item = (&'static str, Function)>>(&mut self, functions: I) {
        self.0.extend(functions);
    }
}
