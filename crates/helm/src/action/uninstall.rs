//! `uninstall`: a release goes.

mod report;

use std::collections::BTreeMap;

use chart::{HookEvent, compare_for_uninstall};
use cobra::Io;
use futures::StreamExt;

use super::hooks::{self, HookOptions};
use super::names::check_name;
use super::pending;
use super::{ActionError, Configuration, Deploying};
use crate::release::{ApplyMethod, Release, Status};
use crate::resources::{AT_ONCE, Propagation, Resource, delete, is_kept, is_owned};
use crate::storage::{StorageError, Stored};
use crate::wait::{WaitOptions, until_deleted};
use report::Report;

/// A removal.
pub(crate) struct Uninstall {
    /// The release's name.
    pub(crate) name: String,
    /// What becomes of what the objects own.
    pub(crate) propagation: Propagation,
    /// Whether hooks run.
    pub(crate) hooks: bool,
    /// Whether it is only tried.
    pub(crate) dry_run: bool,
    /// Whether the records stay.
    pub(crate) keep_history: bool,
    /// Whether a release that is not there counts as gone.
    pub(crate) ignore_not_found: bool,
    /// A description instead of the usual one.
    pub(crate) description: String,
    /// How to wait for the objects to go.
    pub(crate) wait: WaitOptions,
}

/// What is told about a removal.
#[derive(Debug, Default)]
pub(crate) struct Uninstalled {
    /// What stayed, and why; empty if nothing did.
    pub(crate) info: String,
}

impl Uninstall {
    /// What undoes an installation that failed.
    pub(super) fn after_failure(name: &str, deploying: &Deploying) -> Uninstall {
        Uninstall {
            name: name.to_owned(),
            propagation: Propagation::Background,
            hooks: deploying.hooks,
            dry_run: false,
            keep_history: false,
            ignore_not_found: false,
            description: String::new(),
            wait: deploying.wait,
        }
    }

    /// Removes the objects that are the release's, and its records.
    ///
    /// # Errors
    /// What failed; the release is then still there.
    pub(crate) async fn perform(
        &self,
        config: &Configuration,
        io: &mut Io<'_>,
    ) -> Result<Uninstalled, ActionError> {
        if check_name(&self.name).is_err() {
            let name = &self.name;
            return Err(ActionError::told(format!(
                "uninstall: Release name is invalid: {name}"
            )));
        }
        let known = async { config.cluster.discovery().await.map_err(ActionError::from) };
        let stored = async { Ok::<_, ActionError>(config.storage.history(&self.name).await?) };
        let history = match futures::try_join!(stored, known) {
            Ok((history, _)) => history,
            Err(error) if error.is_not_found() => {
                if self.ignore_not_found {
                    return Ok(Uninstalled::default());
                }
                let name = &self.name;
                return Err(error.during(format!("uninstall: Release not loaded: {name}")));
            }
            Err(error) => return Err(error),
        };
        let newest = history.last().ok_or(StorageError::NotFound)?;
        let mut release = newest.release()?;
        if self.dry_run {
            let objects = self.objects(config, &release).await?;
            let report = self.sort_out(config, objects, &release).await.1;
            report.log_dry_run(&self.name, io);
            return Ok(Uninstalled {
                info: report.text(),
            });
        }
        if release.status() == Status::Uninstalled {
            return self.purge_gone(config, &history).await;
        }
        // A release can be removed from any state, but not from under somebody who is at work on it.
        pending::check(&history, true)?;
        let report = self.remove(config, &mut release, io).await?;
        if self.keep_history {
            self.keep(config, release, &history).await?;
        } else {
            self.purge(config, &history).await?;
        }
        Ok(Uninstalled {
            info: report.text(),
        })
    }

    async fn purge_gone(
        &self,
        config: &Configuration,
        history: &[Stored],
    ) -> Result<Uninstalled, ActionError> {
        if self.keep_history {
            return Err(ActionError::told(format!(
                "the release named {:?} is already deleted",
                self.name
            )));
        }
        self.purge(config, history).await?;
        Ok(Uninstalled::default())
    }

