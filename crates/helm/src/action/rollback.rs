//! `rollback`: an earlier revision becomes the newest.

use std::collections::BTreeMap;

use chart::HookEvent;
use cobra::Io;

use super::aftermath::{Aftermath, Ways};
use super::hooks::{self, HookOptions};
use super::pending;
use super::render::ServerSide;
use super::upgrade::clean_up;
use super::{ActionError, Configuration, Deploying, Holder};
use crate::logfmt;
use crate::release::{ApplyMethod, Info, Release, Status};
use crate::resources::{Applied, Resource, claim, update};
use crate::storage::{Stored, key};
use crate::wait::until_ready;

/// Going back.
pub(crate) struct Rollback {
    /// The release's name.
    pub(crate) name: String,
    /// The revision to go back to; 0 for the one before the newest.
    pub(crate) version: i64,
    /// Whether the server applies objects.
    pub(crate) server_side: String,
    /// Whether it is only tried.
    pub(crate) dry_run: bool,
    /// How changes are brought to the cluster.
    pub(crate) deploying: Deploying,
    /// Whether a pending record that names nobody counts as left behind.
    pub(crate) unlock: bool,
}

/// The revisions that a rollback is between, and the new one.
struct Between {
    history: Vec<Stored>,
    current: Release,
    target: Release,
    before: Vec<Resource>,
    after: Vec<Resource>,
}

impl Rollback {
    /// Goes back.
    ///
    /// # Errors
    /// What failed. From the moment on at which the pending record is stored, the failure is recorded.
    pub(crate) async fn perform(
        &self,
        config: &Configuration,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let mut between = self.between(config).await?;
        if self.dry_run {
            return Ok(());
        }
        let max = self.deploying.history_max;
        config.prune(&between.history, max).await?;
        let holder = Holder::this();
        config
            .storage
            .create(&between.target, &holder.note())
            .await?;
        let key = key(&between.target.name, between.target.version);
        let mut applied = Applied::default();
        let work = self.apply(config, &mut between, &mut applied, &holder, io);
        let outcome = holder
            .renew_during(&config.storage, &key, super::until_cancelled(work))
            .await;
        super::show_warnings(&applied, io);
        match outcome {
            Ok(()) => self.succeeded(config, between).await,
            Err(error) => self.failed(config, between, &applied, error, io).await,
        }
    }

    async fn between(&self, config: &Configuration) -> Result<Between, ActionError> {
        if self.version < 0 {
            return Err(ActionError::told("invalid release revision"));
        }
        let known = async { config.cluster.discovery().await.map_err(ActionError::from) };
        let stored = async { Ok::<_, ActionError>(config.storage.history(&self.name).await?) };
        let (history, _) = futures::try_join!(stored, known)?;
        let pending = pending::check(&history, self.unlock)?;
        let newest = history
            .last()
            .ok_or(crate::storage::StorageError::NotFound)?;
        let current = newest.release()?;
        let version = match self.version {
            0 => current.version - 1,
            version => version,
        };
        let earlier = history.iter().find(|stored| stored.version() == version);
        let earlier = earlier
            .ok_or_else(|| ActionError::told(format!("release has no {version} version")))?
            .release()?;
        let method = ServerSide::parse(&self.server_side)?.after(earlier.method());
        let target = self.target(config, &current, earlier, method);
        let mut before = config
            .build(&current.manifest, &current.namespace)
            .await
            .map_err(|error| {
                error.during("unable to build kubernetes objects from current release manifest")
            })?;
        pending.add_objects(&mut before, config).await?;
        let mut after = config
            .build(&target.manifest, &target.namespace)
            .await
            .map_err(|error| {
                error.during("unable to build kubernetes objects from new release manifest")
            })?;
        for resource in &mut after {
            claim(resource, &target.name, &target.namespace);
        }
        Ok(Between {
            history,
            current,
            target,
            before,
            after,
        })
    }

    fn target(
        &self,
        config: &Configuration,
        current: &Release,
        earlier: Release,
        method: ApplyMethod,
    ) -> Release {
        let usual = format!("Rollback to {}", earlier.version);
        Release {
            name: self.name.clone(),
            namespace: current.namespace.clone(),
            info: Info {
                first_deployed: current.info.first_deployed.clone(),
                last_deployed: config.now(),
                status: Status::PendingRollback.as_str().to_owned(),
                notes: earlier.info.notes.clone(),
                description: self.deploying.description_or(&usual),
                rollback_revision: earlier.version,
                ..Info::default()
            },
            version: current.version + 1,
            labels: earlier.user_labels(),
            apply_method: method.as_str().to_owned(),
            ..earlier
        }
    }

    async fn apply(
        &self,
        config: &Configuration,
        between: &mut Between,
        applied: &mut Applied,
        holder: &Holder,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let target = &mut between.target;
        let method = target.method();
        let record = async |release: &Release| {
            let _ = config.storage.update(release, &holder.note()).await;
        };
        let options = HookOptions {
            wait: self.deploying.wait,
            method,
        };
        if self.deploying.hooks {
            hooks::run(
                config,
                target,
                HookEvent::PreRollback,
                &options,
                io,
                &record,
            )
            .await?;
        }
        // What Helm wrote by updates is there where any revision since did so.
        let migrate = between.current.method() == ApplyMethod::ClientSide;
        let how = self.deploying.applying(method, migrate);
        update(
            &between.before,
            &between.after,
            &how,
            config.rest(),
            applied,
        )
        .await?;
        until_ready(&between.after, &self.deploying.wait, config.rest(), io)
            .await
            .map_err(|error| {
                ActionError::from(error).during(format!("release {} failed", self.name))
            })?;
        if self.deploying.hooks {
            hooks::run(
                config,
                target,
                HookEvent::PostRollback,
                &options,
                io,
                &record,
            )
            .await?;
        }
        Ok(())
    }

    async fn succeeded(&self, config: &Configuration, between: Between) -> Result<(), ActionError> {
        let replaced = between
            .history
            .iter()
            .filter(|stored| stored.status() == Status::Deployed || stored.status().is_pending());
        for stored in replaced {
            let mut release = stored.release()?;
            if release.status() == Status::Deployed {
                Status::Superseded
                    .as_str()
                    .clone_into(&mut release.info.status);
            } else {
                release.set_status(
                    Status::Failed,
                    "Interrupted; a later revision went back from here",
                );
            }
            config.record(&release).await;
        }
        let mut target = between.target;
        Status::Deployed
            .as_str()
            .clone_into(&mut target.info.status);
        config.storage.update(&target, &BTreeMap::new()).await?;
        Ok(())
    }

    async fn failed(
        &self,
        config: &Configuration,
        between: Between,
        applied: &Applied,
        error: ActionError,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let (mut current, mut target) = (between.current, between.target);
        let text = error.to_string();
        let attributes = [("name", target.name.as_str()), ("error", text.as_str())];
        logfmt::write(io, "WARN", "rollback failed", &attributes);
        Status::Superseded
            .as_str()
            .clone_into(&mut current.info.status);
        let description = format!("Rollback {:?} failed: {text}", target.name);
        target.set_status(Status::Failed, description);
        config.record(&current).await;
        config.record(&target).await;
        if self.deploying.cleanup_on_fail
            && let Err(second) = clean_up(config, applied).await
        {
            return Err(ActionError::told(format!(
                "an error occurred while cleaning up resources. original rollback error: {text}: {second}"
            )));
        }
        Err(error.halfway(&Aftermath {
            applied,
            wanted: &between.after,
            release: &target,
            cleaned: self.deploying.cleanup_on_fail,
            ways: Ways::Rollback(current.version),
        }))
    }
}
