//! One simulated pod: its containers in their order, its deletion, its status.

mod status;
#[cfg(test)]
mod tests;
mod worker;

use std::time::Duration;

use apimachinery::{Packed, PackedTree, Tree};
use clientgo::Object;
use tokio::time::Instant;

use crate::behaviour::BehaviourError;
use crate::container::{
    Container, ContainerSpec, Ending, Now, Permission, RestartPolicy, Role, State,
};
use crate::effect::Effect;
use crate::images::Images;
use crate::probe::{CheckResult, ProbeKind};
use crate::scenario::Scenario;

pub(crate) use worker::{NodeShare, run};

/// The exit code of a container whose end nobody saw.
const UNKNOWN_EXIT: i32 = 255;

/// A pod and what has become of it so far.
#[derive(Debug)]
pub(crate) struct Pod {
    pub(crate) object: Object,
    /// Init containers and sidecars, then the others, each in their order.
    containers: Vec<Container>,
    restart_policy: RestartPolicy,
    /// Whether it had ended before this node took it over.
    was_ended: bool,
    /// The status that was told last.
    told: Option<PackedTree>,
}

impl Pod {
    /// Takes over a pod that was assigned to this node. Gives the first annotation that is not understood.
    pub(crate) fn new(
        object: Object,
        scenario: &Scenario,
        now: Now,
    ) -> (Self, Option<BehaviourError>) {
        let restart_policy = RestartPolicy::parse(&object["spec"]["restartPolicy"]);
        let mut problem = None;
        let listed = |field: &str| object["spec"][field].items().count();
        let mut containers = Vec::with_capacity(listed("initContainers") + listed("containers"));
        for (field, statuses, is_init) in [
            ("initContainers", "initContainerStatuses", true),
            ("containers", "containerStatuses", false),
        ] {
            for container in object["spec"][field].as_array().into_iter().flatten() {
                let image = container["image"].as_str().unwrap_or_default();
                let (behaviour, error) = scenario.behaviour(image).annotated(&object);
                problem = problem.or(error);
                let spec = ContainerSpec::parse(container, is_init, restart_policy, behaviour);
                let (restarts, last) = earlier_run(&object["status"][statuses], &spec.name, now);
                containers.push(Container::new(spec, restarts, last));
            }
        }
        let was_ended = matches!(
            object["status"]["phase"].as_str(),
            Some("Succeeded" | "Failed")
        );
        (
            Pod {
                object,
                containers,
                restart_policy,
                was_ended,
                told: None,
            },
            problem,
        )
    }

    /// Takes in a new state of the object: labels, gates, deletion.
    pub(crate) fn observe(&mut self, object: Object, now: Now, effects: &mut Vec<Effect>) {
        self.object = object;
        if self.object.is_deleting() {
            let grace = seconds(&self.object["metadata"]["deletionGracePeriodSeconds"]);
            self.containers
                .iter_mut()
                .for_each(|container| container.stop(grace, now, effects));
        }
    }

    /// Takes all steps that are due.
    pub(crate) fn advance(&mut self, images: &Images, now: Now, effects: &mut Vec<Effect>) {
        if self.was_ended {
            return;
        }
        let may_restart = !self.object.is_deleting();
        loop {
            let mut may_begin = true;
            let mut changed = false;
            for container in &mut self.containers {
                changed |= container.advance(
                    Permission {
                        may_begin,
                        may_restart,
                    },
                    images,
                    now,
                    effects,
                );
                may_begin &= container.spec.role == Role::Main || container.is_initialized();
            }
            if !changed {
                break;
            }
        }
        if may_restart {
            self.containers
                .iter_mut()
                .for_each(|container| container.start_checks(now, effects));
        }
    }

    /// Takes in the result of a check.
    pub(crate) fn checked(&mut self, check: &Checked, now: Now, effects: &mut Vec<Effect>) {
        let grace = seconds(&self.object["spec"]["terminationGracePeriodSeconds"]);
        if let Some(container) = self
            .containers
            .iter_mut()
            .find(|container| container.spec.name == check.container)
        {
            container.checked(check.run, check.kind, &check.result, grace, now, effects);
        }
    }

    /// The next instant at which something is due.
    pub(crate) fn next_step(&self) -> Option<Instant> {
        let waits = |container: &&Container| !self.object.is_deleting() || container.runs();
        self.containers
            .iter()
            .filter(waits)
            .filter_map(Container::next_step)
            .min()
            .filter(|_| !self.was_ended)
    }

    /// Whether it is deleted and nothing of it runs any more.
    pub(crate) fn is_over(&self) -> bool {
        self.object.is_deleting() && !self.containers.iter().any(Container::runs)
    }

    pub(crate) fn container(&self, name: &str) -> Option<&ContainerSpec> {
        self.containers
            .iter()
            .map(|container| &container.spec)
            .find(|spec| spec.name == name)
    }

    /// Whether any container is there to be reached.
    fn main_containers(&self) -> impl Iterator<Item = &Container> {
        self.containers
            .iter()
            .filter(|container| container.spec.role == Role::Main)
    }

    fn init_containers(&self) -> impl Iterator<Item = &Container> {
        self.containers
            .iter()
            .filter(|container| container.spec.role != Role::Main)
    }
}

/// The result of a check of the run of a container.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) container: String,
    pub(crate) run: i64,
    pub(crate) kind: ProbeKind,
    pub(crate) result: CheckResult,
}

/// What is known of a container from before this node took its pod over: it ran, nobody saw how it ended, and it starts once more.
fn earlier_run(statuses: &Packed, name: &str, now: Now) -> (i64, Option<Ending>) {
    let status = statuses
        .as_array()
        .into_iter()
        .flatten()
        .find(|status| status["name"] == name);
    match status.filter(|status| status["containerID"].is_string()) {
        Some(status) => {
            let ending = Ending {
                code: UNKNOWN_EXIT,
                reason: "Unknown",
                started: None,
                finished: now.time,
            };
            (
                status["restartCount"].as_i64().unwrap_or_default() + 1,
                Some(ending),
            )
        }
        None => (0, None),
    }
}

fn seconds(value: &Packed) -> Duration {
    Duration::from_secs(value.as_u64().unwrap_or_default())
}
