//! The three-way merge of what was installed, what is to be installed and what there is.

use cliruntime::Media;
use patch::merge_patch;
use patch::strategic::{self, Overwrite};
use serde_json::Value;

use super::Resource;

/// What would bring an object up to date: the patch and its kind.
pub(super) struct Change {
    pub(super) media: Media,
    pub(super) patch: Value,
}

impl Change {
    pub(super) fn is_empty(&self) -> bool {
        self.patch
            .as_object()
            .is_some_and(serde_json::Map::is_empty)
    }
}

/// The change from `original` and `live` to the resource: a strategic merge for kinds that are built in; for all others what
/// differs between the two manifests, whatever the live state.
///
/// # Errors
/// If the objects contradict the kind's schema.
pub(super) fn change(
    original: &Value,
    resource: &Resource,
    live: &Value,
) -> Result<Change, String> {
    let wanted = &resource.object;
    if let Some(definition) = schema::kind(&resource.api.gvk()) {
        let patch = strategic::create_three_way(original, wanted, live, definition, Overwrite::Yes);
        return Ok(Change {
            media: Media::StrategicMergePatch,
            patch: patch.map_err(|error| error.to_string())?,
        });
    }
    Ok(Change {
        media: Media::MergePatch,
        patch: merge_patch::create(original, wanted),
    })
}
