//! Commands, flags, usage, errors and completion as cobra and pflag present them, from tables.
//!
//! A front end declares a static tree of [`Command`]s with their [`Flag`]s, wraps its root in a [`Program`] and calls
//! [`Program::execute`]. Everything that a person sees on the way (help, parse errors, suggestions, completion) reads
//! as the Go libraries print it; what a command does reaches the world only through [`Io`].

mod args;
mod command;
mod completion;
mod csv;
mod duration;
mod execute;
mod failure;
mod find;
mod flag;
mod flag_groups;
mod flag_set;
mod flag_usages;
mod invocation;
mod io;
mod live_area;
mod parse;
mod program;
mod shells;
mod site;
mod strconv;
mod suggestions;
mod usage;
mod value;

pub use args::Args;
pub use command::Command;
pub use completion::{Complete, Completion, Directive, complete_directory};
pub use duration::{Duration, DurationError};
pub use failure::Failure;
pub use flag::{DefaultValue, Flag, Kind};
pub use flag_set::{Flags, Origin};
pub use flag_usages::{flag_usages, unquote_usage};
pub use invocation::Invocation;
pub use io::{Capture, Env, Io, Terminals};
pub use live_area::LiveArea;
pub use program::Program;
pub use shells::{Shell, completion_script};
pub use site::{ListedFlag, Site};
pub use suggestions::suggestions_for;
pub use usage::{default_help, default_usage};
