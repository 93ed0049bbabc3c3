//! `kubectl top`: how much nodes and pods use, as the cluster's metrics say.

mod metrics;
mod node;
mod pod;
mod usage;

use cobra::Command;

use crate::session::Session;

pub(super) static TOP: Command<Session> =
    Command::new("top", "Display resource (CPU/memory) usage")
        .group(super::TROUBLESHOOTING)
        .long("Show how much CPU and memory nodes and pods use. The cluster must serve metrics (metrics.k8s.io).")
        .flags(&[])
        .commands(&[&node::NODE, &pod::POD])
        .run(super::group);
