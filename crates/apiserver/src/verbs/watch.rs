//! Following a collection.

mod initial;

use std::sync::Arc;
use std::time::Duration;

use apimachinery::Status;
use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream;
use serde_json::json;
use store::{Compacted, Event, Revision, Watch};
use tokio::time::{Instant, sleep_until};

use crate::answer::Answer;
use crate::call::Call;
use crate::negotiate::Shape;
use crate::render::{self, RowObject};
use crate::revision;
use crate::selection::Selection;
use crate::stored::Stored;
use crate::verbs::list::validate;
use initial::Initial;

const BOOKMARK_EVERY: Duration = Duration::from_secs(60);

/// How many bytes of objects that were there already are written at once: what a client that does not read makes the server keep.
const PIECE: usize = 16 << 10;

/// Seconds that a watch lasts if the client does not say.
const LASTS: std::ops::Range<u64> = 1800..3600;

/// Answers with a stream of the changes of the selected objects.
pub(crate) async fn watch(call: Arc<Call>) -> Result<Answer, Status> {
    validate(&call.query, true)?;
    let version = call.query.text("resourceVersion");
    let after = revision::parse(version, "resourceVersion").map_err(Status::plain_error)?;
    let timeout = call
        .query
        .integer("timeoutSeconds")
        .map_err(Status::bad_request)?;
    if matches!(call.accepted.shape, Shape::Table(_)) {
        RowObject::of(&call.query)?;
    }
    let selection = Selection::of(&call.query, call.served(), call.target.name.as_deref())?;
    let initial = match call.query.get("sendInitialEvents") {
        Some(_) => call.query.flag("sendInitialEvents"),
        None => after == 0,
    };
    let end_of_initial =
        call.query.flag("sendInitialEvents") && call.query.get("sendInitialEvents").is_some();
    if end_of_initial {
        revision::wait_for(&call.shared, after).await?;
    }
    let lasts = match timeout
        .and_then(|seconds| u64::try_from(seconds).ok())
        .filter(|seconds| *seconds > 0)
    {
        Some(seconds) => seconds,
        None => call.shared.jitter.seconds(LASTS),
    };
    let mut following = Following {
        bookmarks: call.query.flag("allowWatchBookmarks"),
        ends: Instant::now() + Duration::from_secs(lasts),
        next_bookmark: Instant::now() + BOOKMARK_EVERY,
        columns_sent: false,
        initial: None,
        end_of_initial,
        first: None,
        watch: None,
        selection,
        call,
    };
    following.start(initial, after);
    let events = stream::unfold(following, |mut following| async move {
        let bytes = following.next().await?;
        Some((bytes, following))
    });
    Ok(Answer::stream("application/json", events.boxed()))
}

/// A watch that is being answered.
struct Following {
    call: Arc<Call>,
    selection: Selection,
    watch: Option<Watch>,
    /// The objects that are there, as far as they are still to be sent.
    initial: Option<Initial>,
    /// Whether a bookmark tells that all of them were sent.
    end_of_initial: bool,
    /// What is sent before the first change.
    first: Option<Vec<u8>>,
    bookmarks: bool,
    next_bookmark: Instant,
    ends: Instant,
    columns_sent: bool,
}

impl Following {
    /// Finds where the changes begin, and whether objects come before them.
    fn start(&mut self, initial: bool, after: u64) {
        let mut out = Vec::new();
        let prefix = self.prefix();
        let from = if initial {
            let initial = Initial::new(&self.call.shared.store, &prefix);
            let at = initial.at;
            self.initial = Some(initial);
            at
        } else if after == 0 {
            self.call.shared.store.revision()
        } else {
            Revision::new(after)
        };
        if !initial && self.end_of_initial && self.bookmarks {
            self.write_bookmark(from, true, &mut out);
        }
        match self.call.shared.store.watch(&prefix, from) {
            Ok(watch) => self.watch = Some(watch),
            Err(compacted) => write_expired(&compacted, &mut out),
        }
        self.first = (!out.is_empty()).then_some(out);
    }

    fn prefix(&self) -> String {
        let served = self.call.served();
        let prefix = served.prefix(self.call.namespace());
        match self.selection.single_name() {
            Some(name) if !served.namespaced || self.call.namespace().is_some() => {
                format!("{prefix}{name}")
            }
            Some(_) | None => prefix,
        }
    }

