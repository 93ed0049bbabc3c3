//! A definition goes after its objects.

use std::sync::Arc;

use apimachinery::{Status, Timestamp};
use serde_json::{Value, json};
use store::Range;

use super::names::set_condition;
use crate::call::Call;
use crate::metadata;
use crate::options::DeleteOptions;
use crate::registry::Served;
use crate::server::Shared;
use crate::verbs::delete_object;

const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";

/// Marks a definition that is about to be deleted: it waits for its objects.
pub(crate) fn prepare_for_delete(definition: &mut Value, now: Timestamp) {
    if metadata::is_deleting(definition) {
        return;
    }
    let mut finalizers: Vec<Value> = metadata::finalizers(definition)
        .into_iter()
        .map(Value::from)
        .collect();
    if !finalizers.iter().any(|finalizer| finalizer == CLEANUP) {
        finalizers.push(CLEANUP.into());
    }
    metadata::of_mut(definition).insert("finalizers".to_owned(), finalizers.into());
    let state = (
        "True",
        "InstanceDeletionPending",
        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"
            .to_owned(),
    );
    set_condition(&mut definition["status"], "Terminating", state, now);
}

/// Whether the definition waits for its objects.
pub(super) fn is_pending(definition: &Value) -> bool {
    metadata::is_deleting(definition) && metadata::finalizers(definition).contains(&CLEANUP)
}

/// Deletes the objects of a definition. Whether all are gone.
pub(super) async fn delete_objects(
    shared: &Arc<Shared>,
    served: &Arc<Served>,
) -> Result<bool, Status> {
    let options = DeleteOptions::read(&json!({}))?;
    let prefix = served.prefix(None);
    for key in keys(shared, &prefix)? {
        let mut parts = key[prefix.len()..].rsplit('/');
        let name = parts.next().unwrap_or_default().to_owned();
        let namespace = parts.next().map(str::to_owned);
        let call = Call::internal(shared, served, namespace, &name);
        match delete_object(&call, &key, &name, &options).await {
            Err(status) if status.reason == apimachinery::Reason::NotFound => {}
            result => drop(result?),
        }
    }
    Ok(keys(shared, &prefix)?.is_empty())
}

fn keys(shared: &Shared, prefix: &str) -> Result<Vec<String>, Status> {
    let range = Range {
        prefix,
        ..Range::default()
    };
    let page = shared
        .store
        .range(range)
        .map_err(|error| Status::internal_error(error.to_string()))?;
    Ok(page
        .entries
        .iter()
        .map(|entry| entry.key.to_string())
        .collect())
}

/// What the status says while objects are being deleted, and after.
pub(super) fn set_state(status: &mut Value, done: bool, now: Timestamp) {
    let state = if done {
        (
            "False",
            "InstanceDeletionCompleted",
            "removed all instances".to_owned(),
        )
    } else {
        (
            "True",
            "InstanceDeletionInProgress",
            "CustomResource deletion is in progress".to_owned(),
        )
    };
    set_condition(status, "Terminating", state, now);
}

/// Takes the finalizer away.
pub(super) fn release(definition: &mut Value) {
    let left: Vec<Value> = metadata::finalizers(definition)
        .into_iter()
        .filter(|finalizer| *finalizer != CLEANUP)
        .map(Value::from)
        .collect();
    metadata::of_mut(definition).insert("finalizers".to_owned(), left.into());
}
