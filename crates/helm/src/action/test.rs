//! `test`: the hooks that try out a release.

use chart::HookEvent;
use cobra::Io;

use super::hooks::{self, HookOptions, logs_of};
use super::names::check_name;
use super::{ActionError, Configuration};
use crate::release::{Release, StoredHook};
use crate::storage::Stored;
use crate::wait::WaitOptions;

/// A run of tests.
pub(crate) struct Test {
    /// The release's name.
    pub(crate) name: String,
    /// Names of hooks that run, all if there are none, and of those that do not.
    pub(crate) only: Vec<String>,
    /// Names of hooks that do not run.
    pub(crate) except: Vec<String>,
    /// How to wait for each.
    pub(crate) wait: WaitOptions,
}

impl Test {
    /// Runs the tests of the newest revision; the revision with how they went, and the failure if one failed.
    ///
    /// # Errors
    /// If there is no such release.
    pub(crate) async fn perform(
        &self,
        config: &Configuration,
        io: &mut Io<'_>,
    ) -> Result<(Release, Option<ActionError>), ActionError> {
        if check_name(&self.name).is_err() {
            let name = &self.name;
            return Err(ActionError::told(format!(
                "releaseTest: Release name is invalid: {name}"
            )));
        }
        let history = config.storage.history(&self.name).await?;
        let newest = history.last().map(Stored::release);
        let mut release = newest.ok_or(crate::storage::StorageError::NotFound)??;
        let hooks = std::mem::take(&mut release.hooks);
        let (chosen, others): (Vec<_>, Vec<_>) =
            hooks.into_iter().partition(|hook| self.is_chosen(hook));
        release.hooks = chosen;
        let options = HookOptions {
            wait: self.wait,
            method: release.method(),
        };
        let record = async |release: &Release| {
            let mut whole = release.clone();
            whole.hooks.extend(others.clone());
            config.record(&whole).await;
        };
        let outcome =
            hooks::run(config, &mut release, HookEvent::Test, &options, io, &record).await;
        release.hooks.extend(others.clone());
        config.storage.update(&release, &Default::default()).await?;
        Ok((release, outcome.err().map(ActionError::from)))
    }

    fn is_chosen(&self, hook: &StoredHook) -> bool {
        let listed = |names: &[String]| names.contains(&hook.name);
        !listed(&self.except) && (self.only.is_empty() || listed(&self.only))
    }

    /// The logs of the Pods that are tests, for those that were run.
    ///
    /// # Errors
    /// If one cannot be read.
    pub(crate) async fn logs(
        &self,
        config: &Configuration,
        release: &Release,
    ) -> Result<Vec<hooks::ContainerLog>, ActionError> {
        let mut logs = Vec::new();
        for at in hooks::of_event(release, HookEvent::Test) {
            let hook = &release.hooks[at];
            if self.is_chosen(hook) {
                logs.extend(logs_of(config, hook, &release.namespace).await?);
            }
        }
        Ok(logs)
    }
}
