//! `--create-namespace`

use super::super::{ActionError, Configuration};
use crate::release::ApplyMethod;
use crate::resources::{self, Applied, ApplyError, Applying};

/// Creates the namespace of a release; one that is there already stays as it is.
///
/// # Errors
/// If the cluster refuses.
pub(super) async fn create(
    config: &Configuration,
    namespace: &str,
    method: ApplyMethod,
) -> Result<(), ActionError> {
    let manifest = format!(
        "apiVersion: v1\nkind: Namespace\nmetadata:\n  labels:\n    name: {namespace}\n  name: {namespace}\n"
    );
    let how = Applying {
        method,
        force_conflicts: false,
        force_replace: false,
        migrate: false,
    };
    let resources = config.build(&manifest, namespace).await?;
    match resources::create(&resources, &how, config.rest(), &mut Applied::default()).await {
        Err(ApplyError::Create(error)) if error.reason() == "AlreadyExists" => Ok(()),
        outcome => Ok(outcome?),
    }
}
