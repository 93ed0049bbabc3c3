//! What each built-in kind is: scope, fields, merge keys, list types and protobuf numbers, as tables.
//!
//! The tables are static arrays in the program's read-only data, found by binary search: nothing is
//! parsed or built at start-up. `cargo run -p xtask -- schema FACTS_DIR` makes them anew.

mod definition;
mod message;
mod path;
mod resource;
mod tables;

pub use definition::{Definition, Field, Form, ListType, PatchStrategy, Shape, definition, kind};
pub use message::{Message, MessageField, Scalar, Wire, message};
pub use path::{Step, walk};
pub use resource::{Resource, Subresource, resource, resource_of_kind, resources};