    /// Writes some of the objects that are there as if they had just been added, after the last one the bookmark that tells so.
    fn write_initial(&mut self, mut initial: Initial, out: &mut Vec<u8>) {
        while out.len() < PIECE {
            match initial.next(&self.call.shared.store) {
                Ok(Some(entry)) => {
                    let object = Stored::of(self.call.served(), &entry);
                    if self.selection.matches(&entry.key, &object) {
                        self.write_event("ADDED", &object, out);
                    }
                }
                Ok(None) => {
                    if self.end_of_initial && self.bookmarks {
                        self.write_bookmark(initial.at, true, out);
                    }
                    return;
                }
                Err(compacted) => {
                    self.watch = None;
                    return write_expired(&compacted, out);
                }
            }
        }
        self.initial = Some(initial);
    }

    /// The next piece of the stream; nothing when it is over.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first.into());
        }
        loop {
            let mut out = Vec::new();
            if let Some(initial) = self.initial.take() {
                self.write_initial(initial, &mut out);
                if !out.is_empty() {
                    return Some(out.into());
                }
                continue;
            }
            let watch = self.watch.as_mut()?;
            tokio::select! {
                biased;
                changes = watch.next() => match changes {
                    Ok(events) => self.write_changes(&events, &mut out),
                    Err(compacted) => {
                        self.watch = None;
                        write_expired(&compacted, &mut out);
                    }
                },
                () = sleep_until(self.ends) => {
                    let position = watch.position();
                    self.watch = None;
                    if self.bookmarks {
                        self.write_bookmark(position, false, &mut out);
                    }
                }
                () = sleep_until(self.next_bookmark), if self.bookmarks => {
                    self.next_bookmark += BOOKMARK_EVERY;
                    self.write_progress(&mut out);
                }
            }
            if !out.is_empty() {
                return Some(out.into());
            }
        }
    }

    /// Writes a bookmark, unless there are changes now.
    fn write_progress(&mut self, out: &mut Vec<u8>) {
        let Some(watch) = self.watch.as_mut() else {
            return;
        };
        match watch.try_next() {
            Ok(events) if events.is_empty() => {
                let position = watch.position();
                self.write_bookmark(position, false, out);
            }
            Ok(events) => self.write_changes(&events, out),
            Err(compacted) => {
                self.watch = None;
                write_expired(&compacted, out);
            }
        }
    }

    fn write_changes(&mut self, events: &[Event], out: &mut Vec<u8>) {
        for event in events {
            let selected = |entry: &store::Entry| {
                let object = Stored::of(self.call.served(), entry);
                self.selection
                    .matches(&event.key, &object)
                    .then_some(object)
            };
            let current = event.current.as_ref().and_then(selected);
            let previous = event.previous.as_ref().and_then(selected);
            match (current, previous) {
                (Some(current), None) => self.write_event("ADDED", &current, out),
                (Some(current), Some(_)) => self.write_event("MODIFIED", &current, out),
                (None, Some(mut previous)) => {
                    previous.revision = Some(event.revision.get());
                    self.write_event("DELETED", &previous, out);
                }
                (None, None) => {}
            }
        }
    }

    fn write_event(&mut self, kind: &str, object: &Stored, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{{\"type\":\"{kind}\",\"object\":").as_bytes());
        let columns = !std::mem::replace(&mut self.columns_sent, true);
        if let Err(status) = render::write_object(&self.call, object, columns, out) {
            out.extend(status.to_json().to_string().into_bytes());
        }
        out.extend_from_slice(b"}\n");
    }

    fn write_bookmark(&self, revision: Revision, initial_events_end: bool, out: &mut Vec<u8>) {
        let object = render::bookmark(&self.call, revision.get(), initial_events_end);
        out.extend(
            json!({"type": "BOOKMARK", "object": object})
                .to_string()
                .into_bytes(),
        );
        out.push(b'\n');
    }
}

fn write_expired(compacted: &Compacted, out: &mut Vec<u8>) {
    let status = Status::expired(format!(
        "too old resource version: {} ({})",
        compacted.requested, compacted.compacted
    ));
    out.extend(
        json!({"type": "ERROR", "object": status.to_json()})
            .to_string()
            .into_bytes(),
    );
    out.push(b'\n');
}
