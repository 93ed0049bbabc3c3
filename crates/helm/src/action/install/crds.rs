//! The definitions in `crds/`, which come before everything else.

use std::time::Duration;

use cobra::Io;
use gotmpl::Str;

use super::super::{ActionError, Configuration};
use crate::release::ApplyMethod;
use crate::resources::{Applied, Applying, create};
use crate::wait::{WaitOptions, until_ready};

/// How long definitions may take to become known.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Creates the definitions, waits for them, and looks anew at what kinds the cluster has.
///
/// # Errors
/// If one is no object or is refused; one that is there already is left as it is.
pub(super) fn install(
    config: &mut Configuration,
    definitions: &[(String, Str)],
    method: ApplyMethod,
    wait: &WaitOptions,
    io: &mut Io<'_>,
) -> Result<(), ActionError> {
    config
        .cluster
        .wait(create_all(config, definitions, method, wait, io))?;
    config.cluster.forget_discovery();
    Ok(())
}

async fn create_all(
    config: &Configuration,
    definitions: &[(String, Str)],
    method: ApplyMethod,
    wait: &WaitOptions,
    io: &mut Io<'_>,
) -> Result<(), ActionError> {
    let how = Applying {
        method,
        force_conflicts: false,
        force_replace: false,
        migrate: false,
    };
    let mut all = Vec::new();
    for (path, text) in definitions {
        let resources = config
            .build(&text.to_str(), "")
            .await
            .map_err(|error| error.during(format!("failed to install CRD {path}")))?;
        let created = create(&resources, &how, config.rest(), &mut Applied::default()).await;
        match created {
            Err(crate::resources::ApplyError::Create(error))
                if error.reason() == "AlreadyExists" => {}
            Err(error) => {
                let error = ActionError::from(error);
                return Err(error.during(format!("failed to install CRD {path}")));
            }
            Ok(()) => all.extend(resources),
        }
    }
    let wait = WaitOptions {
        timeout: TIMEOUT,
        ..*wait
    };
    Ok(until_ready(&all, &wait, config.rest(), io).await?)
}
