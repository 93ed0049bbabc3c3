//! The built binary, as a person runs it.

mod charts;
mod clusters;
mod kill;
mod lab;
mod process;
