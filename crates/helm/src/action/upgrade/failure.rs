//! What happens after an upgrade has failed.

use cobra::Io;

use super::Upgrade;
use crate::action::aftermath::Aftermath;
use crate::action::{ActionError, Configuration, Rollback};
use crate::logfmt;
use crate::release::{Release, Status};
use crate::resources::{Applied, Propagation, delete};
use crate::storage::Stored;
use crate::wait::WaitStrategy;

impl Upgrade {
    /// Records the failure, and cleans up or goes back as asked for.
    ///
    /// # Errors
    /// Always: the failure, with what became of it.
    pub(super) async fn failed(
        &self,
        config: &Configuration,
        release: &mut Release,
        left: &Aftermath<'_>,
        error: ActionError,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let text = error.to_string();
        let attributes = [("name", release.name.as_str()), ("error", text.as_str())];
        logfmt::write(io, "WARN", "upgrade failed", &attributes);
        if matches!(error, ActionError::Cancelled) {
            // The line is for a person who has just pressed a key.
            let _ = writeln!(io.stdout, "Release {} has been cancelled.", release.name);
        }
        let description = format!("Upgrade {:?} failed: {text}", release.name);
        release.set_status(Status::Failed, description);
        config.record(release).await;
        if self.deploying.cleanup_on_fail
            && let Err(second) = clean_up(config, left.applied).await
        {
            return Err(ActionError::told(format!(
                "an error occurred while cleaning up resources. original upgrade error: {text}: {second}"
            )));
        }
        if self.deploying.rollback_on_failure {
            return Err(self.go_back(config, release, error, io).await);
        }
        Err(error.halfway(left))
    }

    async fn go_back(
        &self,
        config: &Configuration,
        release: &Release,
        error: ActionError,
        io: &mut Io<'_>,
    ) -> ActionError {
        let history = match config.storage.history(&release.name).await {
            Ok(history) => history,
            Err(second) => {
                return ActionError::told(format!(
                    "an error occurred while finding last successful release. original upgrade error: {error}: {second}"
                ));
            }
        };
        let successful =
            |stored: &&Stored| matches!(stored.status(), Status::Superseded | Status::Deployed);
        let Some(target) = history.iter().rev().find(successful) else {
            return error.during(
                "unable to find a previously successful release when attempting to rollback. original upgrade error",
            );
        };
        let mut deploying = self.deploying.clone();
        if deploying.wait.strategy == WaitStrategy::HookOnly {
            deploying.wait.strategy = WaitStrategy::Watcher;
        }
        deploying.rollback_on_failure = false;
        deploying.history_max = 0;
        deploying.description = String::new();
        let rollback = Rollback {
            name: release.name.clone(),
            version: target.version(),
            server_side: self.server_side.clone(),
            dry_run: false,
            deploying,
            unlock: true,
        };
        match Box::pin(rollback.perform(config, io)).await {
            Ok(()) => error.during(format!(
                "release {} failed, and has been rolled back due to rollback-on-failure being set",
                release.name
            )),
            Err(second) => ActionError::told(format!(
                "an error occurred while rolling back the release. original upgrade error: {error}: {second}"
            )),
        }
    }
}

/// Removes what a failed change has created.
pub(in crate::action) async fn clean_up(
    config: &Configuration,
    applied: &Applied,
) -> Result<(), ActionError> {
    for resource in &applied.created {
        match delete(resource, Propagation::Background, config.rest()).await {
            Ok(()) => {}
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
