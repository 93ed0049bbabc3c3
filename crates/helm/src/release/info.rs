use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Timestamp;

/// Times, status and notes of a revision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Info {
    /// When the first revision was made.
    #[serde(skip_serializing_if = "Timestamp::is_zero")]
    pub(crate) first_deployed: Timestamp,
    /// When this revision was made.
    #[serde(skip_serializing_if = "Timestamp::is_zero")]
    pub(crate) last_deployed: Timestamp,
    /// When the release was uninstalled.
    #[serde(skip_serializing_if = "Timestamp::is_zero")]
    pub(crate) deleted: Timestamp,
    /// A sentence on what happened.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    /// How far the revision has come, in Helm's word.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) status: String,
    /// The revision that was gone back to.
    #[serde(skip_serializing_if = "super::is_zero")]
    pub(crate) rollback_revision: i64,
    /// The rendered notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) notes: String,
    /// The objects on the cluster, by version and kind; only ever shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) resources: Option<BTreeMap<String, Vec<Value>>>,
}
