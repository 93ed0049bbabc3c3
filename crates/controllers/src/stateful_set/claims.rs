//! The claims of a StatefulSet's pods.

use apimachinery::{Packed, selector};
use clientgo::{ApiError, EventType, Key, Object, Recorder, resources};
use serde_json::{Value, json};

use super::StatefulSet;
use super::identity::{claim_name, claim_templates, ordinal};
use crate::context::Context;
use crate::label_index;

/// Makes the claims that a pod needs and does not have yet.
///
/// # Errors
/// The API refused one; an event on the set says so.
pub(super) async fn create_missing(
    context: &Context,
    recorder: &Recorder,
    set: &StatefulSet,
    ordinal: usize,
) -> Result<(), ApiError> {
    for template in claim_templates(set) {
        let name = claim_name(set, template, ordinal);
        let key = Key::new(set.0.namespace(), &name);
        if context
            .cache(&resources::PERSISTENT_VOLUME_CLAIMS)
            .get(&key)
            .is_some()
        {
            continue;
        }
        let created = context
            .create(
                &resources::PERSISTENT_VOLUME_CLAIMS,
                set.0.namespace(),
                &claim(set, template, &name),
            )
            .await;
        let subject = format!(
            "Claim {name} Pod {0}-{ordinal} in StatefulSet {0}",
            set.0.name()
        );
        match created {
            Ok(_) => recorder.event(
                &set.0,
                EventType::Normal,
                "SuccessfulCreate",
                &format!("Create {subject} success"),
            ),
            Err(error) if error.is_already_exists() => {}
            Err(error) => {
                let message = format!("Create {subject} failed error: {}", error.message());
                recorder.event(&set.0, EventType::Warning, "FailedCreate", &message);
                return Err(error);
            }
        }
    }
    Ok(())
}

fn claim(set: &StatefulSet, template: &Packed, name: &str) -> Value {
    let mut metadata = template["metadata"].to_value();
    metadata["name"] = name.into();
    metadata["namespace"] = set.0.namespace().into();
    if let Some(selected) = set.selector()["matchLabels"].as_object() {
        if !metadata["labels"].is_object() {
            metadata["labels"] = json!({});
        }
        for (label, value) in selected {
            metadata["labels"][label] = value.to_value();
        }
    }
    if set.deletes_claims_when_deleted() {
        metadata["ownerReferences"] = json!([owner(set)]);
    }
    json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": template["spec"]})
}

fn owner(set: &StatefulSet) -> Value {
    json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "name": set.0.name(), "uid": set.0.uid()})
}

/// Deletes the claims of pods that are gone because the set was scaled down, where the set asks for that.
pub(super) async fn delete_unused(
    context: &Context,
    set: &StatefulSet,
    pods: &[Object],
) -> Result<(), ApiError> {
    if !set.deletes_claims_when_scaled() {
        return Ok(());
    }
    let Ok(selector) = selector::from_label_selector(Some(set.selector())) else {
        return Ok(());
    };
    let wanted = set.start()..set.start() + set.replicas();
    let cache = context.cache(&resources::PERSISTENT_VOLUME_CLAIMS);
    let claims = label_index::selected(&cache, set.0.namespace(), &selector);
    for claim in claims.iter().filter(|claim| !claim.is_deleting()) {
        let Some(number) = ordinal_of_claim(set, claim.name()) else {
            continue;
        };
        let has_pod = pods.iter().any(|pod| ordinal(set, pod) == Some(number));
        if wanted.contains(&number) || has_pod {
            continue;
        }
        match context
            .delete(&resources::PERSISTENT_VOLUME_CLAIMS, claim, None)
            .await
        {
            Err(error) if !error.is_not_found() => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn ordinal_of_claim(set: &StatefulSet, name: &str) -> Option<usize> {
    claim_templates(set).find_map(|template| {
        let prefix = format!(
            "{}-{}-",
            template["metadata"]["name"].as_str()?,
            set.0.name()
        );
        name.strip_prefix(&prefix)?.parse().ok()
    })
}
