//! Changing an object: the difference between what it is and what it is to be, as a patch.

use patch::{merge_patch, strategic};
use serde_json::Value;

use crate::CommandError;
use crate::dry_run::DryRun;
use crate::resource::Info;
use cliruntime::{Answer, ApiError, Media, Query, Rest};

/// A patch, and how it is to be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) media: Media,
    pub(crate) patch: Value,
}

impl Change {
    /// What leads from one state to another: a strategic merge patch where the kind is built in, else a merge patch.
    pub(crate) fn between(
        info: &Info,
        before: &Value,
        after: &Value,
    ) -> Result<Change, CommandError> {
        match schema::kind(&info.resource.gvk()) {
            Some(definition) => {
                let patch = strategic::create_two_way(before, after, definition)
                    .map_err(|error| CommandError::told(error.to_string()))?;
                Ok(Change {
                    media: Media::StrategicMergePatch,
                    patch,
                })
            }
            None => Ok(Change::merge(before, after)),
        }
    }

    /// What leads from one state to another, as a merge patch.
    pub(crate) fn merge(before: &Value, after: &Value) -> Change {
        Change {
            media: Media::MergePatch,
            patch: merge_patch::create(before, after),
        }
    }

    /// Whether nothing is to change.
    pub(crate) fn is_empty(&self) -> bool {
        self.patch
            .as_object()
            .is_some_and(serde_json::Map::is_empty)
    }

    /// Sends the change.
    pub(crate) async fn send(
        &self,
        rest: &Rest,
        path: &str,
        manager: &str,
        dry_run: DryRun,
    ) -> Result<Answer, ApiError> {
        let query = dry_run.mark(Query::new().with("fieldManager", manager));
        rest.patch(path, &query, self.media, self.patch.to_string())
            .await
    }
}
