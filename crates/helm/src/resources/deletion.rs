//! Removing objects.

use cliruntime::{ApiError, Query, Rest};
use serde_json::json;

use super::Resource;

/// What becomes of what an object owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Propagation {
    Background,
    Foreground,
    Orphan,
}

impl Propagation {
    /// Reads the word of a flag.
    pub(crate) fn parse(word: &str) -> Option<Propagation> {
        Some(match word {
            "background" => Propagation::Background,
            "foreground" => Propagation::Foreground,
            "orphan" => Propagation::Orphan,
            _ => return None,
        })
    }

    fn as_str(self) -> &'static str {
        match self {
            Propagation::Background => "Background",
            Propagation::Foreground => "Foreground",
            Propagation::Orphan => "Orphan",
        }
    }
}

/// Whether the object stays when its release no longer wants it.
pub(crate) fn is_kept(resource: &Resource) -> bool {
    let policy = resource.annotation("helm.sh/resource-policy");
    policy.trim().to_lowercase() == "keep"
}

/// Deletes an object.
pub(crate) async fn delete(
    resource: &Resource,
    propagation: Propagation,
    rest: &Rest,
) -> Result<(), ApiError> {
    let options = json!({"propagationPolicy": propagation.as_str()});
    rest.delete(&resource.path(), &Query::new(), &options)
        .await
        .map(drop)
}
