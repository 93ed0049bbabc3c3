//! What the command line clients of the API share, named after Kubernetes' cli-runtime.
//!
//! [`destination`] finds the cluster that flags, environment and files name, [`Rest`] sends requests to it with raw JSON in and out,
//! and [`Discovery`] knows its kinds. Everything goes over HTTP, so that a cluster in the same process and one far away are the same.

mod discovery;
mod kubeconfig;
mod rest;

pub use discovery::{ApiResource, Discovery, NoMatch};
pub use kubeconfig::{Destination, KubeconfigError, Overrides, destination, namespace};
pub use rest::{
    Answer, ApiError, ByteStream, Collection, Ended, Media, Process, Query, ResourcePath, Rest,
    Streams, TABLE, Tunnel, Typed, Unreachable, Watch, WatchEvent,
};
