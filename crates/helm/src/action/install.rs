//! `install`: the first revision of a release.

mod crds;
mod namespace;

use std::collections::BTreeMap;

use chart::{Chart, HookEvent, Values};
use cobra::Io;

use super::aftermath::{Aftermath, Ways};
use super::hooks::{self, HookOptions};
use super::names::{check_name, check_unused};
use super::render::{Rendering, render};
use super::{
    ActionError, Configuration, Deploying, DryRun, Holder, RenderOptions, Uninstall, record_size,
};
use crate::logfmt;
use crate::release::{ApplyMethod, Release, SYSTEM_LABELS, Status};
use crate::resources::{Applied, Resource, claim, conflicts, create, update};
use crate::storage::{Stored, key};
use crate::wait::{WaitStrategy, until_ready};

/// What is made besides the objects of the manifest.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CreationOptions {
    /// Whether the namespace is created.
    pub(crate) namespace: bool,
    /// Whether the definitions in `crds/` are left out.
    pub(crate) skip_crds: bool,
    /// Whether the name of a release that has gone or failed may be used again.
    pub(crate) replace: bool,
}

/// An installation.
pub(crate) struct Install<'a> {
    /// The release's name.
    pub(crate) name: String,
    /// The release's namespace.
    pub(crate) namespace: String,
    /// The chart.
    pub(crate) chart: &'a Chart,
    /// The values that are set.
    pub(crate) values: Values,
    /// Labels of the record.
    pub(crate) labels: BTreeMap<String, String>,
    /// Whether the server applies objects.
    pub(crate) server_side: bool,
    /// Whether it is only shown.
    pub(crate) dry_run: DryRun,
    /// How the chart is rendered.
    pub(crate) render: RenderOptions,
    /// How changes are brought to the cluster.
    pub(crate) deploying: Deploying,
    /// What is made besides.
    pub(crate) creation: CreationOptions,
}

/// Refuses labels that the storage uses itself.
///
/// # Errors
/// If there is one.
pub(super) fn check_labels(labels: &BTreeMap<String, String>) -> Result<(), ActionError> {
    if labels
        .keys()
        .any(|name| SYSTEM_LABELS.contains(&name.as_str()))
    {
        let system = SYSTEM_LABELS.join(" ");
        return Err(ActionError::told(format!(
            "user supplied labels contains system reserved label name. System labels: [{system}]"
        )));
    }
    Ok(())
}

