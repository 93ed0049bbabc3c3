use std::time::Duration;

use cluster::RunningCluster;
use cobra::Io;

use super::data_dir::DataDirArgs;
use crate::failure::Failure;

/// How long a cluster may take to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// Ends the cluster that runs on a data directory
#[derive(Debug, clap::Args)]
pub(crate) struct Down {
    #[command(flatten)]
    data: DataDirArgs,
}

impl Down {
    pub(crate) fn run(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let data_dir = self.data.path(io)?;
        let Some(running) = RunningCluster::find(&data_dir)? else {
            return Err(format!("no cluster runs on {}", data_dir.display()).into());
        };
        running.stop(&data_dir, PATIENCE)?;
        writeln!(
            io.stdout,
            "The cluster of process {} has ended. Its data stays in {}.",
            running.holder.pid,
            data_dir.display()
        )?;
        Ok(())
    }
}
