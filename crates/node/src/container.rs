//! One simulated container: from its image to its end, and again.

mod spec;
mod status;

use std::collections::BTreeMap;
use std::time::Duration;

use apimachinery::Timestamp;
use tokio::time::Instant;

use crate::backoff::BackOff;
use crate::behaviour::Failure;
use crate::effect::Effect;
use crate::images::{Images, Pull};
use crate::probe::{CheckResult, ProbeKind, Probing, Verdict};

pub(crate) use spec::{ContainerSpec, PullPolicy, RestartPolicy, Role};

/// The present instant, for durations and for the record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub(crate) instant: Instant,
    pub(crate) time: Timestamp,
}

/// A container and what has become of it so far.
#[derive(Debug)]
pub(crate) struct Container {
    pub(crate) spec: ContainerSpec,
    pub(crate) state: State,
    pub(crate) restarts: i64,
    /// How its last run ended, before the one that `state` tells of.
    pub(crate) last: Option<Ending>,
    back_off: BackOff,
    pull_back_off: BackOff,
}

/// Where a container stands.
#[derive(Debug)]
pub(crate) enum State {
    /// It has not begun: others come first.
    Waiting,
    /// Its image is on its way since the first instant and there at the second.
    Pulling { since: Instant, until: Instant },
    /// Its image could not be pulled and is tried again at that instant.
    PullFailed {
        retry_at: Instant,
        reason: &'static str,
        message: String,
    },
    /// Its image may not be pulled and is not there.
    NeverPulled,
    /// It runs.
    Running(Running),
    /// It was told to stop, takes no new connection from the first instant on and is gone at the second.
    Stopping {
        running: Running,
        refuse_at: Option<Instant>,
        until: Instant,
        code: i32,
    },
    /// It has ended, and may start again.
    Ended {
        ending: Ending,
        restart: Option<Restart>,
    },
}

/// When an ended container starts again, and how long that is after its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restart {
    pub(crate) at: Instant,
    pub(crate) pause: Duration,
}

/// A run of a container.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) since: Timestamp,
    pub(crate) started: bool,
    pub(crate) ready: bool,
    /// When it opens its ports; none once it has.
    listens_at: Option<Instant>,
    exit: Option<(Instant, i32)>,
    probing: BTreeMap<ProbeKind, Probing>,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) code: i32,
    pub(crate) reason: &'static str,
    pub(crate) started: Option<Timestamp>,
    pub(crate) finished: Timestamp,
}

/// What a pod allows its containers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permission {
    /// Whether what comes before it is done.
    pub(crate) may_begin: bool,
    /// Whether the pod stays, so that what ends may start again.
    pub(crate) may_restart: bool,
}

impl Container {
    pub(crate) fn new(spec: ContainerSpec, restarts: i64, last: Option<Ending>) -> Self {
        Container {
            spec,
            state: State::Waiting,
            restarts,
            last,
            back_off: BackOff::default(),
            pull_back_off: BackOff::default(),
        }
    }

    /// Whether it runs, be it that it was told to stop.
    pub(crate) fn runs(&self) -> bool {
        matches!(self.state, State::Running(_) | State::Stopping { .. })
    }

    /// Whether it counts as ready.
    pub(crate) fn is_ready(&self) -> bool {
        match &self.state {
            State::Running(running) | State::Stopping { running, .. } => running.ready,
            State::Ended { ending, .. } => self.spec.role == Role::Init && ending.code == 0,
            _ => false,
        }
    }

    /// Whether those that come after it may begin.
    pub(crate) fn is_initialized(&self) -> bool {
        match (self.spec.role, &self.state) {
            (Role::Init, State::Ended { ending, .. }) => ending.code == 0,
            (Role::Sidecar, State::Running(running) | State::Stopping { running, .. }) => {
                running.started
            }
            _ => false,
        }
    }

