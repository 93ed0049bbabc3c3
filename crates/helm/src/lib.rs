//! Helm's commands and actions as a library.
//!
//! [`run`] takes a command line to an exit code. What a command does reaches the world only through `cobra::Io` and
//! the files that its arguments name.

mod absent;
mod args;
mod chart_source;
mod commands;
mod environment;
mod explain;
mod failure;
mod flags;
mod output_dir;
mod root;
mod settings;
mod source_date_epoch;

pub use root::run;
