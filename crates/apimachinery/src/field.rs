//! Paths of fields and what validation finds wrong with them.

mod error;
mod path;

pub use error::{Error, ErrorKind, ErrorList};
pub use path::FieldPath;
