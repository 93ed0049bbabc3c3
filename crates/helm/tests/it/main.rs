//! Helm's commands that need no cluster.

mod commands;
mod complete;
mod create;
mod dependency;
mod explanations;
mod hostile;
mod lint;
mod package;
mod repositories;
mod server;
mod settings;
mod show;
mod world;
