//! What commands do with releases, step by step as Helm does it.

mod aftermath;
mod error;
mod holder;
mod hooks;
mod install;
mod names;
mod pending;
mod record_size;
mod render;
mod rollback;
mod test;
mod uninstall;
mod upgrade;
mod value_loss;

use std::collections::BTreeMap;
use std::future::Future;

use cliruntime::Rest;
use cobra::Io;
use gostd::time::Location;

use crate::cluster::Cluster;
use crate::release::{ApplyMethod, Release, Timestamp};
use crate::resources::{Applied, Applying, Resource, build};
use crate::storage::{Storage, StorageError, Stored};
use crate::wait::WaitOptions;
use crate::{environment, logfmt};

pub(crate) use error::ActionError;
pub(crate) use holder::Holder;
pub(crate) use install::{CreationOptions, Install};
pub(crate) use names::{check_name, generated_name};
pub(crate) use render::{DryRun, RenderOptions};
pub(crate) use rollback::Rollback;
pub(crate) use test::Test;
pub(crate) use uninstall::Uninstall;
pub(crate) use upgrade::{Reuse, Upgrade};

/// What every action works with.
pub(crate) struct Configuration {
    /// The cluster.
    pub(crate) cluster: Cluster,
    /// Where releases are kept.
    pub(crate) storage: Storage,
    /// The zone of the person's clock.
    pub(crate) zone: Location,
}

/// How changes are brought to the cluster, whatever the action.
#[derive(Clone, Debug)]
pub(crate) struct Deploying {
    /// For what and how long to wait.
    pub(crate) wait: WaitOptions,
    /// Whether hooks run.
    pub(crate) hooks: bool,
    /// Whether fields that others manage are taken over.
    pub(crate) force_conflicts: bool,
    /// Whether objects are replaced instead of patched.
    pub(crate) force_replace: bool,
    /// Whether objects of others are taken over.
    pub(crate) take_ownership: bool,
    /// Whether a failure is undone.
    pub(crate) rollback_on_failure: bool,
    /// Whether what was created before a failure is removed.
    pub(crate) cleanup_on_fail: bool,
    /// A description instead of the usual one.
    pub(crate) description: String,
    /// How many revisions are kept; 0 for all.
    pub(crate) history_max: usize,
}

impl Deploying {
    /// How objects are applied by a method.
    pub(crate) fn applying(&self, method: ApplyMethod, migrate: bool) -> Applying {
        Applying {
            method,
            force_conflicts: self.force_conflicts,
            force_replace: self.force_replace,
            migrate,
        }
    }

    /// The description that was asked for, or else the usual one.
    pub(crate) fn description_or(&self, usual: &str) -> String {
        if self.description.is_empty() {
            usual.to_owned()
        } else {
            self.description.clone()
        }
    }
}

impl Configuration {
    /// The connection to the cluster.
    pub(crate) fn rest(&self) -> &Rest {
        self.cluster.rest()
    }

    /// The time as records have it.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::at(&environment::now().in_location(self.zone.clone()))
    }

    /// The objects of a manifest in the namespace of a release.
    pub(crate) async fn build(
        &self,
        manifest: &str,
        namespace: &str,
    ) -> Result<Vec<Resource>, ActionError> {
        let discovery = self.cluster.discovery().await?;
        Ok(build(manifest, namespace, &discovery)?)
    }

    /// Stores what has become of a revision that nobody works on any more; whether that can be stored does not change what
    /// has happened on the cluster, so that a failure to store is not one of the action.
    pub(crate) async fn record(&self, release: &Release) {
        let _ = self.storage.update(release, &BTreeMap::new()).await;
    }

    /// Makes room for one more revision: removes the oldest ones, but never the newest that is deployed.
    pub(crate) async fn prune(&self, history: &[Stored], max: usize) -> Result<(), StorageError> {
        if max == 0 || history.len() < max {
            return Ok(());
        }
        let deployed = history
            .iter()
            .rev()
            .find(|stored| stored.status() == crate::release::Status::Deployed)
            .map(|stored| stored.key.as_str());
        let surplus = history.len() + 1 - max;
        let oldest = history
            .iter()
            .filter(|stored| Some(stored.key.as_str()) != deployed);
        for stored in oldest.take(surplus) {
            self.storage.delete(&stored.key).await?;
        }
        Ok(())
    }
}

/// Runs some work unless the person ends it first.
async fn until_cancelled<T>(
    work: impl Future<Output = Result<T, ActionError>>,
) -> Result<T, ActionError> {
    tokio::select! {
        outcome = work => outcome,
        _ = tokio::signal::ctrl_c() => Err(ActionError::Cancelled),
    }
}

/// Tells what the server warned about, as client-go logs it.
fn show_warnings(applied: &Applied, io: &mut Io<'_>) {
    for warning in &applied.warnings {
        logfmt::write(io, "WARN", warning, &[]);
    }
}
