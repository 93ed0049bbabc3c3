//! Who works on a pending revision: a note on the storage object that is renewed for as long as the work lasts.
//!
//! The record itself stays Helm's. A process that is killed leaves a note that nobody renews, from which whoever comes next sees
//! that the revision can be continued.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use gostd::time::{Location, RFC3339, Time};

use crate::environment;
use crate::storage::{Storage, Stored};

const HOLDER: &str = "kaeru.dev/holder";
const SCOPE: &str = "kaeru.dev/holder-scope";
const RENEWED: &str = "kaeru.dev/renewed";

/// How often a note is renewed.
const RENEWAL: Duration = Duration::from_secs(15);

/// After how many seconds without renewal a holder counts as gone.
const GONE_AFTER: i64 = 60;

/// This process, as notes name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    host: String,
    process: u32,
    /// When the process started, in the ticks of its machine; 0 where that cannot be known.
    start: u64,
    /// Within which a process number means one process: a boot of a machine, and a namespace of processes on it.
    scope: String,
}

impl Holder {
    /// This process.
    pub(crate) fn this() -> Holder {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let host = read("/proc/sys/kernel/hostname").trim().to_owned();
        let boot = read("/proc/sys/kernel/random/boot_id");
        let namespace = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        Holder {
            host: if host.is_empty() {
                "localhost".to_owned()
            } else {
                host
            },
            process: std::process::id(),
            start: start_of(std::process::id()).unwrap_or_default(),
            scope: format!("{} {}", boot.trim(), namespace.display()),
        }
    }

    /// The note, as of now.
    pub(crate) fn note(&self) -> BTreeMap<String, String> {
        let (host, process, start) = (&self.host, self.process, self.start);
        BTreeMap::from([
            (HOLDER.to_owned(), format!("{host}/{process}/{start}")),
            (SCOPE.to_owned(), self.scope.clone()),
            (RENEWED.to_owned(), environment::now().format(RFC3339)),
        ])
    }

    /// Does some work and keeps the note on a storage object fresh meanwhile.
    pub(crate) async fn renew_during<F: Future>(
        &self,
        storage: &Storage,
        key: &str,
        work: F,
    ) -> F::Output {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                outcome = &mut work => return outcome,
                () = tokio::time::sleep(RENEWAL) => {
                    // A renewal that fails is made up for by the next one.
                    let _ = storage.annotate(key, &self.note()).await;
                }
            }
        }
    }
}

/// The note on a storage object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) host: String,
    pub(super) process: u32,
    start: u64,
    scope: String,
    /// When the holder last said that it lives.
    pub(super) renewed: Option<Time>,
}

impl Note {
    /// The note of a stored revision; none on those that Helm wrote.
    pub(super) fn of(stored: &Stored) -> Option<Note> {
        let text = |name: &str| stored.annotations.get(name).map(String::as_str);
        let mut parts = text(HOLDER)?.rsplitn(3, '/');
        let start = parts.next()?.parse().ok()?;
        let process = parts.next()?.parse().ok()?;
        let renewed = text(RENEWED).and_then(|renewed| {
            gostd::time::parse(RFC3339, renewed, &Location::Utc, &Location::Utc).ok()
        });
        Some(Note {
            host: parts.next()?.to_owned(),
            process,
            start,
            scope: text(SCOPE).unwrap_or_default().to_owned(),
            renewed,
        })
    }

    /// Whether the holder is gone: its process has ended, where that can be seen from here, or it has not renewed the note.
    pub(super) fn is_gone(&self, this: &Holder, now: &Time) -> bool {
        let visible = this.start != 0 && self.start != 0 && self.scope == this.scope;
        if visible {
            return start_of(self.process) != Some(self.start);
        }
        let renewed = self.renewed.as_ref().map(Time::unix_seconds);
        renewed.is_none_or(|renewed| now.unix_seconds() - renewed > GONE_AFTER)
    }
}

/// When a process started: field 22 of its `stat`, counted behind the name, which may hold anything.
fn start_of(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, behind) = stat.rsplit_once(')')?;
    behind.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(note: BTreeMap<String, String>) -> Stored {
        Stored::with_annotations(note)
    }

    #[test]
    fn a_process_that_lives_is_not_gone_and_one_that_never_was_is() {
        let this = Holder::this();
        let now = environment::now();
        let note = Note::of(&stored(this.note())).expect("there is a note");
        assert!(!note.is_gone(&this, &now));
        let mut other = this.clone();
        other.start += 1;
        let note = Note::of(&stored(other.note())).expect("there is a note");
        assert!(note.is_gone(&this, &now));
    }

    #[test]
    fn a_process_elsewhere_is_gone_when_it_no_longer_renews() {
        let this = Holder::this();
        let mut other = this.clone();
        other.scope = "elsewhere".to_owned();
        let note = Note::of(&stored(other.note())).expect("there is a note");
        let after = |seconds: i64| {
            let renewed = note.renewed.clone().expect("there is a time");
            Time::unix(renewed.unix_seconds() + seconds, 0, Location::Utc).expect("in range")
        };
        assert!(!note.is_gone(&this, &after(60)));
        assert!(note.is_gone(&this, &after(61)));
    }
}
