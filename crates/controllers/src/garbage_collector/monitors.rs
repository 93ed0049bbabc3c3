use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use clientgo::{ApiError, Delta, Informers, Resource, WorkQueue};
use parking_lot::Mutex;

use super::graph::Graph;
use crate::context::Context;
use crate::discovery::deletable_resources;

/// How often the server is asked for resources that are new or gone.
const DISCOVERY_PERIOD: Duration = Duration::from_secs(30);
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Watches every resource that can be deleted and keeps the graph up to date.
pub(super) struct Monitors {
    informers: Arc<Informers>,
    context: Context,
    graph: Arc<Mutex<Graph>>,
    queue: Arc<WorkQueue<String>>,
    watched: BTreeSet<Resource>,
}

impl Monitors {
    pub(super) fn new(
        informers: Arc<Informers>,
        context: Context,
        graph: Arc<Mutex<Graph>>,
        queue: Arc<WorkQueue<String>>,
    ) -> Self {
        Monitors {
            informers,
            context,
            graph,
            queue,
            watched: BTreeSet::new(),
        }
    }

    /// Follows the server's resources until it is cut off.
    pub(super) async fn run(mut self) {
        loop {
            let pause = match self.follow_discovery().await {
                Ok(()) => DISCOVERY_PERIOD,
                Err(error) => {
                    tracing::debug!(%error, "discovery to be tried again");
                    RETRY_PAUSE
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    async fn follow_discovery(&mut self) -> Result<(), ApiError> {
        let served = deletable_resources(&self.context.api).await?;
        let served: BTreeSet<Resource> = served
            .into_iter()
            .filter(|resource| resource.plural != "events")
            .collect();
        for gone in self.watched.difference(&served) {
            self.informers.stop(gone);
        }
        for new in served.difference(&self.watched) {
            self.watch(new);
        }
        self.watched = served;
        Ok(())
    }

    fn watch(&self, resource: &Resource) {
        let (graph, queue, watched) = (
            Arc::clone(&self.graph),
            Arc::clone(&self.queue),
            resource.clone(),
        );
        self.informers.cache(resource).subscribe(move |delta| {
            let affected = match delta {
                Delta::Added(object) | Delta::Updated(_, object) => {
                    graph.lock().observe(&watched, object)
                }
                Delta::Deleted(object) => graph.lock().remove(object.uid()),
            };
            affected.into_iter().for_each(|uid| queue.add(uid));
        });
    }
}
