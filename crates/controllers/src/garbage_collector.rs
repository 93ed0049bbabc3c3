//! Deletes what has lost its owners, and keeps owners until what blocks their deletion is gone.

mod collector;
mod graph;
mod monitors;
mod owners;

use std::sync::Arc;

use clientgo::Informers;
use kube::Client;
use parking_lot::Mutex;

use crate::context::Context;
use crate::controllers::Running;
use collector::Collector;
use graph::Graph;
use monitors::Monitors;

/// The finalizer of an owner whose dependents are deleted before it.
const FOREGROUND: &str = "foregroundDeletion";
/// The finalizer of an owner whose dependents are set free before it goes.
const ORPHAN: &str = "orphan";

/// Starts the collector. It watches the metadata of every resource that can be deleted, so it keeps caches of its own.
pub(crate) fn start(context: &Context, client: Client, running: &mut Running) {
    let queue = running.queue();
    let graph = Arc::new(Mutex::new(Graph::default()));
    let informers = Arc::new(Informers::metadata_only(client));
    let monitors = Monitors::new(
        Arc::clone(&informers),
        context.clone(),
        Arc::clone(&graph),
        Arc::clone(&queue),
    );
    running.spawn_background(monitors.run());
    let collector = Collector::new(context.api.clone(), graph, informers);
    running.spawn(collector.run(queue));
}
