//! Scheduler and simulated nodes: pods that are pulled, started, probed, drained and restarted by the real rules without a container.
//!
//! What becomes of a pod is decided by pure state machines; a worker per pod carries out their effects through the API and a [`Runtime`],
//! which also leads connections to pods. The proxy of Services stands on it.

mod backoff;
mod behaviour;
mod container;
mod effect;
mod images;
mod kubelet;
mod node_object;
mod nodes;
mod pod;
mod probe;
mod program;
mod proxy;
mod runtime;
mod scenario;
mod scheduler;

pub use behaviour::BehaviourError;
pub use nodes::{Nodes, NodesOptions};
pub use runtime::{AddressBlock, AddressError, Connection, Log, LogLine, Runtime};
pub use scenario::{Scenario, ScenarioError};
