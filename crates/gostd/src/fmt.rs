//! Go's `fmt`: the verbs and flags of `Printf`, and `Print` and `Println`, over values that say how they look.
//!
//! The engine knows no value type of its own. A value model implements [`Formattable`] and every verb, flag and error text
//! (`%!d(string=hi)`, `%!v(MISSING)`, `%!(EXTRA int=1)`) follows.

mod directive;
mod flags;
mod operand;
mod print_value;
mod printer;
mod printf;
mod scalars;

pub use operand::{Formattable, Operand};
pub use printf::{sprint, sprintf, sprintln};
