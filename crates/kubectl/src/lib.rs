//! kubectl's verbs, resource builder and printers as a library.
//!
//! [`run`] takes arguments and streams and returns an exit code; below it nothing prints but through [`cobra::Io`].
//! Everything that a command knows of a cluster it learns over HTTP, as raw JSON, so that a cluster in the same process
//! and one far away are the same to it.

mod age;
mod bind_error;
mod change_cause;
mod changes;
mod command_error;
mod commands;
mod containers;
mod deletion;
mod dry_run;
mod event_interval;
mod field_validation;
mod global_flags;
mod kustomization;
mod kustomize_build;
mod label_selector;
mod last_applied;
mod manifest_yaml;
mod object;
mod overrides;
mod pods_of;
mod policy_rules;
mod printers;
mod rbac_subjects;
mod resource;
mod resource_list;
mod rollout_picture;
mod root;
mod session;
mod templates;
mod told;
mod usage_text;
mod warnings;
mod workload;

use command_error::CommandError;

pub use kustomization::kustomize_remote;
pub use kustomize_build::{ChartEngine, KUSTOMIZE_FLAGS, build_kustomization};
pub use rollout_picture::{RevisionPicture, RolloutPicture, rollout_pictures};
pub use root::{run, run_in_process};
