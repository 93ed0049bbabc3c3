//! Who controls an object that a selector matches: adoption and release.

use apimachinery::selector::LabelSelector;
use clientgo::{ApiError, Object, PatchType, Resource};
use serde_json::json;

use crate::context::Context;

/// What a controller does about an object that it might own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// It owns it already and the selector still matches.
    Keep,
    /// Nobody owns it and the selector matches.
    Adopt,
    /// It owns it, but the selector matches no longer.
    Release,
    /// It is somebody else's, or nobody's business.
    Ignore,
}

fn decide(controller: &Object, selector: &LabelSelector, object: &Object) -> Claim {
    let matches = object.is_selected_by(selector);
    match object.controller() {
        Some(owner) if owner.uid() != controller.uid() => Claim::Ignore,
        Some(_) if matches => Claim::Keep,
        Some(_) if controller.is_deleting() => Claim::Ignore,
        Some(_) => Claim::Release,
        None if matches && !controller.is_deleting() && !object.is_deleting() => Claim::Adopt,
        None => Claim::Ignore,
    }
}

/// Who claims objects, and by what.
pub(crate) struct Claimant<'a> {
    pub(crate) resource: &'a Resource,
    pub(crate) object: &'a Object,
    pub(crate) selector: &'a LabelSelector,
    /// A finalizer that comes and goes with the ownership.
    pub(crate) finalizer: Option<&'a str>,
}

/// Sorts out which of `candidates` belong to the claimant, adopting and releasing as its selector says.
///
/// # Errors
/// An object could not be patched for another reason than that it is gone, or the claimant was replaced in the meantime.
pub(crate) async fn claim(
    context: &Context,
    claimant: Claimant<'_>,
    resource: &Resource,
    candidates: Vec<Object>,
) -> Result<Vec<Object>, ApiError> {
    let mut claimed = Vec::new();
    let mut may_adopt = None;
    for object in candidates {
        match decide(claimant.object, claimant.selector, &object) {
            Claim::Ignore => {}
            Claim::Keep => claimed.push(object),
            Claim::Adopt => {
                if may_adopt.is_none() {
                    may_adopt = Some(is_unchanged_and_alive(context, &claimant).await?);
                }
                if may_adopt == Some(true) {
                    claimed.extend(adopt(context, &claimant, resource, &object).await?);
                }
            }
            Claim::Release => release(context, &claimant, resource, &object).await?,
        }
    }
    Ok(claimed)
}

/// Looks the controller up at the server: the cache may still show one that is being deleted or was made anew.
async fn is_unchanged_and_alive(
    context: &Context,
    claimant: &Claimant<'_>,
) -> Result<bool, ApiError> {
    let controller = claimant.object;
    match context.api.get(claimant.resource, &controller.key()).await {
        Ok(fresh) => Ok(fresh.uid() == controller.uid() && !fresh.is_deleting()),
        Err(error) if error.is_not_found() => Ok(false),
        Err(error) => Err(error),
    }
}

async fn adopt(
    context: &Context,
    claimant: &Claimant<'_>,
    resource: &Resource,
    object: &Object,
) -> Result<Option<Object>, ApiError> {
    let controller = claimant.object;
    let owner = controller.controller_reference(controller.api_version(), controller.kind());
    let mut patch = json!({"metadata": {"ownerReferences": [owner], "uid": object.uid()}});
    if let Some(finalizer) = claimant.finalizer {
        patch["metadata"]["finalizers"] = json!([finalizer]);
    }
    match context
        .patch(resource, &object.key(), PatchType::Strategic, &patch)
        .await
    {
        Ok(adopted) => Ok(Some(adopted)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

async fn release(
    context: &Context,
    claimant: &Claimant<'_>,
    resource: &Resource,
    object: &Object,
) -> Result<(), ApiError> {
    let owner = json!({"$patch": "delete", "uid": claimant.object.uid()});
    let mut patch = json!({"metadata": {"ownerReferences": [owner], "uid": object.uid()}});
    if let Some(finalizer) = claimant.finalizer {
        patch["metadata"]["$deleteFromPrimitiveList/finalizers"] = json!([finalizer]);
    }
    match context
        .patch(resource, &object.key(), PatchType::Strategic, &patch)
        .await
    {
        // Invalid: it has another uid now, so it is not ours any more.
        Err(error) if !error.is_not_found() && error.reason() != "Invalid" => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn object(uid: &str, owner: Option<&str>, app: &str, deleting: bool) -> Object {
        let owners: Vec<Value> = owner
            .iter()
            .map(|uid| json!({"uid": uid, "controller": true}))
            .collect();
        let mut value =
            json!({"metadata": {"uid": uid, "labels": {"app": app}, "ownerReferences": owners}});
        if deleting {
            value["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z".into();
        }
        Object::new(&value)
    }

    #[test]
    fn a_claim_follows_owner_selector_and_deletion() {
        let selector = apimachinery::selector::from_label_selector(Some(
            &json!({"matchLabels": {"app": "web"}}),
        ))
        .expect("it is valid");
        let alive = object("d", None, "", false);
        let dying = object("d", None, "", true);
        for (controller, owner, app, deleting, expected) in [
            (&alive, Some("d"), "web", false, Claim::Keep),
            (&alive, Some("d"), "other", false, Claim::Release),
            (&alive, Some("e"), "web", false, Claim::Ignore),
            (&alive, None, "web", false, Claim::Adopt),
            (&alive, None, "web", true, Claim::Ignore),
            (&alive, None, "other", false, Claim::Ignore),
            (&dying, Some("d"), "other", false, Claim::Ignore),
            (&dying, None, "web", false, Claim::Ignore),
        ] {
            let got = decide(controller, &selector, &object("o", owner, app, deleting));
            assert_eq!(got, expected, "{owner:?} {app} {deleting}");
        }
    }
}
