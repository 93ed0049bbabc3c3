//! The built binary, as a person runs it.

mod clusters;
mod kill;
mod lab;
mod process;
