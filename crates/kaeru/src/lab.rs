//! `kaeru lab`: a service is changed and put back, on a cluster that lives as long as the story.

mod blue_green;
mod canary;
mod census;
mod charts;
mod operator;
mod part;
mod rolling;
mod stage;
mod tee;
mod variant;
mod visitors;
mod way_back;

use std::io;
use std::sync::Arc;

use apimachinery::{Clock, SystemClock};
use cluster::{InMemoryCluster, InMemoryOptions};
use cobra::Io;
use tokio::runtime::Builder;

pub(crate) use part::Part;
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

/// Tells parts of the story and returns how many of its claims did not come true.
pub(crate) fn run(io: &mut Io<'_>, parts: &[Part], pauses: bool) -> Result<usize, LabError> {
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(LabError::Runtime)?;
    let options = InMemoryOptions {
        epoch: SystemClock.now(),
        ..InMemoryOptions::default()
    };
    let cluster = runtime
        .block_on(InMemoryCluster::start(options))
        .map_err(LabError::Cluster)?;
    let cluster = Arc::new(cluster);
    let mut stage = Stage::new(io, Arc::clone(&cluster), runtime.handle().clone(), pauses)?;
    let told = tell(&mut stage, parts);
    let broken = stage.broken();
    drop(stage);
    // Only the stage and its visitors had the cluster as well.
    if let Some(cluster) = Arc::into_inner(cluster) {
        runtime.block_on(cluster.stop());
    }
    told?;
    Ok(broken)
}

fn tell(stage: &mut Stage<'_, '_>, parts: &[Part]) -> io::Result<()> {
    stage.say("A change is not done until it can be put back. This cluster lives in this process and ends with the story.")?;
    for part in parts {
        part.tell(stage)?;
    }
    stage.close()
}
