//! `kaeru lab`: a service is changed and put back, on a cluster that lives as long as the story.

mod stage;
mod story;
mod tee;

use std::io;

use apimachinery::{Clock, SystemClock};
use cluster::{InMemoryCluster, InMemoryOptions};
use cobra::Io;
use tokio::runtime::Builder;

use stage::Stage;

/// Why a story could not be told to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LabError {
    /// The screen, or whatever takes the output, is gone.
    #[error("write the story")]
    Output(#[from] io::Error),
    /// The threads of the cluster could not be started.
    #[error("start the runtime")]
    Runtime(#[source] io::Error),
    /// The cluster could not be started.
    #[error("start the cluster")]
    Cluster(#[source] apimachinery::Status),
}

/// Tells the story and returns how many of its claims did not come true.
pub(crate) fn run(io: &mut Io<'_>) -> Result<usize, LabError> {
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(LabError::Runtime)?;
    let options = InMemoryOptions {
        epoch: SystemClock.now(),
        ..InMemoryOptions::default()
    };
    let start = async {
        let cluster = InMemoryCluster::start(options).await?;
        let client = cluster.client();
        Ok((cluster, client))
    };
    let (cluster, client) = runtime.block_on(start).map_err(LabError::Cluster)?;
    let mut stage = Stage::new(io, client, runtime.handle().clone());
    let told = story::tell(&mut stage);
    let broken = stage.broken();
    runtime.block_on(cluster.stop());
    told?;
    Ok(broken)
}
