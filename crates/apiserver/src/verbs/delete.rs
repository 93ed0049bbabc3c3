//! Deleting objects, at once or in steps.

use std::time::Duration;

use apimachinery::{Gvk, Status, StatusDetails, Timestamp};
use futures::future::join_all;
use http::StatusCode;
use serde_json::Value;
use store::{Expect, Range, WriteError};

use crate::answer::Answer;
use crate::call::Call;
use crate::options::DeleteOptions;
use crate::render::{self, List};
use crate::selection::Selection;
use crate::stored::{self, Stored};
use crate::strategy::Propagation;
use crate::write::storage_status;
use crate::{admission, metadata};

const ORPHAN: &str = "orphan";
const FOREGROUND: &str = "foregroundDeletion";

/// How often a delete starts over because somebody came between.
const TRIES: usize = 50;

/// How many objects of a collection are deleted at once: their writes share a sync of the disk.
const AT_ONCE: usize = 64;

/// What came of a delete.
pub(crate) enum Deleted {
    /// The object is gone; this was its last state.
    Gone(Stored),
    /// The object stays until its finalizers or its grace period are over.
    Marked(Stored),
}

/// Deletes the object that the path names.
pub(crate) async fn delete(call: &Call) -> Result<Answer, Status> {
    let options = DeleteOptions::of(call)?;
    admission::admit_delete(call, call.name())?;
    let warnings = warnings(call, &options);
    let answer = match delete_object(call, &call.key(), call.name(), &options).await? {
        Deleted::Marked(object) => render::object(call, StatusCode::OK, &object)?,
        Deleted::Gone(object) => {
            let status = Status::success(StatusDetails {
                name: call.name().to_owned(),
                group: call.gvr().group.clone(),
                kind: call.gvr().resource.clone(),
                uid: metadata::text(&object.decode(), "uid").to_owned(),
                ..StatusDetails::default()
            });
            Answer::value(StatusCode::OK, call.accepted.format, &status.to_json())
        }
    };
    Ok(answer.with_warnings(warnings))
}

fn warnings(call: &Call, options: &DeleteOptions) -> Vec<String> {
    let is_job = call.gvr().group == "batch" && call.gvr().resource == "jobs";
    if !is_job || options.propagation.is_some() {
        return Vec::new();
    }
    vec!["child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning".to_owned()]
}

/// Deletes every selected object of the collection and answers with them.
pub(crate) async fn delete_collection(call: &Call) -> Result<Answer, Status> {
    let options = DeleteOptions::of(call)?;
    let selection = Selection::of(&call.query, call.served(), None)?;
    let prefix = call.served().prefix(call.namespace());
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let page = call
        .shared
        .store
        .range(range)
        .map_err(|error| Status::internal_error(error.to_string()))?;
    let mut selected = page.entries;
    selected.retain(|entry| selection.matches(&entry.key, &Stored::of(call.served(), entry)));
    let mut objects = Vec::with_capacity(selected.len());
    for together in selected.chunks(AT_ONCE) {
        let deletions = together.iter().map(|entry| {
            let name = entry.key.rsplit('/').next().unwrap_or_default();
            delete_object(call, &entry.key, name, &options)
        });
        for deleted in join_all(deletions).await {
            match deleted {
                Ok(Deleted::Gone(object) | Deleted::Marked(object)) => objects.push(object),
                Err(status) if status.reason == apimachinery::Reason::NotFound => {}
                Err(status) => return Err(status),
            }
        }
    }
    let revision = call.shared.store.revision().get();
    render::list(
        call,
        StatusCode::OK,
        &List {
            objects,
            revision,
            continuation: None,
            remaining: None,
        },
    )
}

/// Deletes one object: marks it if something has to happen first, else removes it.
pub(crate) async fn delete_object(
    call: &Call,
    key: &str,
    name: &str,
    options: &DeleteOptions,
) -> Result<Deleted, Status> {
    for _ in 0..TRIES {
        let entry = call
            .shared
            .store
            .get(key)
            .ok_or_else(|| Status::not_found(call.gvr(), name))?;
        let existing = Stored::of(call.served(), &entry);
        let old = existing.decode();
        check_preconditions(&call.served().gvk, name, &old, options)?;
        let Some(new) = mark(call, &old, options) else {
            if options.dry_run {
                return Ok(Deleted::Gone(existing));
            }
            match call
                .shared
                .store
                .delete(key, Expect::At(entry.modified))
                .await
            {
                Ok(_) => {
                    call.shared
                        .compaction
                        .after_write(&call.shared.store, call.shared.now());
                    return Ok(Deleted::Gone(existing));
                }
                Err(WriteError::Conflict { .. }) => continue,
                Err(WriteError::Storage(error)) => return Err(storage_status(&error)),
            }
        };
        let bytes = stored::encode(call.served(), &new);
        if bytes == entry.value || options.dry_run {
            return Ok(Deleted::Marked(Stored::from_kept(
                call.served(),
                bytes,
                existing.revision,
            )));
        }
        match call
            .shared
            .store
            .put(key, bytes, Expect::At(entry.modified))
            .await
        {
            Ok(entry) => {
                call.shared
                    .compaction
                    .after_write(&call.shared.store, call.shared.now());
                return Ok(Deleted::Marked(Stored::of(call.served(), &entry)));
            }
            Err(WriteError::Conflict { .. }) => {}
            Err(WriteError::Storage(error)) => return Err(storage_status(&error)),
        }
    }
    Err(Status::modified(call.gvr(), name))
}

