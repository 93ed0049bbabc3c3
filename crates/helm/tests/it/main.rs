//! Helm's commands that need no cluster.

mod create;
mod dependency;
mod lint;
mod package;
mod show;
mod world;
