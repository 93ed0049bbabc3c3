//! Replacing objects: reading, changing and writing back until nobody came between.

use apimachinery::Status;
use apimachinery::field::{Error, ErrorList};
use http::StatusCode;
use serde_json::Value;
use store::{Entry, Expect, WriteError};

use crate::answer::Answer;
use crate::call::Call;
use crate::options::WriteOptions;
use crate::services::{self, Reservation};
use crate::stored::{self, Stored};
use crate::verbs::create_object;
use crate::write::{check_size, storage_status, track};
use crate::{admission, body, metadata, render};

/// How often a write without resourceVersion starts over before it gives up.
const TRIES: usize = 50;

/// Through which path a write comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The object's own.
    Main,
    /// `/status`.
    Status,
    /// A subresource that may change anything, such as `/finalize`.
    Whole,
}

impl Target {
    /// The path of a request that writes an object through itself or one of its subresources.
    pub(crate) fn of(call: &Call) -> Self {
        match call.target.subresource.as_deref() {
            None => Self::Main,
            Some("status") => Self::Status,
            Some(_) => Self::Whole,
        }
    }
}

/// What came of a write.
pub(crate) struct Written {
    pub(crate) object: Stored,
    pub(crate) created: bool,
}

/// Replaces the object that the path names by the one in the body.
pub(crate) async fn update(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "UpdateOptions")?;
    let mut warnings = Vec::new();
    let object = body::object(call, options.field_validation, &mut warnings)?;
    let written = replace(call, object, options.dry_run, &mut warnings).await?;
    let code = if written.created {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok(render::object(call, code, &written.object)?.with_warnings(warnings))
}

async fn replace(
    call: &Call,
    mut object: Value,
    dry_run: bool,
    warnings: &mut Vec<String>,
) -> Result<Written, Status> {
    let name = metadata::text(&object, "name");
    if !name.is_empty() && name != call.name() {
        return Err(Status::bad_request(format!(
            "the name of the object ({name}) does not match the name on the URL ({})",
            call.name()
        )));
    }
    if name.is_empty() {
        return Err(Status::bad_request(format!(
            "the name of the object ({} based on URL) was undeterminable: name must be provided",
            call.name()
        )));
    }
    metadata::put_in_namespace(&mut object, call.served(), call.namespace())?;
    let version = metadata::text(&object, "resourceVersion").to_owned();
    if !version.is_empty() && version.parse::<u64>().is_err() {
        let quoted = gostd::strconv::quote(&version);
        return Err(Status::plain_error(format!(
            "strconv.ParseUint: parsing {quoted}: invalid syntax"
        )));
    }
    let target = Target::of(call);
    if call.shared.store.get(&call.key()).is_none() {
        if !call.served().policy.create_on_update || target != Target::Main {
            return Err(call.not_found());
        }
        metadata::of_mut(&mut object).remove("resourceVersion");
        let object = create_object(call, object, dry_run, warnings).await?;
        return Ok(Written {
            object,
            created: true,
        });
    }
    let unconditional = version.is_empty() || version == "0";
    if unconditional && !call.served().policy.unconditional_update {
        let error = Error::invalid(
            &"metadata.resourceVersion".into(),
            0,
            "must be specified for an update",
        );
        let errors: ErrorList = [error].into_iter().collect();
        let mut status = Status::invalid(&call.served().gvk, call.name(), &errors);
        status.message = status.message.replacen(
            &call.served().gvk.group_kind(),
            &call.gvr().group_resource(),
            1,
        );
        return Err(status);
    }
    write(call, target, dry_run, warnings, |old| {
        check_uid(call, &object, old)?;
        Ok(object.clone())
    })
    .await
}

/// Makes a new object of the one that is there and writes it, again if somebody came between.
///
/// `change` gets the object as it is and returns what it should be; a resourceVersion in the result is a precondition.
///
/// # Errors
/// What `change` refuses, or validation, or a conflict.
pub(crate) async fn write(
    call: &Call,
    target: Target,
    dry_run: bool,
    warnings: &mut Vec<String>,
    change: impl FnMut(&Value) -> Result<Value, Status>,
) -> Result<Written, Status> {
    write_tracked(call, target, dry_run, warnings, change, true).await
}

/// [`write`] of an object whose managed fields `change` sees to.
pub(crate) async fn write_applied(
    call: &Call,
    target: Target,
    dry_run: bool,
    warnings: &mut Vec<String>,
    change: impl FnMut(&Value) -> Result<Value, Status>,
) -> Result<Written, Status> {
    write_tracked(call, target, dry_run, warnings, change, false).await
}

