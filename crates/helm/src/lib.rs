//! Helm's commands and actions as a library.
//!
//! [`run`] takes a command line to an exit code. What a command does reaches the world only through `cobra::Io` and
//! the files that its arguments name.

mod absent;
mod action;
mod args;
mod chart_source;
mod cluster;
mod commands;
mod complete;
mod environment;
mod expand;
mod explain;
mod failure;
mod flags;
mod go_json;
mod logfmt;
mod name_template;
mod output;
mod output_dir;
mod release;
mod repo;
mod resources;
mod root;
mod session;
mod settings;
mod source_date_epoch;
mod storage;
mod table;
mod wait;

pub use root::{run, run_in_process};
