//! What lies elsewhere: git repositories and files over HTTP.

use std::path::PathBuf;

use super::RepoSpec;
use crate::error::{Error, ErrorKind};

/// Fetches what a kustomization names by URL. [`crate::NetworkRemote`] goes to the network, `()` refuses everything.
pub trait Remote {
    /// Makes a repository available in a directory, at the revision that was asked for.
    ///
    /// # Errors
    /// Git is not installed, failed, or took too long.
    fn clone_repository(&self, spec: &RepoSpec) -> Result<PathBuf, RemoteError>;

    /// Gets a file.
    ///
    /// # Errors
    /// No answer came. An answer that is not a success is no error.
    fn get(&self, url: &str) -> Result<Fetched, RemoteError>;
}

/// The answer to a request for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The HTTP status.
    pub status: u16,
    /// The content.
    pub body: Vec<u8>,
}

/// Why nothing could be fetched. `Display` gives kustomize's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// There is no git program.
    #[error("no 'git' program on path: exec: \"git\": executable file not found in $PATH")]
    NoGit,
    /// A git command failed.
    #[error("failed to run '{command}': {output}: {status}")]
    Git {
        /// The command line.
        command: String,
        /// What it printed.
        output: String,
        /// How it ended, `exit status 128`.
        status: String,
    },
    /// A git command took too long.
    #[error("hit {limit} timeout running '{command}'")]
    Timeout {
        /// How long it was given, as Go prints it.
        limit: String,
        /// The command line.
        command: String,
    },
    /// A directory for clones could not be made.
    #[error("{0}")]
    Directory(String),
    /// A request got no answer.
    #[error("Get {url:?}: {reason}")]
    Http {
        /// The address.
        url: String,
        /// What went wrong, in Go's words.
        reason: String,
    },
    /// Nothing may be fetched here.
    #[error("remote files and bases are not available here: {0}")]
    Unavailable(String),
}

impl RemoteError {
    pub(super) fn into_error(self) -> Error {
        let kind = match self {
            Self::Timeout { .. } => ErrorKind::Timeout,
            Self::NoGit
            | Self::Git { .. }
            | Self::Directory(_)
            | Self::Http { .. }
            | Self::Unavailable(_) => ErrorKind::Load,
        };
        Error::new(kind, self.to_string())
    }
}

impl Remote for () {
    fn clone_repository(&self, spec: &RepoSpec) -> Result<PathBuf, RemoteError> {
        Err(RemoteError::Unavailable(spec.raw.clone()))
    }

    fn get(&self, url: &str) -> Result<Fetched, RemoteError> {
        Err(RemoteError::Unavailable(url.to_owned()))
    }
}
