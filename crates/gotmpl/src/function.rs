//! Functions that templates call, declared with the Go types of their parameters.

use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::error::ExecError;
use crate::exec::Execution;
use crate::go_type::Type;
use crate::value::Value;

/// Why a function refused. A template shows it as `error calling NAME: MESSAGE`.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}{}", Cause(.cause))]
pub struct CallError {
    message: String,
    cause: Option<Box<ExecError>>,
}

struct Cause<'a>(&'a Option<Box<ExecError>>);

impl fmt::Display for Cause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_ref().map_or(Ok(()), |cause| cause.fmt(f))
    }
}

impl CallError {
    /// An error with this text.
    pub fn new(message: impl Into<String>) -> CallError {
        CallError {
            message: message.into(),
            cause: None,
        }
    }

    /// The failure of a template that the function executed; its text follows `message` directly.
    pub fn caused(message: impl Into<String>, cause: ExecError) -> CallError {
        CallError {
            message: message.into(),
            cause: Some(Box::new(cause)),
        }
    }

    pub(crate) fn into_parts(self) -> (String, Option<Box<ExecError>>) {
        (self.message, self.cause)
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

impl From<ExecError> for CallError {
    fn from(cause: ExecError) -> Self {
        CallError::caused("", cause)
    }
}

type Pure = dyn Fn(&[Value]) -> Result<Value, CallError>;
type Executing = dyn Fn(&mut Execution<'_>, &[Value]) -> Result<Value, CallError>;

/// What a call does.
pub(crate) enum Body {
    /// A function of its arguments.
    Pure(Box<Pure>),
    /// A function that also executes templates.
    Executing(Box<Executing>),
    /// Go's `and` and `or` end at the first argument that decides.
    ShortCircuit { on: bool },
    /// Go's `call`, which knows the name of what it calls.
    Call,
}

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
    body: Body,
}

impl Function {
    /// A function with exactly these parameters.
    pub fn new(
        parameters: &[Type],
        body: impl Fn(&[Value]) -> Result<Value, CallError> + 'static,
    ) -> Function {
        Function::with_body(parameters, None, Body::Pure(Box::new(body)))
    }

    /// A function that takes any number of further arguments of type `rest`.
    pub fn variadic(
        parameters: &[Type],
        rest: Type,
        body: impl Fn(&[Value]) -> Result<Value, CallError> + 'static,
    ) -> Function {
        Function::with_body(parameters, Some(rest), Body::Pure(Box::new(body)))
    }

    /// A function with exactly these parameters that can execute templates of the set it is called from.
    pub fn executing(
        parameters: &[Type],
        body: impl Fn(&mut Execution<'_>, &[Value]) -> Result<Value, CallError> + 'static,
    ) -> Function {
        Function::with_body(parameters, None, Body::Executing(Box::new(body)))
    }

    pub(crate) fn with_body(parameters: &[Type], variadic: Option<Type>, body: Body) -> Function {
        Function(Rc::new(Declaration {
            parameters: parameters.into(),
            variadic,
            body,
        }))
    }

    /// Calls a function that executes no templates, with arguments of the declared number and types.
    ///
    /// # Errors
    /// What the body refuses; that it needs an execution.
    pub fn call(&self, arguments: &[Value]) -> Result<Value, CallError> {
        match &self.0.body {
            Body::Pure(body) => body(arguments),
            Body::Executing(_) | Body::ShortCircuit { .. } | Body::Call => {
                Err("can only be called by a template".into())
            }
        }
    }

    pub(crate) fn body(&self) -> &Body {
        &self.0.body
    }

    pub(crate) fn parameters(&self) -> &[Type] {
        &self.0.parameters
    }

    pub(crate) fn rest(&self) -> Option<Type> {
        self.0.variadic
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

/// A function's place in its map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FuncId(u32);

/// The functions that a template set knows by name.
#[derive(Clone, Debug, Default)]
pub struct FuncMap {
    ids: FxHashMap<&'static str, FuncId>,
    functions: Vec<Function>,
}

impl FuncMap {
    /// A map without functions; a template set adds Go's own.
    #[must_use]
    pub fn new() -> FuncMap {
        FuncMap::default()
    }

    /// Adds a function, or replaces the one of this name.
    pub fn insert(&mut self, name: &'static str, function: Function) {
        match self.ids.get(name) {
            Some(FuncId(id)) => self.functions[*id as usize] = function,
            None => {
                let id = u32::try_from(self.functions.len())
                    .expect("names are static, so there are few");
                self.ids.insert(name, FuncId(id));
                self.functions.push(function);
            }
        }
    }

    /// The function of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Function> {
        self.id(name).map(|(_, id)| self.function(id))
    }

    /// The names of all functions, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.ids.keys().copied().collect();
        names.sort_unstable();
        names
    }

    /// The place of the function of this name, and the name as the map has it.
    pub(crate) fn id(&self, name: &str) -> Option<(&'static str, FuncId)> {
        self.ids.get_key_value(name).map(|(name, id)| (*name, *id))
    }

    pub(crate) fn function(&self, FuncId(id): FuncId) -> &Function {
        &self.functions[id as usize]
    }

    /// Adds the functions of another map, which replace those of the same name.
    pub(crate) fn merge(&mut self, other: FuncMap) {
        let mut others: Vec<_> = other.ids.into_iter().collect();
        others.sort_unstable_by_key(|(_, FuncId(id))| *id);
        self.extend(
            others
                .into_iter()
                .map(|(name, _)| name)
                .zip(other.functions),
        );
    }
}

impl Extend<(&'static str, Function)> for FuncMap {
    fn extend<I: IntoIterator<Item = (&'static str, Function)>>(&mut self, functions: I) {
        for (name, function) in functions {
            self.insert(name, function);
        }
    }
}
