//! Go's text/template: lexing, parsing and executing with Go's values, method calls and error texts.
//!
//! Values know their Go type and share structure by reference, as Go's maps and slices do: a function that
//! changes a [`Map`] changes it for everybody who holds it. Functions are declared with the Go types of their
//! parameters ([`Function`]), so that a wrong call fails with Go's own words.

mod function;
mod go_type;
mod options;
mod value;

pub use function::{CallError, FuncMap, Function};
pub use go_type::{Kind, Type};
pub use options::{Limits, MissingKey, Options};
pub use value::{List, Map, Object, Str, Value};
