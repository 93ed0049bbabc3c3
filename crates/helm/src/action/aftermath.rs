//! What a failed change leaves behind, and what to type to go on from there.

use std::fmt;

use crate::release::Release;
use crate::resources::{Applied, ApplyError, BuildError, OwnershipError, Resource};
use crate::storage::StorageError;

use super::ActionError;

/// So many objects are named one by one.
const NAMED: usize = 20;

/// What became of a manifest before something failed.
pub(super) struct Aftermath<'a> {
    /// What was brought to the cluster, and what was refused.
    pub(super) applied: &'a Applied,
    /// Everything that was to be brought there.
    pub(super) wanted: &'a [Resource],
    /// The revision that was recorded as failed.
    pub(super) release: &'a Release,
    /// Whether what was new has been removed again.
    pub(super) cleaned: bool,
    /// Which commands lead on.
    pub(super) ways: Ways,
}

/// Which commands lead on from a failed revision.
pub(super) enum Ways {
    /// The first revision: it is mended or taken away.
    Install,
    /// A later one: it is mended, or this earlier revision is gone back to.
    Upgrade(Option<i64>),
    /// One that was to go back: it is tried again, or this revision, which was there before, is returned to.
    Rollback(i64),
}

impl Aftermath<'_> {
    fn fate(&self, resource: &Resource) -> Fate {
        let is_in = |list: &[Resource]| list.iter().any(|other| other.is_same(resource));
        if is_in(&self.applied.created) && self.cleaned {
            Fate::RemovedAgain
        } else if is_in(&self.applied.created) || is_in(&self.applied.changed) {
            Fate::Applied
        } else if is_in(&self.applied.refused) {
            Fate::Refused
        } else {
            Fate::NotTried
        }
    }
}

/// What became of one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Applied,
    RemovedAgain,
    Refused,
    NotTried,
}

const FATES: [(Fate, &str); 4] = [
    (Fate::Applied, "applied"),
    (Fate::RemovedAgain, "removed again"),
    (Fate::Refused, "refused"),
    (Fate::NotTried, "not tried"),
];

impl fmt::Display for Aftermath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (fate, what) in FATES {
            let those = self.wanted.iter();
            let those: Vec<&Resource> = those
                .filter(|resource| self.fate(resource) == fate)
                .collect();
            if !those.is_empty() {
                writeln!(f, "{what}: {}", named(&those))?;
            }
        }
        self.ways.write(self.release, f)
    }
}

fn named(resources: &[&Resource]) -> String {
    let names = resources.iter().take(NAMED);
    let names: Vec<String> = names
        .map(|resource| format!("{}/{}", resource.api.kind, resource.name))
        .collect();
    match resources.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

impl Ways {
    fn write(&self, release: &Release, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, namespace) = (&release.name, &release.namespace);
        let revision = release.version;
        write!(f, "Revision {revision} is recorded as failed. ")?;
        match self {
            Ways::Install => write!(
                f,
                "Once the cause is mended, `helm upgrade {name} CHART -n {namespace}` goes on from it; `helm uninstall {name} -n {namespace}` takes away what was applied."
            ),
            Ways::Upgrade(Some(earlier)) => write!(
                f,
                "`helm rollback {name} {earlier} -n {namespace}` goes back to revision {earlier}; once the cause is mended, `helm upgrade` goes on."
            ),
            Ways::Upgrade(None) => write!(
                f,
                "No revision before it has succeeded: once the cause is mended, `helm upgrade` goes on; `helm uninstall {name} -n {namespace}` takes everything away."
            ),
            Ways::Rollback(before) => write!(
                f,
                "Once the cause is mended, the same command tries again; `helm rollback {name} {before} -n {namespace}` returns to revision {before}."
            ),
        }
    }
}

/// What can be done about the cause of an error, if that is known.
pub(super) fn remedy(error: &ActionError) -> Option<String> {
    match error {
        ActionError::While { source, .. } | ActionError::Halfway { source, .. } => remedy(source),
        ActionError::Build(error) => match &**error {
            BuildError::NoMatch { kind, .. } => Some(format!(
                "Nothing was changed. The cluster does not have the kind {kind}: its definition comes first, from `crds/` of a chart or by `kubectl apply`."
            )),
            _ => Some("Nothing was changed.".to_owned()),
        },
        ActionError::Ownership(OwnershipError::Foreign { .. }) => Some(
            "Nothing was changed. --take-ownership makes the object part of this release."
                .to_owned(),
        ),
        ActionError::Apply(error) => of_object(error),
        ActionError::Storage(StorageError::Corrupt { key, .. }) => Some(format!(
            "The other revisions can be used once this record is gone: `kubectl delete secret {key}` (or configmap, where records are kept in those)."
        )),
        _ => None,
    }
}

fn of_object(error: &ApplyError) -> Option<String> {
    match error {
        ApplyError::Conflict { .. } => {
            Some("--force-conflicts takes over the fields that others manage.".to_owned())
        }
        ApplyError::CreateInUpgrade(error) => of_object(error),
        ApplyError::Several { errors, .. } => errors.iter().find_map(of_object),
        ApplyError::ServerSide { source, .. }
        | ApplyError::Patch { source, .. }
        | ApplyError::Replace(source)
            if source.is_of_immutable_field() =>
        {
            Some(
                "A field that is immutable changes only with the object: `kubectl delete` it, then repeat the command."
                    .to_owned(),
            )
        }
        _ => None,
    }
}
