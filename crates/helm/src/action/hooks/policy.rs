//! When hooks are deleted.

use cobra::Io;

use super::super::{ActionError, Configuration};
use crate::release::StoredHook;
use crate::resources::{Propagation, delete};
use crate::wait::{WaitOptions, until_deleted};

pub(super) const BEFORE_CREATION: &str = "before-hook-creation";
pub(super) const SUCCEEDED: &str = "hook-succeeded";
pub(super) const FAILED: &str = "hook-failed";

/// Whether a policy is among those of a hook.
pub(super) fn has_policy(policies: &[String], policy: &str) -> bool {
    policies.iter().any(|known| known == policy)
}

/// Deletes a hook's objects if it has the policy, and waits until they are gone. Definitions of kinds are never deleted.
pub(super) async fn delete_by_policy(
    config: &Configuration,
    hook: &StoredHook,
    namespace: &str,
    policy: &str,
    wait: &WaitOptions,
    io: &mut Io<'_>,
) -> Result<(), ActionError> {
    if hook.kind == "CustomResourceDefinition" || !has_policy(&hook.delete_policies, policy) {
        return Ok(());
    }
    let resources = config
        .build(&hook.manifest, namespace)
        .await
        .map_err(|error| {
            error.during(format!(
                "unable to build kubernetes object for deleting hook {}",
                hook.path
            ))
        })?;
    for resource in &resources {
        match delete(resource, Propagation::Background, config.rest()).await {
            Ok(()) => {}
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(until_deleted(&resources, wait, config.rest(), io).await?)
}
