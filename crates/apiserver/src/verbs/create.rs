//! Creating objects.

use apimachinery::Status;
use apimachinery::field::ErrorList;
use http::StatusCode;
use serde_json::Value;
use store::{Expect, WriteError};

use crate::answer::Answer;
use crate::call::Call;
use crate::expiry::expire_events;
use crate::options::WriteOptions;
use crate::services::{self, Reservation};
use crate::stored::{self, Stored};
use crate::write::{check_size, storage_status, track};
use crate::{admission, body, metadata, render};

/// How many generated names are tried before giving up.
const NAMES_TRIED: usize = 8;

/// Creates the object in the body.
pub(crate) async fn create(call: &Call) -> Result<Answer, Status> {
    let options = WriteOptions::of(&call.query, "CreateOptions")?;
    let mut warnings = Vec::new();
    let object = body::object(call, options.field_validation, &mut warnings)?;
    let created = create_object(call, object, options.dry_run, &mut warnings).await?;
    Ok(render::object(call, StatusCode::CREATED, &created)?.with_warnings(warnings))
}

/// Creates an object that is decoded already.
pub(crate) async fn create_object(
    call: &Call,
    object: Value,
    dry_run: bool,
    warnings: &mut Vec<String>,
) -> Result<Stored, Status> {
    create_tracked(call, object, dry_run, warnings, true).await
}

/// Creates an object that has its managed fields already.
pub(crate) async fn create_applied(
    call: &Call,
    object: Value,
    dry_run: bool,
    warnings: &mut Vec<String>,
) -> Result<Stored, Status> {
    create_tracked(call, object, dry_run, warnings, false).await
}

async fn create_tracked(
    call: &Call,
    mut object: Value,
    dry_run: bool,
    warnings: &mut Vec<String>,
    tracked: bool,
) -> Result<Stored, Status> {
    if !metadata::text(&object, "resourceVersion").is_empty() {
        return Err(Status::plain_error(
            "resourceVersion should not be set on objects to be created",
        ));
    }
    metadata::put_in_namespace(&mut object, call.served(), call.namespace())?;
    if !call.name().is_empty() {
        metadata::of_mut(&mut object).insert("name".to_owned(), call.name().into());
    }
    let generated = metadata::text(&object, "name").is_empty()
        && !metadata::text(&object, "generateName").is_empty();
    for _ in 0..NAMES_TRIED {
        let mut candidate = object.clone();
        if generated {
            metadata::generate_name(&mut candidate, &call.shared.seeded);
        }
        prepare(call, &mut candidate, tracked)?;
        let name = metadata::text(&candidate, "name").to_owned();
        admission::admit_create(call, &mut candidate, &name)?;
        let reservation = services::concerns(call)
            .then(|| services::begin_create(call, &mut candidate))
            .transpose()?;
        let _others_wait = admission::quota::admit(call, &candidate, None, &name).await?;
        match store(call, &candidate, &name, dry_run).await {
            Err(Taken::Name) if generated => {}
            Err(Taken::Name) => return Err(Status::already_exists(call.gvr(), &name)),
            Err(Taken::Refused(status)) => return Err(status),
            Ok(stored) => {
                if !dry_run {
                    reservation.into_iter().for_each(Reservation::commit);
                }
                warnings.extend(call.served().strategy.warnings(&candidate, None));
                expire_events(call, dry_run).await;
                return Ok(stored);
            }
        }
    }
    let mut status = Status::already_exists(call.gvr(), metadata::text(&object, "generateName"));
    status
        .message
        .push_str(", the server was not able to generate a unique name for the object");
    Err(status)
}

/// Defaults, server-set fields and validation.
fn prepare(call: &Call, object: &mut Value, tracked: bool) -> Result<(), Status> {
    let served = call.served();
    let now = call.shared.now();
    served.strategy.default_object(object);
    metadata::prepare_for_create(object, served, now, &call.shared.seeded);
    if let (true, Some(fields)) = (served.policy.status, object.as_object_mut()) {
        fields.remove("status");
    }
    // What the strategy adds is the server's, so nobody is said to manage it.
    if tracked {
        track(call, object, None);
    }
    served.strategy.prepare_for_create(object, now);
    let mut errors: ErrorList = metadata::validate(object, served);
    errors.extend(served.strategy.validate(object));
    if !errors.is_empty() {
        return Err(Status::invalid(
            &served.gvk,
            metadata::text(object, "name"),
            &errors,
        ));
    }
    Ok(())
}

enum Taken {
    Name,
    Refused(Status),
}

async fn store(call: &Call, object: &Value, name: &str, dry_run: bool) -> Result<Stored, Taken> {
    let served = call.served();
    let key = served.key(call.namespace(), name);
    let bytes = stored::encode(served, object);
    check_size(&bytes).map_err(Taken::Refused)?;
    if dry_run {
        return match call.shared.store.get(&key) {
            Some(_) => Err(Taken::Name),
            None => Ok(Stored::from_kept(served, bytes, None)),
        };
    }
    match call.shared.store.put(&key, bytes, Expect::Absent).await {
        Ok(entry) => {
            call.shared
                .compaction
                .after_write(&call.shared.store, call.shared.now());
            Ok(Stored::of(served, &entry))
        }
        Err(WriteError::Conflict { .. }) => Err(Taken::Name),
        Err(WriteError::Storage(error)) => Err(Taken::Refused(storage_status(&error))),
    }
}
