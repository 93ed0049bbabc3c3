//! The revisions of a DaemonSet.

use std::collections::BTreeMap;

use apimachinery::selector::LabelSelector;
use clientgo::{ApiError, Object, resources};
use serde_json::Value;

use super::DaemonSet;
use crate::claim::Claimant;
use crate::context::Context;
use crate::controller_revision::{
    NewRevision, REVISION_HASH_LABEL, claim_revisions, create, number, renumber, template_patch,
    truncate,
};
use crate::template_hash::template_hash;

/// The revision of the present template and the others, the oldest first.
pub(super) struct History {
    pub(super) current: Object,
    pub(super) old: Vec<Object>,
}

impl History {
    /// The hash that pods of the present template carry.
    pub(super) fn hash(&self) -> &str {
        self.current.label(REVISION_HASH_LABEL).unwrap_or_default()
    }
}

/// Finds the revision of the present template, or writes it. None if its name was taken: the next look takes another.
pub(super) async fn observe(
    context: &Context,
    daemon_set: &DaemonSet,
    selector: &LabelSelector,
) -> Result<Option<History>, ApiError> {
    let claimant = Claimant {
        resource: &resources::DAEMON_SETS,
        object: &daemon_set.0,
        selector,
        finalizer: None,
    };
    let revisions = claim_revisions(context, claimant).await?;
    let data = template_patch(&daemon_set.0);
    let (mut same, old): (Vec<Object>, Vec<Object>) = revisions
        .into_iter()
        .partition(|revision| revision["data"] == data);
    let next = old.last().map(number).unwrap_or_default() + 1;
    let current = match same.pop() {
        Some(newest) if number(&newest) < next => renumber(context, &newest, next).await?,
        Some(newest) => newest,
        None => match snapshot(context, daemon_set, data, next).await? {
            Some(created) => created,
            None => return Ok(None),
        },
    };
    Ok(Some(History { current, old }))
}

async fn snapshot(
    context: &Context,
    daemon_set: &DaemonSet,
    data: Value,
    number: i64,
) -> Result<Option<Object>, ApiError> {
    let collisions = daemon_set.0["status"]["collisionCount"]
        .as_i64()
        .and_then(|count| i32::try_from(count).ok());
    let revision = NewRevision {
        owner: &daemon_set.0,
        kind: "DaemonSet",
        hash: template_hash(&daemon_set.template().to_value(), collisions),
        hash_label: REVISION_HASH_LABEL,
        data,
        number,
    };
    let created = create(context, &revision).await?;
    if created.is_none() {
        let mut body = daemon_set.0.to_value();
        body["status"]["collisionCount"] = (collisions.unwrap_or_default() + 1).into();
        context
            .update(&resources::DAEMON_SETS, "status", &body)
            .await?;
    }
    Ok(created)
}

/// Deletes old revisions beyond the limit, except those that pods still run.
pub(super) async fn clean_up(
    context: &Context,
    daemon_set: &DaemonSet,
    history: &History,
    pods: &BTreeMap<String, Vec<Object>>,
) -> Result<(), ApiError> {
    let limit = daemon_set.0["spec"]["revisionHistoryLimit"].as_u64();
    let limit = limit
        .and_then(|limit| usize::try_from(limit).ok())
        .unwrap_or(10);
    let is_live = |revision: &Object| {
        let hash = revision.label(REVISION_HASH_LABEL);
        pods.values()
            .flatten()
            .any(|pod| pod.label(REVISION_HASH_LABEL) == hash)
    };
    truncate(context, &history.old, limit, is_live).await
}
