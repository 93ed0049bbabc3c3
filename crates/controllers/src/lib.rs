//! The controllers of a cluster, each a client of the API on a work queue.
//!
//! A controller reads shared caches, decides in pure functions, and writes through the API. One worker per controller takes keys first in,
//! first out, so the same cluster makes the same sequence of writes.

mod claim;
mod cluster_role_aggregation;
mod context;
mod controller_revision;
mod controllers;
mod daemon_set;
mod deletion_order;
mod deployment;
mod discovery;
mod disruption;
mod endpoint_slice;
mod endpoints;
mod failed_pods;
mod garbage_collector;
mod job;
mod label_index;
mod namespace;
mod node_lifecycle;
mod owner;
mod persistent_volume;
mod pod;
mod pod_control;
mod pod_gc;
mod pods_on_node;
mod replica_set;
mod root_ca;
mod service;
mod service_account;
mod slow_start;
mod stateful_set;
mod taint_eviction;
mod template_hash;
mod ttl_after_finished;

pub use controllers::Controllers;
pub use deployment::equal_ignoring_hash;
pub use template_hash::template_hash;