async fn write_tracked(
    call: &Call,
    target: Target,
    dry_run: bool,
    warnings: &mut Vec<String>,
    mut change: impl FnMut(&Value) -> Result<Value, Status>,
    tracked: bool,
) -> Result<Written, Status> {
    let key = call.key();
    for _ in 0..TRIES {
        let entry = call
            .shared
            .store
            .get(&key)
            .ok_or_else(|| call.not_found())?;
        let old = Stored::of(call.served(), &entry).decode();
        let mut new = change(&old)?;
        metadata::put_in_namespace(&mut new, call.served(), call.namespace())?;
        check_version(call, &new, &old)?;
        let mut new = prepare(call, target, new, &old)?;
        admission::admit_update(call, &new, &old)?;
        if tracked {
            track(call, &mut new, Some(&old));
        }
        let reservation = (target == Target::Main && services::concerns(call))
            .then(|| services::begin_update(call, &mut new, &old))
            .transpose()?;
        let _others_wait = match target {
            Target::Main => admission::quota::admit(call, &new, Some(&old), call.name()).await?,
            Target::Status | Target::Whole => None,
        };
        if let Some(object) = commit(call, &entry, &new, dry_run).await? {
            if !dry_run {
                reservation.into_iter().for_each(Reservation::commit);
            }
            if target == Target::Main {
                warnings.extend(call.served().strategy.warnings(&new, Some(&old)));
            }
            return Ok(Written {
                object,
                created: false,
            });
        }
    }
    Err(Status::modified(call.gvr(), call.name()))
}

/// Writes the object over the entry that it was made from, or deletes it if it waited for nothing else; nothing if somebody
/// came between.
async fn commit(
    call: &Call,
    entry: &Entry,
    new: &Value,
    dry_run: bool,
) -> Result<Option<Stored>, Status> {
    let (served, store) = (call.served(), &call.shared.store);
    let bytes = stored::encode(served, new);
    check_size(&bytes)?;
    let finished = is_finished(new);
    let as_it_was = |bytes| Stored::from_kept(served, bytes, Some(entry.modified.get()));
    if dry_run || (bytes == entry.value && !finished) {
        return Ok(Some(as_it_was(bytes)));
    }
    let expect = Expect::At(entry.modified);
    let result = if finished {
        let deleted = store.delete(&entry.key, expect).await;
        deleted.map(|_| as_it_was(bytes))
    } else {
        let put = store.put(&entry.key, bytes, expect).await;
        put.map(|entry| Stored::of(served, &entry))
    };
    match result {
        Ok(object) => {
            call.shared.compaction.after_write(store, call.shared.now());
            Ok(Some(object))
        }
        Err(WriteError::Conflict { .. }) => Ok(None),
        Err(WriteError::Storage(error)) => Err(storage_status(&error)),
    }
}

/// Whether a deleted object waited for its last finalizer only.
fn is_finished(object: &Value) -> bool {
    let grace = object["metadata"]["deletionGracePeriodSeconds"]
        .as_i64()
        .unwrap_or(0);
    metadata::is_deleting(object)
        && metadata::finalizers(object).is_empty()
        && grace == 0
        && object["spec"]["finalizers"]
            .as_array()
            .is_none_or(Vec::is_empty)
}

/// The uid in a body that replaces an object is a precondition, that in a patch is not.
fn check_uid(call: &Call, new: &Value, old: &Value) -> Result<(), Status> {
    let (uid, known) = (metadata::text(new, "uid"), metadata::text(old, "uid"));
    if !uid.is_empty() && uid != known {
        let why = format!(
            "StorageError: invalid object, Code: 4, Key: /registry/{}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: {uid}, UID in object meta: {known}",
            registry_key(call)
        );
        return Err(Status::conflict(call.gvr(), call.name(), why));
    }
    Ok(())
}

fn check_version(call: &Call, new: &Value, old: &Value) -> Result<(), Status> {
    let version = metadata::text(new, "resourceVersion");
    if !matches!(version, "" | "0") && version != metadata::text(old, "resourceVersion") {
        return Err(Status::modified(call.gvr(), call.name()));
    }
    Ok(())
}

/// The key under which the real server keeps the object.
fn registry_key(call: &Call) -> String {
    let namespace = call
        .namespace()
        .map(|namespace| format!("{namespace}/"))
        .unwrap_or_default();
    format!("{}/{namespace}{}", call.gvr().resource, call.name())
}

/// Restores what the write may not touch, and validates.
fn prepare(call: &Call, target: Target, mut new: Value, old: &Value) -> Result<Value, Status> {
    let served = call.served();
    let strategy = &served.strategy;
    strategy.default_object(&mut new);
    metadata::prepare_for_update(&mut new, old);
    match target {
        Target::Main => {
            if served.policy.status {
                restore_status(&mut new, old);
            }
            strategy.prepare_for_update(&mut new, old);
        }
        Target::Status => strategy.prepare_for_status_update(&mut new, old),
        Target::Whole => {}
    }
    if served.policy.generation && target != Target::Status {
        metadata::count_generation(
            &mut new,
            old,
            served.policy.status || served.custom.is_none(),
        );
    }
    let mut errors = metadata::validate_update(&new, old, served);
    errors.extend(match target {
        Target::Main => strategy.validate_update(&new, old),
        Target::Status => strategy.validate_status_update(&new, old),
        Target::Whole => ErrorList::new(),
    });
    if !errors.is_empty() {
        return Err(Status::invalid(&served.gvk, call.name(), &errors));
    }
    Ok(new)
}

fn restore_status(new: &mut Value, old: &Value) {
    if let Some(fields) = new.as_object_mut() {
        match old.get("status") {
            Some(status) => fields.insert("status".to_owned(), status.clone()),
            None => fields.remove("status"),
        };
    }
}
