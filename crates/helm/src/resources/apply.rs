//! Bringing objects to the cluster.

use cliruntime::{ApiError, Media, Query, Rest};
use futures::StreamExt;
use serde_json::Value;

use super::{AT_ONCE, Propagation, Resource, client_side, delete, is_kept, managed_fields};
use crate::go_json::marshal;
use crate::release::ApplyMethod;

/// How objects are brought to the cluster.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Applying {
    /// By which method.
    pub(crate) method: ApplyMethod,
    /// Whether fields that others manage are taken over.
    pub(crate) force_conflicts: bool,
    /// Whether objects are replaced instead of patched.
    pub(crate) force_replace: bool,
    /// Whether what Helm wrote by updates becomes what it applied.
    pub(crate) migrate: bool,
}

/// An object that could not be brought to the cluster.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApplyError {
    /// Others manage fields that the object sets.
    #[error("conflict occurred while applying object {place} {gvk}: {source}")]
    Conflict {
        /// Namespace and name.
        place: String,
        /// Group, version and kind.
        gvk: String,
        /// What the server says.
        source: ApiError,
    },
    /// The server refused to apply the object.
    #[error("server-side apply failed for object {place} {gvk}: {source}")]
    ServerSide {
        /// Namespace and name.
        place: String,
        /// Group, version and kind.
        gvk: String,
        /// What the server says.
        source: ApiError,
    },
    /// The server refused the patch.
    #[error("cannot patch {name:?} with kind {kind}: {source}")]
    Patch {
        /// The object's name.
        name: String,
        /// The object's kind.
        kind: String,
        /// What the server says.
        source: ApiError,
    },
    /// There is no patch that leads from what there is to what is wanted.
    #[error("failed to create patch: {0}")]
    NoPatch(String),
    /// The server refused the replacement.
    #[error("failed to replace object: {0}")]
    Replace(ApiError),
    /// The server refused a new object.
    #[error("{0}")]
    Create(ApiError),
    /// A new object of an upgrade was refused.
    #[error("failed to create resource: {0}")]
    CreateInUpgrade(Box<ApplyError>),
    /// What there is cannot be read.
    #[error("could not get information about the resource: {0}")]
    Read(ApiError),
    /// Helm's fields cannot be moved.
    #[error("failed to upgrade managed fields: {0}")]
    Migration(ApiError),
    /// An object that is no longer wanted stays.
    #[error("failed to delete resource namespace={namespace}, name={name}, kind={kind}: {source}")]
    Delete {
        /// Its namespace.
        namespace: String,
        /// Its name.
        name: String,
        /// Its kind.
        kind: String,
        /// What the server says.
        source: ApiError,
    },
    /// Several objects failed.
    #[error("{}", told(.errors, .separator))]
    Several {
        /// How, one by one.
        errors: Vec<ApplyError>,
        /// What stands between their texts.
        separator: &'static str,
    },
}

fn told(errors: &[ApplyError], separator: &str) -> String {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    texts.join(separator)
}

fn several(mut errors: Vec<ApplyError>, separator: &'static str) -> Result<(), ApplyError> {
    match errors.len() {
        0 => Ok(()),
        1 => Err(errors.remove(0)),
        _ => Err(ApplyError::Several { errors, separator }),
    }
}

/// What an update did.
#[derive(Debug, Default)]
pub(crate) struct Applied {
    /// The objects that were not there before.
    pub(crate) created: Vec<Resource>,
    /// The objects that were there, and are as they are wanted now.
    pub(crate) changed: Vec<Resource>,
    /// The objects that were not taken as they are wanted.
    pub(crate) refused: Vec<Resource>,
    /// What the server warned about.
    pub(crate) warnings: Vec<String>,
}

/// Runs of objects of one kind; within a run the order does not matter.
fn runs(resources: &[Resource]) -> impl Iterator<Item = &[Resource]> {
    resources.chunk_by(|a, b| a.api.kind == b.api.kind)
}

/// Creates objects, kind by kind, and goes on when one fails.
///
/// # Errors
/// All that failed.
pub(crate) async fn create(
    resources: &[Resource],
    how: &Applying,
    rest: &Rest,
    applied: &mut Applied,
) -> Result<(), ApplyError> {
    let mut errors = Vec::new();
    for run in runs(resources) {
        let creations = run.iter().map(|resource| create_one(resource, how, rest));
        let outcomes: Vec<_> = futures::stream::iter(creations)
            .buffered(AT_ONCE)
            .collect()
            .await;
        for (resource, outcome) in run.iter().zip(outcomes) {
            match outcome {
                Ok(warnings) => {
                    applied.created.push(resource.clone());
                    applied.warnings.extend(warnings);
                }
                Err(error) => {
                    applied.refused.push(resource.clone());
                    errors.push(error);
                }
            }
        }
    }
    several(errors, "\n")
}

async fn create_one(
    resource: &Resource,
    how: &Applying,
    rest: &Rest,
) -> Result<Vec<String>, ApplyError> {
    match how.method {
        ApplyMethod::ServerSide => apply(resource, how.force_conflicts, rest)
            .await
            .map(|(_, warnings)| warnings),
        ApplyMethod::ClientSide => {
            let answer = rest
                .post(&resource.collection(), &Query::new(), &resource.object)
                .await;
            Ok(answer.map_err(ApplyError::Create)?.warnings)
        }
    }
}