impl Install<'_> {
    /// Installs, and gives back the revision as it is recorded.
    ///
    /// # Errors
    /// What failed. From the moment on at which the pending record is stored, the failure is recorded.
    pub(crate) fn run(
        mut self,
        config: &mut Configuration,
        io: &mut Io<'_>,
    ) -> Result<Release, ActionError> {
        let asks = self.dry_run != DryRun::Client;
        let named = check_name(&self.name);
        named.inspect_err(|error| error.log(io))?;
        let mut history = Vec::new();
        if self.dry_run == DryRun::None {
            history = config.cluster.wait(self.history(config))?;
            let unused = check_unused(&history, self.creation.replace);
            unused.inspect_err(|error| error.log(io))?;
        }
        check_labels(&self.labels)?;
        self.install_definitions(config, io)?;
        if self.deploying.rollback_on_failure
            && self.deploying.wait.strategy == WaitStrategy::HookOnly
        {
            self.deploying.wait.strategy = WaitStrategy::Watcher;
        }
        let mut release = self.rendered(config, &history, asks, io)?;
        if !asks {
            return Ok(self.shown(release));
        }
        let built = config
            .cluster
            .wait(self.built(config, &release))
            .map_err(|error| {
                error.during("unable to build kubernetes objects from release manifest")
            })?;
        let adopted = config.cluster.wait(self.adopted(config, &built))?;
        if self.dry_run == DryRun::Server {
            return Ok(self.shown(release));
        }
        record_size::check(&release)?;
        config.cluster.wait(async {
            if self.creation.namespace {
                namespace::create(config, &self.namespace, self.method()).await?;
            }
            self.supersede(config, &history).await?;
            self.deploy(config, &mut release, &built, &adopted, io)
                .await
        })?;
        Ok(release)
    }

    fn method(&self) -> ApplyMethod {
        ApplyMethod::of(self.server_side)
    }

    /// The revisions of the name; the cluster's kinds are asked for at the same time.
    async fn history(&self, config: &Configuration) -> Result<Vec<Stored>, ActionError> {
        let selector = format!("name={},owner=helm", self.name);
        let known = async { config.cluster.discovery().await.map_err(ActionError::from) };
        let stored = async { Ok::<_, ActionError>(config.storage.select(&selector).await?) };
        let (mut history, _) = futures::try_join!(stored, known)?;
        history.sort_by_key(Stored::version);
        Ok(history)
    }

    fn install_definitions(
        &self,
        config: &mut Configuration,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let definitions = self.chart.crds();
        if self.creation.skip_crds || definitions.is_empty() {
            return Ok(());
        }
        match self.dry_run {
            DryRun::Client => Ok(()),
            DryRun::Server => {
                let message = "This chart or one of its subcharts contains CRDs. Rendering may fail or contain inaccuracies.";
                logfmt::write(io, "WARN", message, &[]);
                Ok(())
            }
            DryRun::None => crds::install(
                config,
                &definitions,
                self.method(),
                &self.deploying.wait,
                io,
            ),
        }
    }

    fn rendered(
        &self,
        config: &Configuration,
        history: &[Stored],
        asks: bool,
        io: &mut Io<'_>,
    ) -> Result<Release, ActionError> {
        let rendering = Rendering {
            chart: self.chart,
            values: &self.values,
            release: chart::Release {
                name: self.name.clone(),
                namespace: self.namespace.clone(),
                revision: 1,
                is_upgrade: false,
            },
            options: &self.render,
            ask_cluster: asks,
        };
        let mut release = render(config, rendering, io)?;
        release.info.last_deployed = release.info.first_deployed.clone();
        release.set_status(Status::PendingInstall, "Initial install underway");
        release.version = history.last().map_or(0, Stored::version) + 1;
        self.method().as_str().clone_into(&mut release.apply_method);
        release.labels = self.labels.clone();
        Ok(release)
    }

    fn shown(&self, mut release: Release) -> Release {
        release.info.description = self.deploying.description_or("Dry run complete");
        release
    }

    async fn built(
        &self,
        config: &Configuration,
        release: &Release,
    ) -> Result<Vec<Resource>, ActionError> {
        let mut resources = config.build(&release.manifest, &self.namespace).await?;
        for resource in &mut resources {
            claim(resource, &self.name, &self.namespace);
        }
        Ok(resources)
    }

    async fn adopted(
        &self,
        config: &Configuration,
        built: &[Resource],
    ) -> Result<Vec<Resource>, ActionError> {
        let all: Vec<&Resource> = built.iter().collect();
        let take = self.deploying.take_ownership;
        let there = conflicts(&all, &self.name, &self.namespace, take, config.rest()).await;
        let there = there
            .map_err(|error| ActionError::from(error).during("unable to continue with install"))?;
        Ok(there.into_iter().map(|at| built[at].clone()).collect())
    }

    /// The revision that a replaced release leaves behind is no longer the newest.
    async fn supersede(
        &self,
        config: &Configuration,
        history: &[Stored],
    ) -> Result<(), ActionError> {
        let Some(last) = history.last() else {
            return Ok(());
        };
        let mut last = last.release()?;
        last.set_status(Status::Superseded, "superseded by new release");
        config.record(&last).await;
        Ok(())
    }

    async fn deploy(
        &self,
        config: &Configuration,
        release: &mut Release,
        built: &[Resource],
        adopted: &[Resource],
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let holder = Holder::this();
        config.storage.create(release, &holder.note()).await?;
        let key = key(&release.name, release.version);
        let mut applied = Applied::default();
        let objects = (built, adopted);
        let work = self.perform(config, release, objects, &mut applied, &holder, io);
        let outcome = holder
            .renew_during(&config.storage, &key, super::until_cancelled(work))
            .await;
        let Err(error) = outcome else {
            release.set_status(
                Status::Deployed,
                self.deploying.description_or("Install complete"),
            );
            config.record(release).await;
            return Ok(());
        };
        if matches!(error, ActionError::Cancelled) {
            writeln!(io.stdout, "Release {} has been cancelled.", self.name)
                .map_err(|error| ActionError::told(error.to_string()))?;
        }
        let left = (built, &applied);
        self.failed(config, release, left, error, io).await
    }

    async fn perform(
        &self,
        config: &Configuration,
        release: &mut Release,
        (built, adopted): (&[Resource], &[Resource]),
        applied: &mut Applied,
        holder: &Holder,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let record = async |release: &Release| {
            let _ = config.storage.update(release, &holder.note()).await;
        };
        let options = HookOptions {
            wait: self.deploying.wait,
            method: self.method(),
        };
        if self.deploying.hooks {
            hooks::run(
                config,
                release,
                HookEvent::PreInstall,
                &options,
                io,
                &record,
            )
            .await
            .map_err(|error| ActionError::from(error).during("failed pre-install"))?;
        }
        let how = self.deploying.applying(self.method(), true);
        let outcome = if adopted.is_empty() {
            let fresh = crate::resources::Applying {
                force_conflicts: false,
                ..how
            };
            create(built, &fresh, config.rest(), applied).await
        } else {
            update(adopted, built, &how, config.rest(), applied).await
        };
        super::show_warnings(applied, io);
        outcome?;
        until_ready(built, &self.deploying.wait, config.rest(), io).await?;
        if self.deploying.hooks {
            hooks::run(
                config,
                release,
                HookEvent::PostInstall,
                &options,
                io,
                &record,
            )
            .await
            .map_err(|error| ActionError::from(error).during("failed post-install"))?;
        }
        Ok(())
    }

    async fn failed(
        &self,
        config: &Configuration,
        release: &mut Release,
        (wanted, applied): (&[Resource], &Applied),
        error: ActionError,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let name = &self.name;
        release.set_status(Status::Failed, format!("Release {name:?} failed: {error}"));
        config.record(release).await;
        if !self.deploying.rollback_on_failure {
            return Err(error.halfway(&Aftermath {
                applied,
                wanted,
                release,
                cleaned: false,
                ways: Ways::Install,
            }));
        }
        let undo = Uninstall::after_failure(name, &self.deploying);
        Err(match undo.perform(config, io).await {
            Ok(_) => error.during(format!(
                "release {name} failed, and has been uninstalled due to rollback-on-failure being set"
            )),
            Err(second) => ActionError::told(format!(
                "an error occurred while uninstalling the release. original install error: {error}: {second}"
            )),
        })
    }
}
