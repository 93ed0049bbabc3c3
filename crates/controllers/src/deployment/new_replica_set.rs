//! The ReplicaSet of a Deployment's present template: its notes, its name and its creation.

use apimachinery::Packed;
use clientgo::{ApiError, EventType, Key, Object, resources};
use serde_json::{Map, Value, json};

use super::annotations::{self, REVISION};
use super::conditions::{
    self, FOUND_NEW_REPLICA_SET, NEW_REPLICA_SET_CREATED, PROGRESSING, REPLICA_SET_CREATE_ERROR,
    condition,
};
use super::replica_sets::ReplicaSets;
use super::sync::{Missing, Sync, SyncError, annotations_of};
use super::template::{HASH_LABEL, equal_ignoring_hash};
use super::{Deployment, Strategy, rolling};
use crate::replica_set::ReplicaSet;
use crate::template_hash::template_hash;

/// Longest name of a ReplicaSet.
const NAME_LIMIT: usize = 253;

/// Why the ReplicaSet of a template could not be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum NewReplicaSetError {
    /// The server refused it.
    #[error("create replica set")]
    Create(#[source] ApiError),
    /// Another template has the same hash; the next try takes another one.
    #[error("the name of the new replica set is taken by another template")]
    Collision,
}

impl NewReplicaSetError {
    /// Nothing can be made any more in a namespace that goes away, so there is nothing to try again.
    pub(super) fn is_final(&self) -> bool {
        matches!(self, NewReplicaSetError::Create(error) if error.is_namespace_terminating())
    }
}

/// Brings the notes on the new ReplicaSet and on the Deployment up to date, and makes the ReplicaSet if it is missing and should be there.
pub(super) async fn bring_up_to_date(
    sync: &mut Sync<'_>,
    mut sets: ReplicaSets,
    missing: Missing,
) -> Result<ReplicaSets, SyncError> {
    let revision = sets.next_revision();
    match sets.new.take() {
        Some(existing) => sets.new = Some(update(sync, existing, revision).await?),
        None if missing == Missing::Create => sets.new = Some(create(sync, &sets, revision).await?),
        None => {}
    }
    Ok(sets)
}

async fn update(
    sync: &mut Sync<'_>,
    existing: ReplicaSet,
    revision: i64,
) -> Result<ReplicaSet, SyncError> {
    let mut body = existing.0.to_value();
    annotations::describe_new(annotations_of(&mut body), &sync.deployment, revision);
    let min_ready = sync.deployment.0["spec"].get("minReadySeconds");
    let min_ready_differs = body["spec"]
        .get("minReadySeconds")
        .and_then(Value::as_i64)
        .unwrap_or(0)
        != min_ready.and_then(Packed::as_i64).unwrap_or(0);
    if min_ready_differs {
        body["spec"]["minReadySeconds"] = min_ready.map_or(0.into(), Packed::to_value);
    }
    if min_ready_differs || body["metadata"]["annotations"] != existing.0["metadata"]["annotations"]
    {
        // The rest of this look goes by the ReplicaSet as it is now.
        let updated = ReplicaSet(
            sync.context
                .update(&resources::REPLICA_SETS, "", &body)
                .await?,
        );
        note_revision(sync, annotations::revision(&updated), None).await?;
        return Ok(updated);
    }
    let found = (sync.deployment.progress_deadline().is_some()
        && conditions::get(&sync.deployment.0["status"], PROGRESSING).is_none())
    .then(|| {
        (
            FOUND_NEW_REPLICA_SET,
            format!("Found new replica set {:?}", existing.name()),
        )
    });
    note_revision(sync, annotations::revision(&existing), found).await?;
    Ok(existing)
}

