//! From the definitions in the store to the kinds that are served.

use std::sync::Arc;

use apimachinery::Status;
use serde_json::Value;
use store::Range;

use super::kind::{CustomKind, source};
use super::{names, removal};
use crate::call::Call;
use crate::registry::Served;
use crate::server::Shared;
use crate::stored::Stored;
use crate::verbs::{Target, write};

/// How often definitions are gone through until nothing changes: each pass settles at least one of them.
const PASSES: usize = 64;

/// Serves what the definitions in the store define. Nothing is written.
pub(crate) fn load(shared: &Shared) {
    let served = definitions(shared)
        .iter()
        .flat_map(|definition| kinds(shared, definition))
        .collect();
    shared.registry.set_custom(served);
}

/// Brings the definitions' status up to date, serves what they define, and goes on with the deletion of those that are to go.
///
/// # Errors
/// The store could not be written.
pub(crate) async fn settle(shared: &Arc<Shared>) -> Result<(), Status> {
    for _ in 0..PASSES {
        let changed = accept_names(shared).await?;
        load(shared);
        if !changed && !remove(shared).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// The definitions in the order in which they were made.
fn definitions(shared: &Shared) -> Vec<Value> {
    let Some(served) =
        shared
            .registry
            .find("apiextensions.k8s.io", "v1", "customresourcedefinitions")
    else {
        return Vec::new();
    };
    let prefix = served.prefix(None);
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    // A range at the newest revision is neither compacted nor in the future.
    let Ok(page) = shared.store.range(range) else {
        return Vec::new();
    };
    let mut entries = page.entries;
    entries.sort_by_key(|entry| entry.created);
    entries
        .iter()
        .map(|entry| Stored::of(&served, entry).decode())
        .collect()
}

async fn accept_names(shared: &Arc<Shared>) -> Result<bool, Status> {
    let mut changed = false;
    let mut definitions = definitions(shared);
    for index in 0..definitions.len() {
        let definition = &definitions[index];
        let group = &definition["spec"]["group"];
        let others: Vec<&Value> = definitions
            .iter()
            .enumerate()
            .filter(|(other, value)| *other != index && value["spec"]["group"] == *group)
            .map(|(_, value)| value)
            .collect();
        let status = names::status(definition, &others, shared.now());
        if status != definition["status"] {
            write_status(shared, definition, &status).await?;
            definitions[index]["status"] = status;
            changed = true;
        }
    }
    Ok(changed)
}

/// Goes on with deletions. Whether a definition went.
async fn remove(shared: &Arc<Shared>) -> Result<bool, Status> {
    let mut gone = false;
    for definition in definitions(shared) {
        if !removal::is_pending(&definition) {
            continue;
        }
        let versions = definition["spec"]["versions"].as_array();
        let any = versions
            .and_then(|versions| versions.first())
            .map(|version| {
                Arc::new(CustomKind::of(&definition, version, 0).serve(&definition, version))
            });
        let owns_place = names::is_true(&definition["status"], "Established");
        let done = match any {
            Some(served) if owns_place => {
                let mut status = definition["status"].clone();
                removal::set_state(&mut status, false, shared.now());
                if status != definition["status"] {
                    write_status(shared, &definition, &status).await?;
                }
                removal::delete_objects(shared, &served).await?
            }
            Some(_) | None => true,
        };
        if done {
            let mut status = definition["status"].clone();
            removal::set_state(&mut status, true, shared.now());
            write_status(shared, &definition, &status).await?;
            let call = call(shared, &definition, None)?;
            write(&call, Target::Whole, false, &mut Vec::new(), |old| {
                let mut new = old.clone();
                removal::release(&mut new);
                Ok(new)
            })
            .await?;
            gone = true;
        }
    }
    Ok(gone)
}

async fn write_status(
    shared: &Arc<Shared>,
    definition: &Value,
    status: &Value,
) -> Result<(), Status> {
    let call = call(shared, definition, Some("status"))?;
    write(&call, Target::Status, false, &mut Vec::new(), |old| {
        let mut new = old.clone();
        new["status"] = status.clone();
        Ok(new)
    })
    .await?;
    Ok(())
}

fn call(
    shared: &Arc<Shared>,
    definition: &Value,
    subresource: Option<&str>,
) -> Result<Call, Status> {
    let served = shared
        .registry
        .find("apiextensions.k8s.io", "v1", "customresourcedefinitions")
        .ok_or_else(Status::no_such_resource)?;
    let name = crate::metadata::text(definition, "name");
    let mut call = Call::internal(shared, &served, None, name);
    call.target.subresource = subresource.map(str::to_owned);
    Ok(call)
}

/// The kinds of a definition that are to be served. One that is served already stays the same.
fn kinds(shared: &Shared, definition: &Value) -> Vec<Arc<Served>> {
    if !names::is_true(&definition["status"], "Established") {
        return Vec::new();
    }
    let plural = definition["status"]["acceptedNames"]["plural"]
        .as_str()
        .unwrap_or_default();
    let group = definition["spec"]["group"].as_str().unwrap_or_default();
    let versions = definition["spec"]["versions"]
        .as_array()
        .into_iter()
        .flatten();
    versions
        .filter(|version| version["served"] == true)
        .map(|version| {
            let name = version["name"].as_str().unwrap_or_default();
            let known = shared.registry.find(group, name, plural).filter(|served| {
                served
                    .custom
                    .as_ref()
                    .is_some_and(|custom| custom.source == source(definition, version))
            });
            known.unwrap_or_else(|| {
                let since = shared.store.revision().get();
                let kind = CustomKind::of(definition, version, since);
                Arc::new(kind.serve(definition, version))
            })
        })
        .collect()
}