/// Applies an object on the server; whether it is new, and what the server warned about.
async fn apply(
    resource: &Resource,
    force: bool,
    rest: &Rest,
) -> Result<(bool, Vec<String>), ApplyError> {
    let query = Query::new()
        .with("fieldManager", crate::cluster::MANAGER)
        .with("fieldValidation", "Strict")
        .with("force", force.to_string());
    let body = marshal(&resource.object);
    let answer = rest
        .patch(&resource.path(), &query, Media::ApplyPatch, body)
        .await;
    match answer {
        Ok(answer) => Ok((answer.created, answer.warnings)),
        Err(source) => {
            let place = format!("{}/{}", resource.namespace, resource.name);
            let gvk = resource.gvk_text();
            Err(if source.is_conflict() {
                ApplyError::Conflict { place, gvk, source }
            } else {
                ApplyError::ServerSide { place, gvk, source }
            })
        }
    }
}

/// Brings the cluster from the objects of one manifest to those of another: what is new is created, the rest patched, and
/// what is no longer wanted deleted once everything else has succeeded.
///
/// # Errors
/// A new object that is refused ends the update after the objects of its kind; other failures are collected.
pub(crate) async fn update(
    original: &[Resource],
    wanted: &[Resource],
    how: &Applying,
    rest: &Rest,
    applied: &mut Applied,
) -> Result<(), ApplyError> {
    let mut errors = Vec::new();
    for run in runs(wanted) {
        let updates = run.iter().map(|resource| {
            let before = original.iter().find(|before| before.is_same(resource));
            update_one(before, resource, how, rest)
        });
        let outcomes: Vec<_> = futures::stream::iter(updates)
            .buffered(AT_ONCE)
            .collect()
            .await;
        for (resource, outcome) in run.iter().zip(outcomes) {
            match outcome {
                Ok((created, warnings)) => {
                    applied.warnings.extend(warnings);
                    let list = match created {
                        true => &mut applied.created,
                        false => &mut applied.changed,
                    };
                    list.push(resource.clone());
                }
                Err(error) => {
                    applied.refused.push(resource.clone());
                    errors.push(error);
                }
            }
        }
        let is_fatal = |error: &ApplyError| matches!(error, ApplyError::CreateInUpgrade(_));
        if let Some(fatal) = errors.iter().position(is_fatal) {
            return Err(errors.swap_remove(fatal));
        }
    }
    several(errors, " && ")?;
    remove_unwanted(original, wanted, rest).await
}

async fn update_one(
    before: Option<&Resource>,
    resource: &Resource,
    how: &Applying,
    rest: &Rest,
) -> Result<(bool, Vec<String>), ApplyError> {
    if how.method == ApplyMethod::ServerSide && !how.migrate && !how.force_replace {
        // Whether the object was there is only asked when it matters: for the text of a failure.
        return match apply(resource, how.force_conflicts, rest).await {
            Err(error) if matches!(resource.live(rest).await, Ok(None)) => {
                Err(ApplyError::CreateInUpgrade(Box::new(error)))
            }
            outcome => outcome,
        };
    }
    let live = resource.live(rest).await.map_err(ApplyError::Read)?;
    let Some(live) = live else {
        return match create_one(resource, how, rest).await {
            Ok(warnings) => Ok((true, warnings)),
            Err(error) => Err(ApplyError::CreateInUpgrade(Box::new(error))),
        };
    };
    if how.force_replace {
        return replace(resource, &live, rest).await;
    }
    if how.method == ApplyMethod::ClientSide {
        return merge(before, resource, &live, rest).await;
    }
    if let Some(patch) = managed_fields::migration(&live) {
        let body = patch.to_string();
        rest.patch(&resource.path(), &Query::new(), Media::JsonPatch, body)
            .await
            .map_err(ApplyError::Migration)?;
    }
    apply(resource, how.force_conflicts, rest).await
}

async fn replace(
    resource: &Resource,
    live: &Value,
    rest: &Rest,
) -> Result<(bool, Vec<String>), ApplyError> {
    let mut object = resource.object.clone();
    object["metadata"]["resourceVersion"] = live["metadata"]["resourceVersion"].clone();
    let answer = rest.put(&resource.path(), &Query::new(), &object).await;
    let answer = answer.map_err(ApplyError::Replace)?;
    Ok((false, answer.warnings))
}

async fn merge(
    before: Option<&Resource>,
    resource: &Resource,
    live: &Value,
    rest: &Rest,
) -> Result<(bool, Vec<String>), ApplyError> {
    // Without an earlier manifest what there is stands for it, so that nothing is taken away.
    let original = before.map_or(live, |before| &before.object);
    let change = client_side::change(original, resource, live).map_err(ApplyError::NoPatch)?;
    if change.is_empty() {
        return Ok((false, Vec::new()));
    }
    let body = marshal(&change.patch);
    let answer = rest
        .patch(&resource.path(), &Query::new(), change.media, body)
        .await;
    let answer = answer.map_err(|source| ApplyError::Patch {
        name: resource.name.clone(),
        kind: resource.api.kind.clone(),
        source,
    })?;
    Ok((false, answer.warnings))
}

/// Deletes what the earlier manifest had and the new one has not, unless it is to be kept.
async fn remove_unwanted(
    original: &[Resource],
    wanted: &[Resource],
    rest: &Rest,
) -> Result<(), ApplyError> {
    let unwanted = original
        .iter()
        .filter(|before| !wanted.iter().any(|resource| resource.is_same(before)));
    for resource in unwanted {
        // The annotation on the cluster decides: somebody may have put it there by hand.
        let Ok(Some(object)) = resource.live(rest).await else {
            continue;
        };
        let live = Resource {
            object,
            ..resource.clone()
        };
        if is_kept(&live) {
            continue;
        }
        match delete(&live, Propagation::Background, rest).await {
            Ok(()) => {}
            Err(error) if error.is_not_found() => {}
            Err(source) => {
                return Err(ApplyError::Delete {
                    namespace: live.namespace.clone(),
                    name: live.name.clone(),
                    kind: live.api.kind.clone(),
                    source,
                });
            }
        }
    }
    Ok(())
}
