//! The history of DaemonSets and StatefulSets: one ControllerRevision for each template that they have had.

use clientgo::{ApiError, Key, Object, resources};
use serde_json::{Value, json};

use crate::claim::{Claimant, claim};
use crate::context::Context;
use crate::label_index;

/// The label by which pods and the revisions of DaemonSets tell the revision.
pub(crate) const REVISION_HASH_LABEL: &str = "controller-revision-hash";

/// What a revision remembers of an object: a patch that puts the template back.
pub(crate) fn template_patch(object: &Object) -> Value {
    let mut template = object["spec"]["template"].to_value();
    template["$patch"] = "replace".into();
    json!({"spec": {"template": template}})
}

pub(crate) fn number(revision: &Object) -> i64 {
    revision["revision"].as_i64().unwrap_or_default()
}

/// The revisions that the claimant owns, the oldest first.
pub(crate) async fn claim_revisions(
    context: &Context,
    claimant: Claimant<'_>,
) -> Result<Vec<Object>, ApiError> {
    let cache = context.cache(&resources::CONTROLLER_REVISIONS);
    let mut candidates = cache.controlled_by(claimant.object.uid());
    candidates.extend(label_index::orphans(
        &cache,
        claimant.object.namespace(),
        claimant.selector,
    ));
    let mut revisions = claim(
        context,
        claimant,
        &resources::CONTROLLER_REVISIONS,
        candidates,
    )
    .await?;
    sort(&mut revisions);
    Ok(revisions)
}

/// By number, then by age, then by name.
pub(crate) fn sort(revisions: &mut [Object]) {
    revisions.sort_by_key(|revision| {
        (
            number(revision),
            revision.creation_time(),
            revision.name().to_owned(),
        )
    });
}

/// A revision that is to be written.
pub(crate) struct NewRevision<'a> {
    pub(crate) owner: &'a Object,
    pub(crate) kind: &'a str,
    pub(crate) hash: String,
    /// The label that holds the hash.
    pub(crate) hash_label: &'a str,
    pub(crate) data: Value,
    pub(crate) number: i64,
}

impl NewRevision<'_> {
    fn object(&self) -> Value {
        let mut labels = self.owner["spec"]["template"]["metadata"]["labels"].to_value();
        if !labels.is_object() {
            labels = json!({});
        }
        labels[self.hash_label] = self.hash.as_str().into();
        let mut metadata = json!({
            "name": self.name(), "namespace": self.owner.namespace(), "labels": labels,
            "ownerReferences": [self.owner.controller_reference("apps/v1", self.kind)],
        });
        if self.owner["metadata"]["annotations"].is_object() {
            metadata["annotations"] = self.owner["metadata"]["annotations"].to_value();
        }
        json!({"apiVersion": "apps/v1", "kind": "ControllerRevision", "metadata": metadata, "data": self.data, "revision": self.number})
    }

    fn name(&self) -> String {
        format!("{}-{}", self.owner.name(), self.hash)
    }
}

/// Writes a revision; none if its name is taken by one with other data.
pub(crate) async fn create(
    context: &Context,
    revision: &NewRevision<'_>,
) -> Result<Option<Object>, ApiError> {
    let namespace = revision.owner.namespace();
    match context
        .create(
            &resources::CONTROLLER_REVISIONS,
            namespace,
            &revision.object(),
        )
        .await
    {
        Ok(created) => Ok(Some(created)),
        Err(error) if error.is_already_exists() => {
            let key = Key::new(namespace, &revision.name());
            let taken = context
                .api
                .get(&resources::CONTROLLER_REVISIONS, &key)
                .await?;
            let is_same = taken["data"] == revision.data;
            Ok(Some(taken).filter(|_| is_same))
        }
        Err(error) => Err(error),
    }
}

/// Gives a revision that is used again a new number.
pub(crate) async fn renumber(
    context: &Context,
    revision: &Object,
    number: i64,
) -> Result<Object, ApiError> {
    if self::number(revision) == number {
        return Ok(revision.clone());
    }
    let mut body = revision.to_value();
    body["revision"] = number.into();
    context
        .update(&resources::CONTROLLER_REVISIONS, "", &body)
        .await
}

/// Deletes the oldest revisions beyond a limit, but none that `is_live`.
pub(crate) async fn truncate(
    context: &Context,
    old: &[Object],
    limit: usize,
    is_live: impl Fn(&Object) -> bool,
) -> Result<(), ApiError> {
    let mut excess = old.len().saturating_sub(limit);
    for revision in old.iter().filter(|revision| !is_live(revision)) {
        if excess == 0 {
            break;
        }
        match context
            .delete(&resources::CONTROLLER_REVISIONS, revision, None)
            .await
        {
            Err(error) if !error.is_not_found() => return Err(error),
            _ => excess -= 1,
        }
    }
    Ok(())
}
