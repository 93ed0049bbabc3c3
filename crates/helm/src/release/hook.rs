use serde::{Deserialize, Serialize};

use super::Timestamp;

/// A hook as the record has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredHook {
    /// The object's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    /// The object's kind.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) kind: String,
    /// The template that it comes from.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) path: String,
    /// The text of the document.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) manifest: String,
    /// The points of a release's life at which it is created.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::null_is_empty"
    )]
    pub(crate) events: Vec<String>,
    /// How it went the last time.
    pub(crate) last_run: HookExecution,
    /// Hooks of one event are created in the order of their weights.
    #[serde(skip_serializing_if = "super::is_zero")]
    pub(crate) weight: i64,
    /// When it is deleted.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::null_is_empty"
    )]
    pub(crate) delete_policies: Vec<String>,
    /// When its logs are shown.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::null_is_empty"
    )]
    pub(crate) output_log_policies: Vec<String>,
}

/// A run of a hook.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct HookExecution {
    /// When it began.
    #[serde(skip_serializing_if = "Timestamp::is_zero")]
    pub(crate) started_at: Timestamp,
    /// When it ended.
    #[serde(skip_serializing_if = "Timestamp::is_zero")]
    pub(crate) completed_at: Timestamp,
    /// How it ended; empty if it never ran.
    pub(crate) phase: String,
}

/// How far a run of a hook has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HookPhase {
    Running,
    Succeeded,
    Failed,
}

impl HookPhase {
    /// The word of the record.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            HookPhase::Running => "Running",
            HookPhase::Succeeded => "Succeeded",
            HookPhase::Failed => "Failed",
        }
    }
}

impl From<&chart::Hook> for StoredHook {
    fn from(hook: &chart::Hook) -> StoredHook {
        StoredHook {
            name: hook.name.clone(),
            kind: hook.kind.clone(),
            path: hook.path.clone(),
            manifest: hook.manifest.clone(),
            events: hook
                .events
                .iter()
                .map(|event| event.name().to_owned())
                .collect(),
            last_run: HookExecution::default(),
            weight: hook.weight,
            delete_policies: hook.delete_policies.clone(),
            output_log_policies: hook.output_log_policies.clone(),
        }
    }
}