    /// Takes the steps that are due and tells what they bring about. Gives true if something has changed.
    pub(crate) fn advance(
        &mut self,
        permission: Permission,
        images: &Images,
        now: Now,
        effects: &mut Vec<Effect>,
    ) -> bool {
        match &mut self.state {
            State::Waiting if permission.may_begin && permission.may_restart => {
                self.pull(images, now, effects);
            }
            State::Pulling { until, since } if *until <= now.instant => {
                let waited = now.instant - *since;
                self.pulled(waited, now, effects);
            }
            State::PullFailed { retry_at, .. } if *retry_at <= now.instant => {
                self.pull(images, now, effects);
            }
            State::PullFailed {
                reason, message, ..
            } if *reason == ERR_IMAGE_PULL => {
                *reason = IMAGE_PULL_BACK_OFF;
                *message = format!("Back-off pulling image {:?}: {message}", self.spec.image);
                self.tell_pull_back_off(effects);
            }
            State::NeverPulled if images.is_present(&self.spec.image, now.instant) => {
                self.create(now, effects);
            }
            State::Running(running) if running.listens_at.is_some_and(|at| at <= now.instant) => {
                running.listens_at = None;
                effects.push(Effect::Listen {
                    container: self.spec.name.clone(),
                });
            }
            State::Running(running) if running.exit.is_some_and(|(at, _)| at <= now.instant) => {
                let code = running.exit.map_or(0, |(_, code)| code);
                let running = running.clone();
                effects.push(Effect::Close {
                    container: self.spec.name.clone(),
                    code,
                });
                self.end(&running, code, permission, now, effects);
            }
            State::Stopping { refuse_at, .. } if refuse_at.is_some_and(|at| at <= now.instant) => {
                *refuse_at = None;
                effects.push(Effect::Refuse {
                    container: self.spec.name.clone(),
                });
            }
            State::Stopping {
                running,
                until,
                code,
                ..
            } if *until <= now.instant => {
                let (running, code) = (running.clone(), *code);
                effects.push(Effect::Close {
                    container: self.spec.name.clone(),
                    code,
                });
                self.end(&running, code, permission, now, effects);
            }
            State::Ended { ending, restart }
                if permission.may_restart
                    && restart.is_some_and(|restart| restart.at <= now.instant) =>
            {
                self.last = Some(ending.clone());
                self.restarts += 1;
                self.pull(images, now, effects);
            }
            _ => return false,
        }
        true
    }

    /// The next instant at which something is due.
    pub(crate) fn next_step(&self) -> Option<Instant> {
        match &self.state {
            State::Waiting | State::NeverPulled => None,
            State::Pulling { until, .. } => Some(*until),
            State::PullFailed { retry_at, .. } => Some(*retry_at),
            State::Running(running) => {
                let exit = running.exit.map(|(at, _)| at);
                running
                    .probing
                    .values()
                    .filter_map(|probing| probing.due)
                    .chain(exit)
                    .chain(running.listens_at)
                    .min()
            }
            State::Stopping {
                refuse_at, until, ..
            } => Some(refuse_at.unwrap_or(*until).min(*until)),
            State::Ended { restart, .. } => restart.map(|restart| restart.at),
        }
    }

    /// Starts the checks that are due.
    pub(crate) fn start_checks(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let State::Running(running) = &mut self.state else {
            return;
        };
        for (kind, probing) in &mut running.probing {
            if probing.start(now.instant) {
                effects.push(Effect::Check {
                    container: self.spec.name.clone(),
                    run: self.restarts,
                    kind: *kind,
                    check: probing.probe.check.clone(),
                    timeout: probing.probe.timeout,
                });
            }
        }
    }