    async fn purge(&self, config: &Configuration, history: &[Stored]) -> Result<(), ActionError> {
        // Oldest first, and the newest only when all others are gone: what is left can be removed again.
        let Some((newest, older)) = history.split_last() else {
            return Ok(());
        };
        let removals = older
            .iter()
            .map(|stored| config.storage.delete(&stored.key));
        let outcomes: Vec<_> = futures::stream::iter(removals)
            .buffered(AT_ONCE)
            .collect()
            .await;
        outcomes.into_iter().collect::<Result<Vec<()>, _>>()?;
        Ok(config.storage.delete(&newest.key).await?)
    }

    async fn remove(
        &self,
        config: &Configuration,
        release: &mut Release,
        io: &mut Io<'_>,
    ) -> Result<Report, ActionError> {
        let description = "Deletion in progress (or silently failed)";
        release.set_status(Status::Uninstalling, description);
        release.info.deleted = config.now();
        let options = HookOptions {
            wait: self.wait,
            method: ApplyMethod::ServerSide,
        };
        let record = async |release: &Release| config.record(release).await;
        if self.hooks {
            hooks::run(config, release, HookEvent::PreDelete, &options, io, &record).await?;
        }
        config.record(release).await;
        let objects = self.objects(config, release).await?;
        let (owned, report) = self.sort_out(config, objects, release).await;
        report.log(&self.name, io);
        self.delete_all(config, &owned).await?;
        until_deleted(&owned, &self.wait, config.rest(), io).await?;
        if self.hooks {
            hooks::run(
                config,
                release,
                HookEvent::PostDelete,
                &options,
                io,
                &record,
            )
            .await?;
        }
        Ok(report)
    }

    /// The objects of the manifest in the order in which they go.
    async fn objects(
        &self,
        config: &Configuration,
        release: &Release,
    ) -> Result<Vec<Resource>, ActionError> {
        let mut objects = config
            .build(&release.manifest, &release.namespace)
            .await
            .map_err(|error| error.during("unable to build kubernetes objects for delete"))?;
        objects.sort_by(|a, b| compare_for_uninstall(&a.api.kind, &b.api.kind));
        Ok(objects)
    }

    /// Tells the objects that go from those that stay.
    async fn sort_out(
        &self,
        config: &Configuration,
        objects: Vec<Resource>,
        release: &Release,
    ) -> (Vec<Resource>, Report) {
        let mut report = Report::default();
        let (kept, candidates): (Vec<_>, Vec<_>) = objects.into_iter().partition(is_kept);
        report.kept = kept;
        let reads = candidates
            .iter()
            .map(|resource| resource.live(config.rest()));
        let lives: Vec<_> = futures::stream::iter(reads)
            .buffered(AT_ONCE)
            .collect()
            .await;
        let mut owned = Vec::new();
        for (resource, live) in candidates.into_iter().zip(lives) {
            match live {
                Ok(None) => {}
                Ok(Some(live)) if is_owned(&live, &release.name, &release.namespace) => {
                    owned.push(resource);
                }
                Ok(Some(_)) => report.foreign.push(resource),
                Err(error) => report.unreadable.push((resource, error.to_string())),
            }
        }
        (owned, report)
    }

    async fn delete_all(
        &self,
        config: &Configuration,
        owned: &[Resource],
    ) -> Result<(), ActionError> {
        let mut failed = false;
        for run in owned.chunk_by(|a, b| a.api.kind == b.api.kind) {
            let deletions = run
                .iter()
                .map(|resource| delete(resource, self.propagation, config.rest()));
            let outcomes: Vec<_> = futures::stream::iter(deletions)
                .buffered(AT_ONCE)
                .collect()
                .await;
            failed |= outcomes
                .into_iter()
                .any(|outcome| outcome.is_err_and(|error| !error.is_not_found()));
        }
        if failed {
            let name = &self.name;
            return Err(ActionError::told(format!(
                "failed to delete release: {name}"
            )));
        }
        Ok(())
    }

    async fn keep(
        &self,
        config: &Configuration,
        mut release: Release,
        history: &[Stored],
    ) -> Result<(), ActionError> {
        let description = if self.description.is_empty() {
            "Uninstallation complete"
        } else {
            &self.description
        };
        release.set_status(Status::Uninstalled, description);
        config.storage.update(&release, &BTreeMap::new()).await?;
        let left = history.iter().filter(|stored| {
            stored.status() == Status::Deployed && stored.version() != release.version
        });
        for stored in left {
            let mut earlier = stored.release()?;
            Status::Superseded
                .as_str()
                .clone_into(&mut earlier.info.status);
            config.record(&earlier).await;
        }
        Ok(())
    }
}