async fn create(
    sync: &mut Sync<'_>,
    sets: &ReplicaSets,
    revision: i64,
) -> Result<ReplicaSet, SyncError> {
    let body = replica_set(&sync.deployment, sets, revision);
    let name = body["metadata"]["name"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let size = body["spec"]["replicas"].as_i64().unwrap_or_default();
    let (created, is_new) = match sync
        .context
        .create(
            &resources::REPLICA_SETS,
            sync.deployment.0.namespace(),
            &body,
        )
        .await
    {
        Ok(created) => (created, true),
        Err(error) if error.is_already_exists() => (taken_name(sync, &name).await?, false),
        Err(error) => return Err(refused(sync, &name, error).await?),
    };
    let mut note = None;
    if is_new {
        if size > 0 {
            let message = format!("Scaled up replica set {name} from 0 to {size}");
            sync.recorder.event(
                &sync.deployment.0,
                EventType::Normal,
                "ScalingReplicaSet",
                &message,
            );
        }
        if sync.deployment.progress_deadline().is_some() {
            note = Some((
                NEW_REPLICA_SET_CREATED,
                format!("Created new replica set {name:?}"),
            ));
        }
    }
    note_revision(sync, revision, note).await?;
    Ok(ReplicaSet(created))
}

/// Writes the revision on the Deployment, and a reason for its progress, where they are not there yet.
async fn note_revision(
    sync: &mut Sync<'_>,
    revision: i64,
    progress: Option<(&str, String)>,
) -> Result<(), ApiError> {
    let revision = revision.to_string();
    if sync.deployment.0.annotation(REVISION) == Some(&revision) && progress.is_none() {
        return Ok(());
    }
    let mut body = sync.deployment.0.to_value();
    annotations_of(&mut body).insert(REVISION.to_owned(), revision.into());
    if let Some((reason, message)) = progress {
        let now = sync.context.clock.now();
        conditions::set(
            &mut body["status"],
            condition(PROGRESSING, "True", reason, &message, now),
        );
    }
    sync.write_with_status(body).await
}

/// The ReplicaSet that has the wanted name already: ours, or one of another template, in which case the next hash must be another.
async fn taken_name(sync: &mut Sync<'_>, name: &str) -> Result<Object, SyncError> {
    let key = Key::new(sync.deployment.0.namespace(), name);
    let taken = sync.context.api.get(&resources::REPLICA_SETS, &key).await?;
    let is_ours = taken
        .controller()
        .is_some_and(|owner| owner.uid() == sync.deployment.0.uid());
    if is_ours && equal_ignoring_hash(&taken["spec"]["template"], sync.deployment.template()) {
        return Ok(taken);
    }
    let mut status = sync.deployment.0["status"].to_value();
    status["collisionCount"] = (sync.deployment.collision_count().unwrap_or_default() + 1).into();
    sync.update_status(status).await?;
    Err(NewReplicaSetError::Collision.into())
}

async fn refused(sync: &mut Sync<'_>, name: &str, error: ApiError) -> Result<SyncError, ApiError> {
    if !error.is_namespace_terminating() {
        let message = format!(
            "Failed to create new replica set {name:?}: {}",
            error.message()
        );
        if sync.deployment.progress_deadline().is_some() {
            let now = sync.context.clock.now();
            let mut status = sync.deployment.0["status"].to_value();
            conditions::set(
                &mut status,
                condition(
                    PROGRESSING,
                    "False",
                    REPLICA_SET_CREATE_ERROR,
                    &message,
                    now,
                ),
            );
            sync.update_status(status).await?;
        }
        sync.recorder.event(
            &sync.deployment.0,
            EventType::Warning,
            REPLICA_SET_CREATE_ERROR,
            &message,
        );
    }
    Ok(NewReplicaSetError::Create(error).into())
}

fn replica_set(deployment: &Deployment, sets: &ReplicaSets, revision: i64) -> Value {
    let hash = template_hash(
        &deployment.template().to_value(),
        deployment.collision_count(),
    );
    let size = match deployment.strategy() {
        Strategy::RollingUpdate => rolling::new_size(deployment, sets, 0),
        Strategy::Recreate => deployment.wanted(),
    };
    let mut notes = Map::new();
    annotations::describe_new(&mut notes, deployment, revision);
    annotations::note_sizes(&mut notes, deployment);
    let mut template = deployment.template().to_value();
    template["metadata"]["labels"][HASH_LABEL] = hash.as_str().into();
    let mut selector = deployment.0["spec"]["selector"].to_value();
    selector["matchLabels"][HASH_LABEL] = hash.as_str().into();
    let mut spec = json!({"replicas": size, "selector": selector, "template": template});
    if let Some(min_ready) = deployment.0["spec"].get("minReadySeconds") {
        spec["minReadySeconds"] = min_ready.to_value();
    }
    json!({
        "apiVersion": "apps/v1", "kind": "ReplicaSet",
        "metadata": {
            "name": name(deployment.name(), &hash),
            "namespace": deployment.0.namespace(),
            "labels": spec["template"]["metadata"]["labels"],
            "annotations": notes,
            "ownerReferences": [deployment.0.controller_reference("apps/v1", "Deployment")],
        },
        "spec": spec,
    })
}

/// The Deployment's name, cut if need be, and the hash.
fn name(deployment: &str, hash: &str) -> String {
    let room = NAME_LIMIT - hash.len() - 1;
    let end = deployment.floor_char_boundary(room);
    format!("{}-{hash}", &deployment[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_for_the_hash() {
        assert_eq!(name("web", "5dc68d5645"), "web-5dc68d5645");
        let long = name(&"a".repeat(253), "5dc68d5645");
        assert_eq!(long.len(), 253);
        assert!(long.ends_with("a-5dc68d5645"));
    }
}
