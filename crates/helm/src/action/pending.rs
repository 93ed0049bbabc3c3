//! Revisions that somebody is, or was, at work on.

use gostd::time::{Location, RFC3339};

use super::holder::{Holder, Note};
use super::{ActionError, Configuration};
use crate::environment;
use crate::release::{Release, Timestamp};
use crate::resources::Resource;
use crate::storage::Stored;

/// What a history allows.
pub(super) enum Pending {
    /// Nobody is at work.
    Nobody,
    /// Work was interrupted; the revisions whose objects may be there.
    Interrupted(Vec<Release>),
}

/// Looks at the newest revision of a history, and refuses while somebody is at work on it. A record of Helm, which names
/// nobody, is only taken for interrupted with `unlock`.
///
/// # Errors
/// Helm's text, with since when, by whom, and what to type.
pub(super) fn check(history: &[Stored], unlock: bool) -> Result<Pending, ActionError> {
    let Some(last) = history.last().filter(|last| last.status().is_pending()) else {
        return Ok(Pending::Nobody);
    };
    let this = Holder::this();
    let now = environment::now();
    let refused = match Note::of(last) {
        Some(note) if note.is_gone(&this, &now) => None,
        Some(note) => Some(held(last, &note)),
        None if unlock => None,
        None => Some(nameless(last)),
    };
    if let Some(explanation) = refused {
        return Err(ActionError::told(format!(
            "another operation (install/upgrade/rollback) is in progress{explanation}"
        )));
    }
    let interrupted = history
        .iter()
        .rev()
        .take_while(|stored| stored.status().is_pending());
    let releases = interrupted.map(Stored::release).collect::<Result<_, _>>()?;
    Ok(Pending::Interrupted(releases))
}

fn held(last: &Stored, note: &Note) -> String {
    let (host, process) = (&note.host, note.process);
    let renewed = note.renewed.as_ref();
    let renewed = renewed.map_or_else(String::new, |time| {
        format!(", which last said so at {}", time.format(RFC3339))
    });
    format!(
        "\n\nRevision {} is {} since {} by process {process} on {host}{renewed}.\nWait until it has ended; if it is killed, the same command goes on from there.",
        last.version(),
        last.status().as_str(),
        since(last),
    )
}

fn nameless(last: &Stored) -> String {
    format!(
        "\n\nRevision {} is {} since {}; its record does not say by whom.\nIf nobody is at work on it any more, add --unlock to this command, or to `helm rollback {}`.",
        last.version(),
        last.status().as_str(),
        since(last),
        last.name(),
    )
}

fn since(last: &Stored) -> String {
    let started = last
        .release()
        .ok()
        .map(|release| release.info.last_deployed);
    let started = started.filter(|time: &Timestamp| !time.is_zero());
    started.map_or_else(
        || "an unknown time".to_owned(),
        |time| time.rfc3339(&Location::Utc),
    )
}

impl Pending {
    /// The objects that interrupted revisions may have left besides those that are known.
    pub(super) async fn add_objects(
        &self,
        known: &mut Vec<Resource>,
        config: &Configuration,
    ) -> Result<(), ActionError> {
        let Pending::Interrupted(releases) = self else {
            return Ok(());
        };
        for release in releases {
            for resource in config.build(&release.manifest, &release.namespace).await? {
                if !known.iter().any(|other| other.is_same(&resource)) {
                    known.push(resource);
                }
            }
        }
        Ok(())
    }
}
