//! Helm's commands that need no cluster.

mod commands;
mod create;
mod dependency;
mod lint;
mod package;
mod show;
mod world;
