use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use kube::Client;
use kube::config::{Config, KubeConfigOptions, Kubeconfig, KubeconfigError};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::data_dir::{DataDir, DataDirError, Holder};

const POLL: Duration = Duration::from_millis(10);

/// A cluster that another process runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningCluster {
    /// What it says of itself.
    pub holder: Holder,
}

/// Why no client can be made for a running cluster.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Its kubeconfig cannot be used.
    #[error("read its kubeconfig")]
    Kubeconfig(#[from] KubeconfigError),
    /// The kubeconfig says nothing that a client can be made of.
    #[error("make a client")]
    Client(#[from] kube::Error),
}

/// Why a running cluster was not stopped.
#[derive(Debug, thiserror::Error)]
pub enum StopError {
    /// The data directory cannot be read.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The process that runs it is not known.
    #[error("the data directory is held by a process that has not said its number")]
    Unknown,
    /// The process could not be told to stop.
    #[error("tell process {pid} to stop")]
    Signal {
        /// The process.
        pid: u32,
        /// What the system said.
        source: io::Error,
    },
    /// It has not ended in time.
    #[error("process {pid} has not ended within {} seconds", within.as_secs())]
    Timeout {
        /// The process.
        pid: u32,
        /// The time it was given.
        within: Duration,
    },
}

impl RunningCluster {
    /// The cluster that runs on a data directory, if one does.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn find(data_dir: &Path) -> Result<Option<Self>, DataDirError> {
        Ok(DataDir::holder(data_dir)?.map(|holder| RunningCluster { holder }))
    }

    /// Whether it takes pods.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.holder.server.is_empty()
    }

    /// A client with the rights of the cluster's kubeconfig.
    ///
    /// # Errors
    /// The kubeconfig cannot be used.
    pub async fn client(&self) -> Result<Client, ClientError> {
        let kubeconfig = Kubeconfig::read_from(&self.holder.kubeconfig)?;
        let config =
            Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;
        Ok(Client::try_from(config)?)
    }

    /// Tells the cluster to stop, and returns when it has let its data directory go.
    ///
    /// # Errors
    /// It could not be told, or has not ended in time.
    pub fn stop(&self, data_dir: &Path, within: Duration) -> Result<(), StopError> {
        let pid = self.holder.pid;
        let process = i32::try_from(pid)
            .ok()
            .filter(|pid| *pid > 0)
            .ok_or(StopError::Unknown)?;
        kill(Pid::from_raw(process), Signal::SIGTERM).map_err(|error| StopError::Signal {
            pid,
            source: error.into(),
        })?;
        let start = Instant::now();
        while DataDir::holder(data_dir)?.is_some_and(|holder| holder.pid == pid) {
            if start.elapsed() > within {
                return Err(StopError::Timeout { pid, within });
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }
}
