//! Helm's commands that need no cluster.

mod create;
mod dependency;
mod package;
mod show;
mod world;
