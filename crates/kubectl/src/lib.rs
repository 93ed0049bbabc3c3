//! kubectl's verbs, resource builder and printers as a library.
//!
//! [`run`] takes arguments and streams and returns an exit code; below it nothing prints but through [`cobra::Io`].
//! Everything that a command knows of a cluster it learns over HTTP, as raw JSON, so that a cluster in the same process
//! and one far away are the same to it.

mod age;
mod change_cause;
mod changes;
mod command_error;
mod commands;
mod deletion;
mod discovery;
mod dry_run;
mod field_validation;
mod global_flags;
mod kubeconfig;
mod kustomization;
mod last_applied;
mod manifest_yaml;
mod object;
mod printers;
mod resource;
mod rest;
mod root;
mod session;
mod templates;
mod usage_text;
mod warnings;
mod workload;

use command_error::CommandError;

pub use root::{run, run_in_process};
