//! A small controller of the kind that charts of operators rely on: the chart declares a `ClusterPolicy`, the controller does the rest.
//!
//! It installs a driver and a toolkit on the nodes that have a GPU, each by a DaemonSet of its own, and says how many GPUs a node can
//! give to pods. A node whose image has a driver already loses its GPU to a second one: that is the mistake which the example is about.

mod cluster_policy;
mod component;
mod controller;
mod plan;

pub use cluster_policy::{
    ClusterPolicy, ClusterPolicySpec, ClusterPolicyStatus, Driver, State, Switch,
};
pub use controller::run;

/// The label of nodes that have a GPU.
pub const HAS_GPU: &str = "gpu.example.com/present";
/// The label of nodes whose image has a driver.
pub const OWN_DRIVER: &str = "gpu.example.com/driver-in-image";
/// What a node gives to pods.
pub const GPU: &str = "gpu.example.com/gpu";

/// The files of the chart, with their places in it.
pub const CHART: [(&str, &str); 4] = [
    ("Chart.yaml", include_str!("../chart/Chart.yaml")),
    ("values.yaml", include_str!("../chart/values.yaml")),
    (
        "crds/clusterpolicies.yaml",
        include_str!("../chart/crds/clusterpolicies.yaml"),
    ),
    (
        "templates/clusterpolicy.yaml",
        include_str!("../chart/templates/clusterpolicy.yaml"),
    ),
];
