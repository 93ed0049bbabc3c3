//! Go's text/template: lexing, parsing and executing with Go's values, method calls and error texts.
//!
//! A set of [`Templates`] is parsed once and executed with any [`Value`]. Values know their Go type and share
//! structure by reference, as Go's maps and slices do: a function that changes a [`Map`] changes it for everybody
//! who holds it. Functions are declared with the Go types of their parameters ([`Function`]), so that a wrong call
//! fails with Go's own words. Errors are Go's text, and structured: [`ExecError`] knows the node, the template, and
//! the failure of a nested template that caused it.

mod builtins;
mod error;
mod exec;
mod function;
mod go_type;
mod lex;
mod node;
mod options;
mod parse;
mod stack;
mod templates;
mod value;

pub use error::{ExecError, MissingPath, Position};
pub use exec::{Execution, SourceError};
pub use function::{CallError, FuncMap, Function};
pub use go_type::{Kind, Type};
pub use options::{Limits, MissingKey, Options};
pub use parse::ParseError;
pub use templates::Templates;
pub use value::{List, Map, MapName, Object, Str, Value, sprint, sprintf, sprintln};
