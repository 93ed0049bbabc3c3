//! `upgrade`: from one revision of a release to the next.

mod failure;
mod values;

use std::collections::BTreeMap;

use chart::{Chart, HookEvent, Values};
use cobra::Io;

use super::aftermath::{Aftermath, Ways};
use super::hooks::{self, HookOptions};
use super::install::check_labels;
use super::names::check_name;
use super::pending::{self, Pending};
use super::render::{Rendering, ServerSide, render};
use super::{ActionError, Configuration, Deploying, DryRun, Holder, RenderOptions, record_size};
use crate::logfmt;
use crate::release::{ApplyMethod, Release, Status};
use crate::resources::{Applied, Resource, claim, conflicts, update};
use crate::storage::{Stored, current, key};
use crate::wait::{WaitStrategy, until_ready};

pub(super) use failure::clean_up;

/// What becomes of the values that were set before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reuse {
    /// They go, whatever else is said.
    pub(crate) reset: bool,
    /// They stay, and so do the defaults of the chart from which they were set.
    pub(crate) reuse: bool,
    /// They stay over the defaults of the new chart.
    pub(crate) reset_then_reuse: bool,
    /// Whether an upgrade that drops some is refused.
    pub(crate) strict: bool,
}

/// An upgrade.
pub(crate) struct Upgrade {
    /// The release's name.
    pub(crate) name: String,
    /// The chart.
    pub(crate) chart: Chart,
    /// The values that are set now.
    pub(crate) values: Values,
    /// What becomes of those that were set before.
    pub(crate) reuse: Reuse,
    /// Labels of the record; `null` removes one.
    pub(crate) labels: BTreeMap<String, String>,
    /// Whether the server applies objects.
    pub(crate) server_side: String,
    /// Whether it is only shown.
    pub(crate) dry_run: DryRun,
    /// How the chart is rendered.
    pub(crate) render: RenderOptions,
    /// How changes are brought to the cluster.
    pub(crate) deploying: Deploying,
    /// Whether a pending record that names nobody counts as left behind.
    pub(crate) unlock: bool,
}

/// The revisions that an upgrade is between.
struct Between {
    history: Vec<Stored>,
    pending: Pending,
    original: Release,
    method: ApplyMethod,
}

/// The objects before and after.
struct Objects {
    before: Vec<Resource>,
    after: Vec<Resource>,
}

impl Upgrade {
    /// Upgrades, and gives back the revision as it is recorded.
    ///
    /// # Errors
    /// What failed. From the moment on at which the pending record is stored, the failure is recorded.
    pub(crate) fn run(
        mut self,
        config: &Configuration,
        io: &mut Io<'_>,
    ) -> Result<Release, ActionError> {
        if check_name(&self.name).is_err() {
            let name = &self.name;
            return Err(ActionError::told(format!(
                "release name is invalid: {name}"
            )));
        }
        if self.deploying.rollback_on_failure
            && self.deploying.wait.strategy == WaitStrategy::HookOnly
        {
            self.deploying.wait.strategy = WaitStrategy::Watcher;
        }
        check_labels(&self.labels)?;
        let between = self.between(config)?;
        self.reuse_values(&between.original, io)?;
        let mut release = self.rendered(config, &between, io)?;
        let objects = config
            .cluster
            .wait(self.objects(config, &between, &release, io))?;
        if self.dry_run != DryRun::None {
            release.info.description = self.deploying.description_or("Dry run complete");
            return Ok(release);
        }
        record_size::check(&release)?;
        config.cluster.wait(async {
            let max = self.deploying.history_max;
            config.prune(&between.history, max).await?;
            self.deploy(config, &mut release, between, &objects, io)
                .await
        })?;
        Ok(release)
    }

    fn between(&self, config: &Configuration) -> Result<Between, ActionError> {
        let history = config.cluster.wait(async {
            let known = async { config.cluster.discovery().await.map_err(ActionError::from) };
            let stored = async { Ok::<_, ActionError>(config.storage.history(&self.name).await?) };
            let (history, _) = futures::try_join!(stored, known)?;
            Ok::<_, ActionError>(history)
        });
        let history = history.map_err(|error| {
            if error.is_not_found() {
                crate::storage::StorageError::NoDeployed(self.name.clone()).into()
            } else {
                error
            }
        })?;
        let pending = pending::check(&history, self.unlock)?;
        let original = match &pending {
            Pending::Nobody => current(&self.name, &history)?.release()?,
            Pending::Interrupted(_) => resumable(&self.name, &history)?.release()?,
        };
        let method = ServerSide::parse(&self.server_side)?.after(original.method());
        Ok(Between {
            history,
            pending,
            original,
            method,
        })
    }

    fn rendered(
        &self,
        config: &Configuration,
        between: &Between,
        io: &mut Io<'_>,
    ) -> Result<Release, ActionError> {
        let revision = between.history.last().map_or(0, Stored::version) + 1;
        let rendering = Rendering {
            chart: &self.chart,
            values: &self.values,
            release: chart::Release {
                name: self.name.clone(),
                namespace: between.original.namespace.clone(),
                revision,
                is_upgrade: true,
            },
            options: &self.render,
            ask_cluster: self.dry_run != DryRun::Client,
        };
        let mut release = render(config, rendering, io)?;
        release.info.last_deployed = release.info.first_deployed.clone();
        release.info.first_deployed = between.original.info.first_deployed.clone();
        release.set_status(Status::PendingUpgrade, "Preparing upgrade");
        between
            .method
            .as_str()
            .clone_into(&mut release.apply_method);
        release.labels = between.original.labels.clone();
        release.labels.extend(self.labels.clone());
        release.labels.retain(|_, value| value != "null");
        Ok(release)
    }

