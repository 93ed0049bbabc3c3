//! Selectors of objects by their labels and by a few of their fields.

mod fields;
mod label_selector;
mod labels;
mod lexer;
mod requirement;

pub use fields::{FieldSelector, FieldSelectorError, FieldTerm};
pub use label_selector::{LabelSelectorError, from_label_selector};
pub use labels::{LabelSelector, ParseError};
pub use requirement::{Operator, Requirement};
