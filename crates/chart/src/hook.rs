//! Hooks: objects that are created at points of a release's life.

use crate::manifest::Head;

/// A point of a release's life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HookEvent {
    /// Before the objects are created.
    PreInstall,
    /// After the objects have been created.
    PostInstall,
    /// Before the objects are deleted.
    PreDelete,
    /// After the objects have been deleted.
    PostDelete,
    /// Before an upgrade.
    PreUpgrade,
    /// After an upgrade.
    PostUpgrade,
    /// Before a rollback.
    PreRollback,
    /// After a rollback.
    PostRollback,
    /// When the release is tested.
    Test,
}

impl HookEvent {
    /// Reads an event as the annotation has it; none if there is no such event.
    #[must_use]
    pub fn parse(text: &str) -> Option<HookEvent> {
        Some(match text.trim().to_lowercase().as_str() {
            "pre-install" => HookEvent::PreInstall,
            "post-install" => HookEvent::PostInstall,
            "pre-delete" => HookEvent::PreDelete,
            "post-delete" => HookEvent::PostDelete,
            "pre-upgrade" => HookEvent::PreUpgrade,
            "post-upgrade" => HookEvent::PostUpgrade,
            "pre-rollback" => HookEvent::PreRollback,
            "post-rollback" => HookEvent::PostRollback,
            "test" | "test-success" => HookEvent::Test,
            _ => return None,
        })
    }

    /// The event's name in annotations and records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            HookEvent::PreInstall => "pre-install",
            HookEvent::PostInstall => "post-install",
            HookEvent::PreDelete => "pre-delete",
            HookEvent::PostDelete => "post-delete",
            HookEvent::PreUpgrade => "pre-upgrade",
            HookEvent::PostUpgrade => "post-upgrade",
            HookEvent::PreRollback => "pre-rollback",
            HookEvent::PostRollback => "post-rollback",
            HookEvent::Test => "test",
        }
    }
}

/// A hook of a release.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The object's name.
    pub name: String,
    /// The object's kind.
    pub kind: String,
    /// The template that it comes from.
    pub path: String,
    /// The text of the document.
    pub manifest: String,
    /// When it is created.
    pub events: Vec<HookEvent>,
    /// Hooks of one event are created in the order of their weights.
    pub weight: i64,
    /// When it is deleted, as the annotation lists it.
    pub delete_policies: Vec<String>,
    /// When its logs are shown, as the annotation lists it.
    pub output_log_policies: Vec<String>,
}

impl Hook {
    pub(crate) fn new(path: &str, manifest: String, head: Head, events: Vec<HookEvent>) -> Hook {
        let list = |name: &str| {
            let values = head
                .annotations
                .get(name)
                .map(String::as_str)
                .unwrap_or_default();
            let values = values.split(',').map(|value| value.trim().to_lowercase());
            values.filter(|value| !value.is_empty()).collect()
        };
        let weight = head.annotations.get("helm.sh/hook-weight");
        Hook {
            path: path.to_owned(),
            manifest,
            events,
            weight: weight
                .and_then(|weight| gostd::strconv::atoi(weight).ok())
                .unwrap_or(0),
            delete_policies: list("helm.sh/hook-delete-policy"),
            output_log_policies: list("helm.sh/hook-output-log-policy"),
            name: head.name,
            kind: head.kind,
        }
    }
}
