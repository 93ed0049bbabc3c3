//! What a client of the API that runs inside the cluster stands on.
//!
//! Named after client-go: decoded [`Object`]s, an [`Api`] that writes them, one shared [`Cache`] per resource that an [`Informers`] set
//! keeps up to date by list and watch, the [`WorkQueue`] a controller takes its keys from, and the [`Recorder`] of events. What scheduler and
//! controllers must agree on stands here too: which nodes a pod may be on.
//!
//! Nothing here iterates over a hash map or reads the system's clock or random numbers, so that a cluster on a paused clock makes the same
//! sequence of requests for the same seed.

mod api;
mod cache;
mod event_correlator;
mod informer;
mod node_affinity;
mod object;
mod patch_type;
mod recorder;
mod resource;
mod taints;
mod work_queue;
mod worker;

pub use api::{Api, ApiError, List, Propagation};
pub use cache::{Cache, Delta};
pub use informer::Informers;
pub use node_affinity::{node_affinity_matches, node_selector_matches, node_selector_term_matches};
pub use object::{Key, Object, OwnerReference, parse_time};
pub use patch_type::PatchType;
pub use recorder::{EventType, Recorder};
pub use resource::{Resource, resources};
pub use taints::{tolerates, untolerated_taint};
pub use work_queue::WorkQueue;
pub use worker::{Outcome, run_worker, run_workers};
