//! The revisions of a StatefulSet.

use apimachinery::selector::LabelSelector;
use clientgo::{ApiError, Object, resources};
use serde_json::Value;

use super::{StatefulSet, count};
use crate::claim::Claimant;
use crate::context::Context;
use crate::controller_revision::{
    NewRevision, claim_revisions, create, number, renumber, template_patch, truncate,
};
use crate::template_hash::data_hash;

/// The label of a revision that holds its hash.
const HASH_LABEL: &str = "controller.kubernetes.io/hash";

/// The revision to which the set is updated, the one from which it comes, and all of them, the oldest first.
pub(super) struct History {
    pub(super) update: Object,
    pub(super) current: Object,
    pub(super) all: Vec<Object>,
    /// How often the name of a revision was taken.
    pub(super) collisions: i64,
}

/// Finds the revision of the present template, or writes it.
pub(super) async fn observe(
    context: &Context,
    set: &StatefulSet,
    selector: &LabelSelector,
) -> Result<History, ApiError> {
    let claimant = Claimant {
        resource: &resources::STATEFUL_SETS,
        object: &set.0,
        selector,
        finalizer: None,
    };
    let all = claim_revisions(context, claimant).await?;
    let mut collisions = set.0["status"]["collisionCount"]
        .as_i64()
        .unwrap_or_default();
    let data = template_patch(&set.0);
    let next = all.last().map(number).unwrap_or_default() + 1;
    let newest = all.last().filter(|newest| newest["data"] == data);
    let update = match (
        newest,
        all.iter().rfind(|revision| revision["data"] == data),
    ) {
        (Some(newest), _) => newest.clone(),
        (None, Some(equal)) => renumber(context, equal, next).await?,
        (None, None) => snapshot(context, set, &data, next, &mut collisions).await?,
    };
    let named = set.0["status"]["currentRevision"]
        .as_str()
        .unwrap_or_default();
    let current = all
        .iter()
        .find(|revision| revision.name() == named)
        .unwrap_or(&update)
        .clone();
    Ok(History {
        update,
        current,
        all,
        collisions,
    })
}

async fn snapshot(
    context: &Context,
    set: &StatefulSet,
    data: &Value,
    number: i64,
    collisions: &mut i64,
) -> Result<Object, ApiError> {
    loop {
        let revision = NewRevision {
            owner: &set.0,
            kind: "StatefulSet",
            hash: data_hash(data, *collisions),
            hash_label: HASH_LABEL,
            data: data.clone(),
            number,
        };
        if let Some(created) = create(context, &revision).await? {
            return Ok(created);
        }
        *collisions += 1;
    }
}

/// Deletes old revisions beyond the limit, except those that the set or its pods still refer to.
pub(super) async fn clean_up(
    context: &Context,
    set: &StatefulSet,
    history: &History,
    pods: &[Object],
) -> Result<(), ApiError> {
    let limit = count(&set.spec()["revisionHistoryLimit"]).unwrap_or(10);
    let is_live = |revision: &Object| {
        let name = revision.name();
        name == history.current.name()
            || name == history.update.name()
            || pods
                .iter()
                .any(|pod| super::identity::revision(pod) == name)
    };
    let dead: Vec<Object> = history
        .all
        .iter()
        .filter(|revision| !is_live(revision))
        .cloned()
        .collect();
    truncate(context, &dead, limit, |_| false).await
}