    async fn objects(
        &self,
        config: &Configuration,
        between: &Between,
        release: &Release,
        io: &mut Io<'_>,
    ) -> Result<Objects, ActionError> {
        let original = &between.original;
        let mut before = config
            .build(&original.manifest, &original.namespace)
            .await
            .map_err(|error| {
                error.during("unable to build kubernetes objects from current release manifest")
            })?;
        between.pending.add_objects(&mut before, config).await?;
        let mut after = config
            .build(&release.manifest, &release.namespace)
            .await
            .map_err(|error| {
                error.during("unable to build kubernetes objects from new release manifest")
            })?;
        for resource in &mut after {
            claim(resource, &release.name, &release.namespace);
        }
        let unknown: Vec<&Resource> = after
            .iter()
            .filter(|resource| !before.iter().any(|other| other.is_same(resource)))
            .collect();
        let (name, namespace) = (&release.name, &release.namespace);
        let take = self.deploying.take_ownership;
        let there = conflicts(&unknown, name, namespace, take, config.rest())
            .await
            .map_err(|error| ActionError::from(error).during("unable to continue with update"))?;
        if self.dry_run == DryRun::None {
            for at in there {
                warn_of_baseline(unknown[at], io);
            }
        }
        Ok(Objects { before, after })
    }

    async fn deploy(
        &self,
        config: &Configuration,
        release: &mut Release,
        between: Between,
        objects: &Objects,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let holder = Holder::this();
        config.storage.create(release, &holder.note()).await?;
        let key = key(&release.name, release.version);
        let mut applied = Applied::default();
        let work = self.perform(
            config,
            release,
            &between,
            objects,
            &mut applied,
            &holder,
            io,
        );
        let outcome = holder
            .renew_during(&config.storage, &key, super::until_cancelled(work))
            .await;
        super::show_warnings(&applied, io);
        if let Err(error) = outcome {
            let original = &between.original;
            let succeeded = matches!(original.status(), Status::Deployed | Status::Superseded);
            let left = Aftermath {
                applied: &applied,
                wanted: &objects.after,
                release: &release.clone(),
                cleaned: self.deploying.cleanup_on_fail,
                ways: Ways::Upgrade(succeeded.then_some(original.version)),
            };
            return self.failed(config, release, &left, error, io).await;
        }
        supersede(config, between.original, &between.pending).await;
        release.set_status(
            Status::Deployed,
            self.deploying.description_or("Upgrade complete"),
        );
        config.record(release).await;
        Ok(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "one step of a transaction that shares all of its state"
    )]
    async fn perform(
        &self,
        config: &Configuration,
        release: &mut Release,
        between: &Between,
        objects: &Objects,
        applied: &mut Applied,
        holder: &Holder,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let record = async |release: &Release| {
            let _ = config.storage.update(release, &holder.note()).await;
        };
        let options = HookOptions {
            wait: self.deploying.wait,
            method: between.method,
        };
        if self.deploying.hooks {
            hooks::run(
                config,
                release,
                HookEvent::PreUpgrade,
                &options,
                io,
                &record,
            )
            .await
            .map_err(|error| ActionError::from(error).during("pre-upgrade hooks failed"))?;
        }
        let migrate = between.original.method() == ApplyMethod::ClientSide;
        let how = self.deploying.applying(between.method, migrate);
        let Objects { before, after } = objects;
        update(before, after, &how, config.rest(), applied).await?;
        until_ready(after, &self.deploying.wait, config.rest(), io).await?;
        if self.deploying.hooks {
            hooks::run(
                config,
                release,
                HookEvent::PostUpgrade,
                &options,
                io,
                &record,
            )
            .await
            .map_err(|error| ActionError::from(error).during("post-upgrade hooks failed"))?;
        }
        Ok(())
    }
}

fn warn_of_baseline(resource: &Resource, io: &mut Io<'_>) {
    let attributes = [
        ("namespace", resource.namespace.as_str()),
        ("name", resource.name.as_str()),
        ("gvk", &resource.gvk_text()),
    ];
    let message =
        "resource exists on cluster but not in original release, using cluster state as baseline";
    logfmt::write(io, "WARN", message, &attributes);
}

/// What an interrupted history goes on from: the newest revision that is deployed, or else the one that was interrupted.
fn resumable<'a>(name: &str, history: &'a [Stored]) -> Result<&'a Stored, ActionError> {
    let deployed = history
        .iter()
        .rev()
        .find(|stored| stored.status() == Status::Deployed);
    let last = deployed.or(history.last());
    last.ok_or_else(|| crate::storage::StorageError::NoDeployed(name.to_owned()).into())
}

/// The revisions before the new one are no longer the ones that run.
async fn supersede(config: &Configuration, mut original: Release, pending: &Pending) {
    if let Pending::Interrupted(releases) = pending {
        for interrupted in releases {
            let mut interrupted = interrupted.clone();
            interrupted.set_status(
                Status::Failed,
                "Interrupted; a later revision went on from here",
            );
            config.record(&interrupted).await;
        }
    }
    if !original.status().is_pending() {
        Status::Superseded
            .as_str()
            .clone_into(&mut original.info.status);
        config.record(&original).await;
    }
}
