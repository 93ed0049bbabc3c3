/// How far a revision has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Unknown,
    Deployed,
    Uninstalled,
    Superseded,
    Failed,
    Uninstalling,
    PendingInstall,
    PendingUpgrade,
    PendingRollback,
}

const WORDS: [(Status, &str); 9] = [
    (Status::Unknown, "unknown"),
    (Status::Deployed, "deployed"),
    (Status::Uninstalled, "uninstalled"),
    (Status::Superseded, "superseded"),
    (Status::Failed, "failed"),
    (Status::Uninstalling, "uninstalling"),
    (Status::PendingInstall, "pending-install"),
    (Status::PendingUpgrade, "pending-upgrade"),
    (Status::PendingRollback, "pending-rollback"),
];

impl Status {
    /// Reads the word of a record; words from the future are unknown.
    pub(crate) fn parse(word: &str) -> Status {
        let found = WORDS.iter().find(|(_, known)| *known == word);
        found.map_or(Status::Unknown, |(status, _)| *status)
    }

    /// The word of the record.
    pub(crate) fn as_str(self) -> &'static str {
        let found = WORDS.iter().find(|(known, _)| *known == self);
        found.map_or("unknown", |(_, word)| word)
    }

    /// Whether somebody is, or was, at work on the revision.
    pub(crate) fn is_pending(self) -> bool {
        matches!(
            self,
            Status::PendingInstall | Status::PendingUpgrade | Status::PendingRollback
        )
    }
}
