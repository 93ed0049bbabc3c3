//! Running the hooks of a release.

mod logs;
mod policy;

use chart::HookEvent;
use cobra::Io;

use super::{ActionError, Configuration};
use crate::logfmt;
use crate::release::{ApplyMethod, HookExecution, HookPhase, Release, StoredHook};
use crate::resources::{Applied, Applying, Resource, create};
use crate::wait::{WaitOptions, until_hook_ended};

pub(super) use logs::{ContainerLog, logs_of};
use policy::{BEFORE_CREATION, FAILED, SUCCEEDED, delete_by_policy, has_policy};

/// A hook that failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HookError {
    /// Its document is no object of this cluster.
    #[error("unable to build kubernetes object for {event} hook {path}: {source}")]
    Build {
        /// The event.
        event: &'static str,
        /// The template.
        path: String,
        /// What is wrong.
        source: Box<ActionError>,
    },
    /// The server refused it.
    #[error("warning: Hook {event} {path} failed: {source}")]
    Create {
        /// The event.
        event: &'static str,
        /// The template.
        path: String,
        /// Why.
        source: Box<ActionError>,
    },
    /// It did not end well, or could not be removed.
    #[error(transparent)]
    Other(Box<ActionError>),
}

/// How hooks are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HookOptions {
    /// How to wait for each.
    pub(crate) wait: WaitOptions,
    /// How their objects are created.
    pub(crate) method: ApplyMethod,
}

/// The positions of the hooks of an event in the order in which they run: by weight, then by name.
pub(super) fn of_event(release: &Release, event: HookEvent) -> Vec<usize> {
    let is_meant = |hook: &StoredHook| {
        hook.events
            .iter()
            .any(|name| HookEvent::parse(name) == Some(event))
    };
    let hooks = &release.hooks;
    let mut positions: Vec<usize> = (0..hooks.len())
        .filter(|at| is_meant(&hooks[*at]))
        .collect();
    positions.sort_by(|a, b| {
        let key = |at: &usize| (hooks[*at].weight, hooks[*at].name.as_str());
        key(a).cmp(&key(b))
    });
    positions
}

/// Runs the hooks of an event one after the other; `record` stores the release before each runs.
///
/// # Errors
/// If a hook cannot be created or does not end well; hooks that ran before it are cleaned up as their policies say.
pub(super) async fn run(
    config: &Configuration,
    release: &mut Release,
    event: HookEvent,
    options: &HookOptions,
    io: &mut Io<'_>,
    record: impl AsyncFn(&Release),
) -> Result<(), HookError> {
    let positions = of_event(release, event);
    for (done, &at) in positions.iter().enumerate() {
        if release.hooks[at].delete_policies.is_empty() {
            release.hooks[at].delete_policies = vec![BEFORE_CREATION.to_owned()];
        }
        let namespace = release.namespace.clone();
        let hook = &release.hooks[at];
        delete_by_policy(config, hook, &namespace, BEFORE_CREATION, &options.wait, io)
            .await
            .map_err(|error| HookError::Other(Box::new(error)))?;
        if let Err(error) = run_one(config, release, at, event, options, io, &record).await {
            let hook = release.hooks[at].clone();
            if has_policy(&hook.output_log_policies, FAILED) {
                show_logs(config, &hook, &namespace, io).await;
            }
            let earlier = positions[..done].iter().rev().map(|at| (*at, SUCCEEDED));
            clean_up(
                config,
                release,
                [(at, FAILED)].into_iter().chain(earlier),
                options,
                io,
            )
            .await;
            return Err(error);
        }
    }
    for &at in positions.iter().rev() {
        let hook = release.hooks[at].clone();
        if has_policy(&hook.output_log_policies, SUCCEEDED) {
            show_logs(config, &hook, &release.namespace, io).await;
        }
        delete_by_policy(
            config,
            &hook,
            &release.namespace,
            SUCCEEDED,
            &options.wait,
            io,
        )
        .await
        .map_err(|error| HookError::Other(Box::new(error)))?;
    }
    Ok(())
}

async fn run_one(
    config: &Configuration,
    release: &mut Release,
    at: usize,
    event: HookEvent,
    options: &HookOptions,
    io: &mut Io<'_>,
    record: &impl AsyncFn(&Release),
) -> Result<(), HookError> {
    let (event, path) = (event.name(), release.hooks[at].path.clone());
    let built = config
        .build(&release.hooks[at].manifest, &release.namespace)
        .await;
    let resources: Vec<Resource> = built.map_err(|source| HookError::Build {
        event,
        path: path.clone(),
        source: Box::new(source),
    })?;
    release.hooks[at].last_run = HookExecution {
        started_at: config.now(),
        phase: HookPhase::Running.as_str().to_owned(),
        ..HookExecution::default()
    };
    record(release).await;
    let how = Applying {
        method: options.method,
        force_conflicts: false,
        force_replace: false,
        migrate: false,
    };
    let created = create(&resources, &how, config.rest(), &mut Applied::default()).await;
    let outcome = match created {
        Ok(()) => until_hook_ended(&resources, &options.wait, config.rest(), io)
            .await
            .map_err(|error| HookError::Other(Box::new(error.into()))),
        Err(error) => Err(HookError::Create {
            event,
            path,
            source: Box::new(error.into()),
        }),
    };
    let phase = match outcome {
        Ok(()) => HookPhase::Succeeded,
        Err(_) => HookPhase::Failed,
    };
    let last_run = &mut release.hooks[at].last_run;
    last_run.completed_at = config.now();
    phase.as_str().clone_into(&mut last_run.phase);
    outcome
}

async fn show_logs(config: &Configuration, hook: &StoredHook, namespace: &str, io: &mut Io<'_>) {
    match logs_of(config, hook, namespace).await {
        Ok(logs) => {
            for log in logs {
                logfmt::write(io, "INFO", log.text.trim_end_matches('\n'), &[]);
            }
        }
        Err(error) => {
            let message = format!("error outputting logs for hook failure: {error}");
            logfmt::write(io, "INFO", &message, &[]);
        }
    }
}

/// Deletes hooks after a failure; what goes wrong then is only logged.
async fn clean_up(
    config: &Configuration,
    release: &Release,
    hooks: impl Iterator<Item = (usize, &str)>,
    options: &HookOptions,
    io: &mut Io<'_>,
) {
    for (at, policy) in hooks {
        let hook = &release.hooks[at];
        let (namespace, wait) = (&release.namespace, &options.wait);
        let deleted = delete_by_policy(config, hook, namespace, policy, wait, io).await;
        if let Err(error) = deleted {
            let message = format!("error deleting the hook resource on hook failure: {error}");
            logfmt::write(io, "INFO", &message, &[]);
        }
    }
}
