//! Waiting until objects are ready, or gone.

mod legacy;
mod live_wait;
mod status;
mod watch;

use std::fmt::Write as _;
use std::time::Duration;

use cliruntime::{ApiError, Rest};
use cobra::Io;
use tokio::time::Instant;

use crate::resources::Resource;
use live_wait::LiveWait;
pub(crate) use status::{Condition, Jobs, Readiness};

/// How to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WaitStrategy {
    /// Until every object says that it is ready, told by watches.
    Watcher,
    /// For hooks only.
    HookOnly,
    /// By Helm 3's rules, asking again and again.
    Legacy,
}

/// For how long and how to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitOptions {
    /// How.
    pub(crate) strategy: WaitStrategy,
    /// Whether Jobs have to be complete.
    pub(crate) for_jobs: bool,
    /// How long each wait may take.
    pub(crate) timeout: Duration,
}

/// A wait that did not end well.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WaitError {
    /// Objects are not as they should be.
    #[error("{0}")]
    NotReady(String),
    /// The time is up.
    #[error("context deadline exceeded")]
    Deadline,
    /// The cluster cannot be asked.
    #[error(transparent)]
    Api(#[from] ApiError),
}

/// Waits for objects as the options say; without a wait for objects at once.
///
/// # Errors
/// If an object failed or the time is up: all objects that are not ready.
pub(crate) async fn until_ready(
    resources: &[Resource],
    options: &WaitOptions,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), WaitError> {
    let jobs = if options.for_jobs {
        Jobs::Complete
    } else {
        Jobs::Started
    };
    match options.strategy {
        WaitStrategy::HookOnly => Ok(()),
        WaitStrategy::Watcher => until_current(resources, jobs, options.timeout, rest, io).await,
        WaitStrategy::Legacy => {
            let deadline = Instant::now() + options.timeout;
            legacy::until_ready(resources, options.for_jobs, deadline, rest, io).await
        }
    }
}

/// Waits for a hook: Jobs and Pods until they have ended, all else until it is there.
///
/// # Errors
/// If it failed or the time is up.
pub(crate) async fn until_hook_ended(
    resources: &[Resource],
    options: &WaitOptions,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), WaitError> {
    let ends = |resource: &&Resource| matches!(resource.api.kind.as_str(), "Job" | "Pod");
    let ending: Vec<Resource> = resources.iter().filter(ends).cloned().collect();
    until_current(&ending, Jobs::Ended, options.timeout, rest, io).await
}

async fn until_current(
    resources: &[Resource],
    jobs: Jobs,
    timeout: Duration,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), WaitError> {
    let mut live = LiveWait::new(io);
    let mut statuses: Vec<Option<Readiness>> = vec![None; resources.len()];
    let settled = |statuses: &[Option<Readiness>]| {
        live.show(resources, statuses, Condition::Current);
        statuses.iter().all(|status| {
            status
                .as_ref()
                .is_some_and(|status| status.condition.is_settled())
        })
    };
    let judge = |resource: &Resource, live: Option<&serde_json::Value>| {
        Some(live.map_or_else(Readiness::not_found, |live| {
            status::readiness(&resource.api.kind, live, jobs)
        }))
    };
    let watching = watch::follow(resources, rest, &mut statuses, judge, settled);
    let in_time = match tokio::time::timeout(timeout, watching).await {
        Ok(outcome) => {
            outcome?;
            true
        }
        Err(_) => false,
    };
    let mut text = String::new();
    for (resource, status) in resources.iter().zip(&statuses) {
        let unknown = Readiness::not_found();
        let status = status.as_ref().unwrap_or(&unknown);
        if status.condition != Condition::Current {
            describe(&mut text, resource, "not ready", status);
        }
    }
    conclude(text, in_time)
}

/// Waits until objects are gone.
///
/// # Errors
/// If the time is up: all objects that are still there.
pub(crate) async fn until_deleted(
    resources: &[Resource],
    options: &WaitOptions,
    rest: &Rest,
    io: &mut Io<'_>,
) -> Result<(), WaitError> {
    if options.strategy == WaitStrategy::HookOnly {
        return Ok(());
    }
    let mut live = LiveWait::new(io);
    let mut there: Vec<Option<Readiness>> = vec![None; resources.len()];
    let gone = |there: &[Option<Readiness>]| {
        live.show(resources, there, Condition::NotFound);
        there.iter().all(|status| {
            status
                .as_ref()
                .is_some_and(|status| status.condition == Condition::NotFound)
        })
    };
    let judge = |resource: &Resource, live: Option<&serde_json::Value>| {
        Some(live.map_or_else(Readiness::not_found, |live| {
            status::readiness(&resource.api.kind, live, Jobs::Started)
        }))
    };
    let watching = watch::follow(resources, rest, &mut there, judge, gone);
    let in_time = match tokio::time::timeout(options.timeout, watching).await {
        Ok(outcome) => {
            outcome?;
            true
        }
        Err(_) => false,
    };
    let mut text = String::new();
    for (resource, status) in resources.iter().zip(&there) {
        match status {
            Some(status) if status.condition != Condition::NotFound => {
                describe(&mut text, resource, "still exists", status);
            }
            _ => {}
        }
    }
    conclude(text, in_time)
}

fn describe(text: &mut String, resource: &Resource, what: &str, status: &Readiness) {
    let (kind, namespace, name) = (&resource.api.kind, &resource.namespace, &resource.name);
    let (condition, message) = (status.condition.as_str(), &status.message);
    if !text.is_empty() {
        text.push('\n');
    }
    let line = write!(
        text,
        "resource {kind}/{namespace}/{name} {what}. status: {condition}, message: {message}"
    );
    line.expect("a string takes all text");
}

fn conclude(mut text: String, in_time: bool) -> Result<(), WaitError> {
    match (text.is_empty(), in_time) {
        (true, true) => Ok(()),
        (true, false) => Err(WaitError::Deadline),
        (false, true) => Err(WaitError::NotReady(text)),
        (false, false) => {
            text.push_str("\ncontext deadline exceeded");
            Err(WaitError::NotReady(text))
        }
    }
}