    /// Takes in the result of a check of the run with this number.
    pub(crate) fn checked(
        &mut self,
        run: i64,
        kind: ProbeKind,
        result: &CheckResult,
        grace: Duration,
        now: Now,
        effects: &mut Vec<Effect>,
    ) {
        let State::Running(running) = &mut self.state else {
            return;
        };
        let Some(probing) = running
            .probing
            .get_mut(&kind)
            .filter(|_| run == self.restarts)
        else {
            return;
        };
        let verdict = probing.finish(result.is_ok(), now.instant);
        if let Err(problem) = result {
            let message = format!("{} probe failed: {problem}", kind.word());
            effects.push(Effect::warning(&self.spec, "Unhealthy", message));
        }
        match (kind, verdict) {
            (_, Verdict::Undecided) | (ProbeKind::Liveness, Verdict::Success) => {}
            (ProbeKind::Startup, Verdict::Success) => {
                running.become_started(&self.spec, now.instant, Duration::ZERO);
            }
            (ProbeKind::Readiness, verdict) => running.ready = verdict == Verdict::Success,
            (ProbeKind::Startup | ProbeKind::Liveness, Verdict::Failure) => {
                let probe = kind.word().to_lowercase();
                let message = format!(
                    "Container {} failed {probe} probe, will be restarted",
                    self.spec.name
                );
                effects.push(Effect::normal(&self.spec, "Killing", message));
                self.begin_to_stop(grace, now);
            }
        }
    }

    /// Tells a running container to stop within the grace period.
    pub(crate) fn stop(&mut self, grace: Duration, now: Now, effects: &mut Vec<Effect>) {
        match &mut self.state {
            State::Running(_) => {
                let message = format!("Stopping container {}", self.spec.name);
                effects.push(Effect::normal(&self.spec, "Killing", message));
                self.begin_to_stop(grace, now);
            }
            // A second deletion may shorten the period.
            State::Stopping { until, code, .. } if now.instant + grace < *until => {
                *until = now.instant + grace;
                *code = KILLED;
            }
            _ => {}
        }
    }

    fn begin_to_stop(&mut self, grace: Duration, now: Now) {
        let State::Running(running) = &mut self.state else {
            return;
        };
        running.probing.clear();
        let wanted = self.spec.pre_stop + self.spec.behaviour.drain;
        let (after, code) = if wanted <= grace {
            (wanted, 0)
        } else {
            (grace, KILLED)
        };
        self.state = State::Stopping {
            running: running.clone(),
            refuse_at: Some(now.instant + self.spec.pre_stop.min(grace)),
            until: now.instant + after,
            code,
        };
    }

    fn pull(&mut self, images: &Images, now: Now, effects: &mut Vec<Effect>) {
        let image = &self.spec.image;
        if self.spec.behaviour.failure == Some(Failure::ImagePull) {
            return self.fail_to_pull(now, effects);
        }
        let is_present = images.is_present(image, now.instant);
        match self.spec.pull_policy {
            PullPolicy::Never if !is_present => {
                let message =
                    format!("Container image {image:?} is not present with pull policy of Never");
                effects.push(Effect::warning(&self.spec, "ErrImageNeverPull", message));
                self.state = State::NeverPulled;
            }
            PullPolicy::Never | PullPolicy::IfNotPresent if is_present => {
                let message = format!("Container image {image:?} already present on machine");
                effects.push(Effect::normal(&self.spec, "Pulled", message));
                self.create(now, effects);
            }
            _ => {
                effects.push(Effect::normal(
                    &self.spec,
                    "Pulling",
                    format!("Pulling image {image:?}"),
                ));
                match images.pull(image, self.spec.behaviour.pull, now.instant) {
                    Pull::Present => self.pulled(Duration::ZERO, now, effects),
                    Pull::Until(until) => {
                        self.state = State::Pulling {
                            since: now.instant,
                            until,
                        }
                    }
                }
            }
        }
    }

    fn pulled(&mut self, waited: Duration, now: Now, effects: &mut Vec<Effect>) {
        let waited = format!("{}ms", waited.as_millis());
        let message = format!(
            "Successfully pulled image {:?} in {waited} ({waited} including waiting). Image size: 0 bytes.",
            self.spec.image
        );
        effects.push(Effect::normal(&self.spec, "Pulled", message));
        self.create(now, effects);
    }

