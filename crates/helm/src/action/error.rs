use cliruntime::ApiError;

use super::aftermath::{Aftermath, remedy};
use super::hooks::HookError;
use super::names::NameError;
use crate::cluster::reachable;
use crate::resources::{ApplyError, BuildError, OwnershipError};
use crate::storage::StorageError;
use crate::wait::WaitError;

/// An action that failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ActionError {
    /// The storage failed.
    #[error("{}", storage(.0))]
    Storage(#[from] StorageError),
    /// The cluster refused, or cannot be asked.
    #[error("{}", reachable(.0))]
    Api(#[from] ApiError),
    /// A document is no object of this cluster.
    #[error(transparent)]
    Build(Box<BuildError>),
    /// The name cannot be a release's.
    #[error("release name check failed: {0}")]
    Name(#[from] NameError),
    /// An object is somebody else's.
    #[error(transparent)]
    Ownership(#[from] OwnershipError),
    /// Objects could not be brought to the cluster.
    #[error(transparent)]
    Apply(Box<ApplyError>),
    /// A wait did not end well.
    #[error(transparent)]
    Wait(#[from] WaitError),
    /// A hook failed.
    #[error(transparent)]
    Hook(#[from] HookError),
    /// Something failed while something else was being done.
    #[error("{doing}: {source}")]
    While {
        /// What was being done.
        doing: String,
        /// What failed.
        source: Box<ActionError>,
    },
    /// A change that failed on its way.
    #[error("{source}")]
    Halfway {
        /// What failed.
        source: Box<ActionError>,
        /// What it leaves behind, and what to type.
        aftermath: String,
    },
    /// The person ended the action.
    #[error("context canceled")]
    Cancelled,
    /// A complaint with a text of its own.
    #[error("{0}")]
    Told(String),
}

impl ActionError {
    /// The error, telling what was being done.
    pub(crate) fn during(self, doing: impl Into<String>) -> ActionError {
        ActionError::While {
            doing: doing.into(),
            source: Box::new(self),
        }
    }

    /// The error, telling what was done before it and how to go on.
    pub(super) fn halfway(self, aftermath: &Aftermath<'_>) -> ActionError {
        ActionError::Halfway {
            aftermath: aftermath.to_string(),
            source: Box::new(self),
        }
    }

    /// What stands under the error's text: what was done, and what to do. Empty where nothing is known.
    pub(crate) fn explanation(&self) -> String {
        let parts = self.aftermath().map(str::to_owned);
        let parts: Vec<String> = parts.into_iter().chain(remedy(self)).collect();
        parts.join("\n")
    }

    fn aftermath(&self) -> Option<&str> {
        match self {
            ActionError::Halfway { aftermath, .. } => Some(aftermath),
            ActionError::While { source, .. } => source.aftermath(),
            _ => None,
        }
    }

    /// A complaint with a text of its own.
    pub(crate) fn told(text: impl Into<String>) -> ActionError {
        ActionError::Told(text.into())
    }

    /// Whether the cluster cannot be asked.
    pub(crate) fn is_unreachable(&self) -> bool {
        let (ActionError::Api(error)
        | ActionError::Storage(StorageError::Api { source: error, .. })) = self
        else {
            return false;
        };
        matches!(error, ApiError::Unreachable(_))
    }

    /// Whether there is no such release.
    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, ActionError::Storage(StorageError::NotFound))
    }
}

impl From<ApplyError> for ActionError {
    fn from(error: ApplyError) -> Self {
        ActionError::Apply(Box::new(error))
    }
}

impl From<BuildError> for ActionError {
    fn from(error: BuildError) -> Self {
        ActionError::Build(Box::new(error))
    }
}

fn storage(error: &StorageError) -> String {
    match error {
        StorageError::Api {
            source: source @ ApiError::Unreachable(_),
            ..
        } => reachable(source),
        other => other.to_string(),
    }
}
