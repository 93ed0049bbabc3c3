//! kubectl as a whole, against servers that answer as they are told.

#![expect(clippy::unwrap_used, reason = "a set-up that breaks fails its test")]
#![expect(clippy::print_stdout, reason = "what is skipped or counted is told")]

mod command_line;
mod pairs;
mod recorded;
mod replay;
mod shell_words;