    fn fail_to_pull(&mut self, now: Now, effects: &mut Vec<Effect>) {
        self.pull_back_off.tried_again(now.instant);
        let pause = self.pull_back_off.pause(now.instant).unwrap_or_default();
        let problem = format!(
            "failed to pull image {:?}: the simulation says so",
            self.spec.image
        );
        effects.push(Effect::normal(
            &self.spec,
            "Pulling",
            format!("Pulling image {:?}", self.spec.image),
        ));
        effects.push(Effect::warning(
            &self.spec,
            "Failed",
            format!("Failed to pull image {:?}: {problem}", self.spec.image),
        ));
        effects.push(Effect::warning(
            &self.spec,
            "Failed",
            format!("Error: {ERR_IMAGE_PULL}"),
        ));
        self.state = State::PullFailed {
            retry_at: now.instant + pause,
            reason: ERR_IMAGE_PULL,
            message: problem,
        };
    }

    fn tell_pull_back_off(&self, effects: &mut Vec<Effect>) {
        effects.push(Effect::normal(
            &self.spec,
            "BackOff",
            format!("Back-off pulling image {:?}", self.spec.image),
        ));
        effects.push(Effect::warning(
            &self.spec,
            "Failed",
            format!("Error: {IMAGE_PULL_BACK_OFF}"),
        ));
    }

    fn create(&mut self, now: Now, effects: &mut Vec<Effect>) {
        effects.push(Effect::normal(
            &self.spec,
            "Created",
            "Container created".to_owned(),
        ));
        self.start(now, effects);
    }

    fn start(&mut self, now: Now, effects: &mut Vec<Effect>) {
        effects.push(Effect::normal(
            &self.spec,
            "Started",
            "Container started".to_owned(),
        ));
        effects.push(Effect::Start {
            container: self.spec.name.clone(),
        });
        let startup = self.spec.behaviour.startup;
        let listens_at = now.instant + startup;
        let mut running = Running {
            since: now.time,
            started: false,
            ready: false,
            listens_at: Some(listens_at),
            exit: self
                .spec
                .exit()
                .and_then(|exit| Some((listens_at.checked_add(exit.after)?, exit.code))),
            probing: BTreeMap::new(),
        };
        match self.spec.probes.get(&ProbeKind::Startup) {
            Some(probe) => drop(running.probing.insert(
                ProbeKind::Startup,
                Probing::begin(probe, now.instant, startup),
            )),
            None => running.become_started(&self.spec, now.instant, startup),
        }
        self.state = State::Running(running);
    }

    fn end(
        &mut self,
        running: &Running,
        code: i32,
        permission: Permission,
        now: Now,
        effects: &mut Vec<Effect>,
    ) {
        let reason = if code == 0 { "Completed" } else { "Error" };
        let ending = Ending {
            code,
            reason,
            started: Some(running.since),
            finished: now.time,
        };
        let mut restart = None;
        if permission.may_restart && self.spec.restarts_after(code) {
            let pause = self.back_off.pause(now.instant);
            restart = Some(Restart {
                at: now.instant + pause.unwrap_or_default(),
                pause: pause.unwrap_or_default(),
            });
            self.back_off.tried_again(now.instant);
            if pause.is_some() {
                effects.push(Effect::BackOff {
                    container: self.spec.name.clone(),
                });
            }
        }
        self.state = State::Ended { ending, restart };
    }
}

impl Running {
    /// The container has started as far as its startup probe says: the other probes begin. It opens its ports after a while.
    fn become_started(&mut self, spec: &ContainerSpec, now: Instant, opens_after: Duration) {
        self.started = true;
        self.probing.remove(&ProbeKind::Startup);
        for kind in [ProbeKind::Liveness, ProbeKind::Readiness] {
            if let Some(probe) = spec.probes.get(&kind) {
                self.probing
                    .insert(kind, Probing::begin(probe, now, opens_after));
            }
        }
        let never = spec.behaviour.failure == Some(Failure::NeverReady);
        self.ready = !never && !spec.probes.contains_key(&ProbeKind::Readiness);
        if never {
            self.probing.remove(&ProbeKind::Readiness);
        }
    }
}

const ERR_IMAGE_PULL: &str = "ErrImagePull";
const IMAGE_PULL_BACK_OFF: &str = "ImagePullBackOff";
/// The exit code of a process that was killed because it did not stop in time.
const KILLED: i32 = 137;
