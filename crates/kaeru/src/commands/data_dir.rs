use std::path::PathBuf;

use cluster::{DataDir, DataDirError};
use cobra::Io;

/// Which cluster a command is about.
#[derive(Debug, clap::Args)]
pub(crate) struct DataDirArgs {
    /// Directory that holds everything the cluster keeps [default: $XDG_DATA_HOME/kaeru]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataDirArgs {
    pub(crate) fn path(&self, io: &Io<'_>) -> Result<PathBuf, DataDirError> {
        match &self.data {
            Some(path) => Ok(io.cwd.join(path)),
            None => DataDir::default_path(),
        }
    }
}
