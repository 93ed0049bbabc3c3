//! Client-side apply: the three-way merge of what was applied last, what is to be applied now, and what there is.

use std::time::Duration;

use cobra::Io;
use patch::strategic::{self, Overwrite};
use patch::three_way;
use serde_json::{Value, json};

use super::Options;
use crate::change_cause::CHANGE_CAUSE;
use crate::changes::Change;
use crate::dry_run::DryRun;
use crate::last_applied;
use crate::resource::Info;
use crate::session::Factory;
use crate::{CommandError, object};
use cliruntime::{ApiError, Media, Query, Rest};

/// The manager of client-side apply.
pub(crate) const MANAGER: &str = "kubectl-client-side-apply";

/// How often a change is tried again when somebody else was faster.
const RETRIES: usize = 5;
const BACK_OFF: Duration = Duration::from_secs(1);

/// Applies one manifest, and returns the word for what happened.
pub(super) async fn apply(
    info: &mut Info,
    options: &Options,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<&'static str, CommandError> {
    if info.name.is_empty() {
        return Err(CommandError::told(format!(
            "from {}: cannot use generate name with apply",
            generate_name(&info.object)
        )));
    }
    if let Some(cause) = &options.change_cause {
        object::set_annotation(&mut info.object, CHANGE_CAUSE, cause);
    }
    let rest = factory.rest(io).await?;
    let modified = last_applied::annotated(&info.object);
    let live = match info.read(&rest).await {
        Ok(live) => live,
        Err(error) if error.is_not_found() => {
            return create(info, modified, options, &rest, factory, io).await;
        }
        Err(error) => {
            let doing = format!(
                "retrieving current configuration of:\n{}\nfrom server for:",
                describe(info)
            );
            return Err(error_while(error, &doing, &info.source));
        }
    };
    if options.dry_run != DryRun::Client && !last_applied::is_remembered(&live) {
        let resource = &info.resource.resource;
        super::super::warn(
            factory,
            &format!(
                "resource {resource}/{} is missing the {} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.",
                info.name,
                last_applied::LAST_APPLIED
            ),
            io,
        )?;
    }
    if options.dry_run == DryRun::Client {
        let change = three_way(info, &modified, &live, options.overwrite)?;
        let did = if change.is_empty() {
            "unchanged"
        } else {
            "configured"
        };
        info.refresh(if change.is_empty() { live } else { modified });
        return Ok(if did == "unchanged" {
            "unchanged"
        } else {
            "configured"
        });
    }
    patch_live(info, &modified, live, options, &rest, factory, io).await
}

fn generate_name(object: &Value) -> &str {
    object["metadata"]["generateName"]
        .as_str()
        .unwrap_or_default()
}

/// What client-side apply would change.
///
/// # Errors
/// If the objects contradict the kind's schema, or somebody else changed what the manifest says and `overwrite` is off.
pub(crate) fn three_way(
    info: &Info,
    modified: &Value,
    live: &Value,
    overwrite: bool,
) -> Result<Change, CommandError> {
    let original = last_applied::original(live);
    match schema::kind(&info.resource.gvk()) {
        Some(definition) => {
            let overwrite = if overwrite {
                Overwrite::Yes
            } else {
                Overwrite::No
            };
            let patch =
                strategic::create_three_way(&original, modified, live, definition, overwrite)
                    .map_err(|error| CommandError::told(error.to_string()))?;
            Ok(Change {
                media: Media::StrategicMergePatch,
                patch,
            })
        }
        None => Ok(Change {
            media: Media::MergePatch,
            patch: three_way::create(&original, modified, live),
        }),
    }
}

async fn create(
    info: &mut Info,
    modified: Value,
    options: &Options,
    rest: &Rest,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<&'static str, CommandError> {
    if options.dry_run == DryRun::Client {
        info.refresh(modified);
        return Ok("created");
    }
    let query = options.dry_run.mark(
        Query::new()
            .with("fieldManager", &options.manager)
            .with("fieldValidation", options.validation),
    );
    let answer = rest
        .post(&info.collection_path(), &query, &modified)
        .await
        .map_err(|error| error.while_doing("creating", &info.source))?;
    factory.warnings.tell(&answer.warnings, io)?;
    info.refresh(answer.json()?);
    Ok("created")
}

async fn patch_live(
    info: &mut Info,
    modified: &Value,
    mut live: Value,
    options: &Options,
    rest: &Rest,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<&'static str, CommandError> {
    let mut tries = 0;
    loop {
        let change = three_way(info, modified, &live, options.overwrite)?;
        if change.is_empty() {
            info.refresh(live);
            return Ok("unchanged");
        }
        match send(info, &change, options, rest).await {
            Ok((object, warnings)) => {
                factory.warnings.tell(&warnings, io)?;
                info.refresh(object);
                return Ok("configured");
            }
            Err(error) if error.is_conflict() && tries < RETRIES => {
                tries += 1;
                if tries > 1 {
                    tokio::time::sleep(BACK_OFF).await;
                }
                live = info.read(rest).await?;
            }
            Err(error) if options.force && (error.is_conflict() || error.is_invalid()) => {
                return replace(info, modified, &live, options, rest).await;
            }
            Err(error) => {
                let doing = format!(
                    "applying patch:\n{}\nto:\n{}\nfor:",
                    change.patch,
                    describe(info)
                );
                return Err(error_while(error, &doing, &info.source));
            }
        }
    }
}

async fn send(
    info: &Info,
    change: &Change,
    options: &Options,
    rest: &Rest,
) -> Result<(Value, Vec<String>), ApiError> {
    let query = options.dry_run.mark(
        Query::new()
            .with("fieldManager", &options.manager)
            .with("fieldValidation", options.validation),
    );
    let answer = rest
        .patch(
            &info.path(),
            &query,
            change.media,
            crate::printers::compact_json(&change.patch),
        )
        .await?;
    Ok((answer.json()?, answer.warnings))
}

/// Deletes the object and creates it as the manifest says; brings the old one back if that fails.
async fn replace(
    info: &mut Info,
    modified: &Value,
    live: &Value,
    options: &Options,
    rest: &Rest,
) -> Result<&'static str, CommandError> {
    let mut delete_options = json!({"propagationPolicy": options.propagation});
    if options.grace_period >= 0 {
        delete_options["gracePeriodSeconds"] = options.grace_period.into();
    }
    rest.delete(&info.path(), &Query::new(), &delete_options)
        .await?;
    while let Ok(object) = info.read(rest).await {
        if object::uid(&object) != object::uid(live) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let query = Query::new()
        .with("fieldManager", &options.manager)
        .with("fieldValidation", options.validation);
    match rest.post(&info.collection_path(), &query, modified).await {
        Ok(answer) => {
            info.refresh(answer.json()?);
            Ok("configured")
        }
        Err(error) => {
            let mut old = live.clone();
            object::set_metadata(&mut old, "resourceVersion", "");
            object::set_metadata(&mut old, "uid", "");
            rest.post(&info.collection_path(), &Query::new(), &old)
                .await?;
            Err(error.into())
        }
    }
}

/// The object in the words that errors use.
fn describe(info: &Info) -> String {
    let gvk = info.resource.gvk();
    format!(
        "Resource: {:?}, GroupVersionKind: {:?}\nName: {:?}, Namespace: {:?}",
        format!(
            "{}, Resource={}",
            info.resource.api_version(),
            info.resource.resource
        ),
        format!("{}, Kind={}", info.resource.api_version(), gvk.kind),
        info.name,
        info.namespace
    )
}

fn error_while(error: ApiError, doing: &str, source: &str) -> CommandError {
    error.while_doing(doing, source).into()
}
