//! The controllers of a cluster, each a client of the API on a work queue.
//!
//! A controller reads shared caches, decides in pure functions, and writes through the API. One worker per controller takes keys first in,
//! first out, so the same cluster makes the same sequence of writes.

mod claim;
mod context;
mod controllers;
mod deployment;
mod discovery;
mod garbage_collector;
mod namespace;
mod node_lifecycle;
mod pod;
mod replica_set;
mod root_ca;
mod service_account;
mod template_hash;

pub use controllers::Controllers;
pub use deployment::equal_ignoring_hash;
pub use template_hash::template_hash;
