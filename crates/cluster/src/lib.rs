//! The composition root: wires, starts and stops a cluster, and owns its clock and data directory.
//!
//! [`Cluster`] is a cluster on disk behind a socket, what `kaeru up` runs. [`InMemoryCluster`] lives in the process that made it: its time may
//! be paused, and the same seed gives the same sequence of writes.

mod clock;
mod cluster;
mod control_plane;
mod data_dir;
mod faults;
mod health;
mod in_memory;
mod kubeconfig;
mod loopback;
mod node_access;
mod open_files;
mod pki;
mod running;

pub use clock::TokioClock;
pub use cluster::{Cluster, ClusterOptions, StartError};
pub use data_dir::{DataDir, DataDirError, Holder};
pub use faults::Faults;
pub use health::{Health, Share};
pub use in_memory::{InMemoryCluster, InMemoryOptions};
pub use kubeconfig::KubeconfigError;
pub use pki::PkiError;
pub use running::{ClientError, RunningCluster, StopError};

/// What the server and its nodes say their version is.
pub const VERSION: &str = concat!("v1.37.1+kaeru.", env!("CARGO_PKG_VERSION"));
