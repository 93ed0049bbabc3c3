//! The Common Expression Language as a Kubernetes API server evaluates it.
//!
//! A source is compiled once against the declared types of its variables: parsed, checked, and its cost estimated from the
//! sizes that a schema allows. A program is then evaluated over values, as often as wanted, within a budget. Texts of errors
//! are those of the real implementation, positions included.
//!
//! # Guarantees
//! Evaluation ends: there are no loops but over lists and maps that are there, every step is paid from the budget, and sources are
//! limited in length and depth. Nothing here knows time, chance, files or the network.

mod ast;
mod check;
mod cost;
mod decl;
mod error;
mod eval;
mod functions;
mod lexer;
mod macros;
mod overloads;
mod parser;
mod program;
mod types;
mod value;

pub use decl::{Decl, DeclField, ListKind, Shape, escape};
pub use error::{CompileError, EvaluationError};
pub use eval::Budget;
pub use program::Program;
pub use types::Type;
pub use value::{Key, List, Value};