fn check_preconditions(
    kind: &Gvk,
    name: &str,
    object: &Value,
    options: &DeleteOptions,
) -> Result<(), Status> {
    let conflict = |why: String| {
        let about = apimachinery::Gvr::new(&*kind.group, &*kind.version, &*kind.kind);
        Err(Status::conflict(&about, name, why))
    };
    let (uid, version) = (
        metadata::text(object, "uid"),
        metadata::text(object, "resourceVersion"),
    );
    if let Some(wanted) = options.uid.as_deref().filter(|wanted| *wanted != uid) {
        return conflict(format!(
            "the UID in the precondition ({wanted}) does not match the UID in record ({uid}). The object might have been deleted and then recreated"
        ));
    }
    if let Some(wanted) = options
        .resource_version
        .as_deref()
        .filter(|wanted| *wanted != version)
    {
        return conflict(format!(
            "the ResourceVersion in the precondition ({wanted}) does not match the ResourceVersion in record ({version}). The object might have been modified"
        ));
    }
    Ok(())
}

/// The object marked as deleted, or nothing if it can go at once.
fn mark(call: &Call, old: &Value, options: &DeleteOptions) -> Option<Value> {
    let served = call.served();
    let now = call.shared.now();
    let mut new = old.clone();
    set_finalizers(
        &mut new,
        options.propagation.unwrap_or(served.policy.propagation),
        options.propagation.is_some(),
    );
    served.strategy.prepare_for_delete(&mut new, now);
    let waits_for_finalizers =
        !metadata::finalizers(&new).is_empty() || is_live_namespace(call, &new);
    let grace = served
        .strategy
        .grace_period(&new, options.grace_period.map(|seconds| seconds.max(0)));
    let grace = grace.filter(|seconds| *seconds > 0);
    if metadata::is_deleting(old) {
        return remark(&mut new, old, grace, waits_for_finalizers).then_some(new);
    }
    let seconds = match (grace, waits_for_finalizers) {
        (Some(seconds), _) => seconds,
        (None, true) => 0,
        (None, false) => return None,
    };
    set_deletion(&mut new, now, seconds);
    metadata::add_generation(&mut new);
    if is_live_namespace(call, &new) {
        metadata::of_mut(&mut new).remove("deletionGracePeriodSeconds");
        new["status"]["phase"] = "Terminating".into();
    }
    Some(new)
}

/// A second delete may only shorten the grace period. Whether the object stays.
fn remark(new: &mut Value, old: &Value, grace: Option<i64>, waits_for_finalizers: bool) -> bool {
    let left = old["metadata"]["deletionGracePeriodSeconds"]
        .as_i64()
        .unwrap_or(0);
    match grace {
        Some(_) if left == 0 => waits_for_finalizers,
        Some(seconds) => {
            if seconds < left {
                let ends = old["metadata"]["deletionTimestamp"]
                    .as_str()
                    .and_then(Timestamp::parse);
                if let Some(ends) = ends {
                    let start = Timestamp::from_micros(ends.as_micros() - left * 1_000_000);
                    set_deletion(new, start, seconds);
                }
            }
            true
        }
        None => {
            if left > 0 && waits_for_finalizers {
                metadata::of_mut(new).insert("deletionGracePeriodSeconds".to_owned(), 0.into());
            }
            waits_for_finalizers
        }
    }
}

fn set_deletion(object: &mut Value, from: Timestamp, seconds: i64) {
    let after = Duration::from_secs(u64::try_from(seconds).unwrap_or(0));
    let metadata = metadata::of_mut(object);
    metadata.insert(
        "deletionTimestamp".to_owned(),
        from.after(after).rfc3339().into(),
    );
    metadata.insert("deletionGracePeriodSeconds".to_owned(), seconds.into());
}

/// Lets the garbage collector know what to do about dependents.
fn set_finalizers(object: &mut Value, propagation: Propagation, explicit: bool) {
    let wanted = match propagation {
        Propagation::Background => None,
        Propagation::Foreground => Some(FOREGROUND),
        Propagation::Orphan => Some(ORPHAN),
    };
    let before: Vec<String> = metadata::finalizers(object)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let has_own = before
        .iter()
        .any(|finalizer| matches!(&**finalizer, ORPHAN | FOREGROUND));
    if !explicit && has_own {
        return;
    }
    let mut after: Vec<String> = before
        .iter()
        .filter(|finalizer| !matches!(&***finalizer, ORPHAN | FOREGROUND))
        .cloned()
        .collect();
    after.extend(wanted.map(str::to_owned));
    let metadata = metadata::of_mut(object);
    if after.is_empty() {
        metadata.remove("finalizers");
    } else if after != before {
        metadata.insert("finalizers".to_owned(), after.into());
    }
}

/// Whether the object is a namespace whose content has yet to go.
fn is_live_namespace(call: &Call, object: &Value) -> bool {
    call.gvr().group.is_empty()
        && call.gvr().resource == "namespaces"
        && object["spec"]["finalizers"]
            .as_array()
            .is_some_and(|list| !list.is_empty())
}
