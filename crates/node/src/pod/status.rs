//! The status of a pod as a kubelet writes it.

use apimachinery::packed::Packer;
use apimachinery::{Packed, PackedTree, Tree};
use clientgo::Object;
use serde_json::{Value, json};

use super::{Container, Now, Pod, RestartPolicy, Role, State};

/// The conditions that a node writes, in the order in which they are listed.
const CONDITIONS: [&str; 5] = [
    "PodReadyToStartContainers",
    "Initialized",
    "Ready",
    "ContainersReady",
    "PodScheduled",
];

/// The phase of a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Pending,
    Running,
    Succeeded,
    Failed,
}

impl Phase {
    fn as_str(self) -> &'static str {
        match self {
            Phase::Pending => "Pending",
            Phase::Running => "Running",
            Phase::Succeeded => "Succeeded",
            Phase::Failed => "Failed",
        }
    }
}

/// One condition before it has its times.
#[derive(Clone)]
struct Condition {
    type_: &'static str,
    holds: bool,
    reason: &'static str,
    message: String,
}

impl Pod {
    /// The status of the pod at an address on a node, as a patch of what the object has.
    ///
    /// Times follow from what was told before, and from the object only for a pod that was taken over: the object may be older than what was
    /// told, and two tellings that follow one another around would never end.
    pub(crate) fn status(&mut self, host_ip: &str, pod_ip: &str, now: Now) -> PackedTree {
        let previous = self.told.as_deref().unwrap_or(&self.object["status"]);
        let status = Packer::pack(&self.status_after(previous, host_ip, pod_ip, now));
        self.told = Some(status.clone());
        status
    }

    fn status_after(&self, previous: &Packed, host_ip: &str, pod_ip: &str, now: Now) -> Value {
        let generation = self.object.generation();
        let phase = self.phase();
        let conditions: Vec<Value> = self
            .conditions(phase)
            .iter()
            .map(|condition| condition.value(previous, generation, now))
            .collect();
        let started = previous["startTime"]
            .as_str()
            .map_or_else(|| now.time.rfc3339(), str::to_owned);
        let mut status = json!({
            "observedGeneration": generation, "phase": phase.as_str(), "startTime": started,
            "hostIP": host_ip, "hostIPs": [{"ip": host_ip}], "podIP": pod_ip, "podIPs": [{"ip": pod_ip}],
            "conditions": conditions,
            "containerStatuses": self.container_statuses(self.main_containers(), now),
        });
        if self.init_containers().next().is_some() {
            status["initContainerStatuses"] =
                self.container_statuses(self.init_containers(), now).into();
        }
        let ephemeral = self.ephemeral_statuses(previous, now);
        if !ephemeral.is_empty() {
            status["ephemeralContainerStatuses"] = ephemeral.into();
        }
        status
    }

    /// Containers that somebody has added to look into the pod. They run from when they are seen; what they are to run is not simulated.
    fn ephemeral_statuses(&self, previous: &Packed, now: Now) -> Vec<Value> {
        let told = &previous["ephemeralContainerStatuses"];
        let added = self.object["spec"]["ephemeralContainers"].items();
        added
            .map(|container| {
                let (name, image) = (&container["name"], &container["image"]);
                let known = told.items().find(|status| status["name"] == *name);
                let started = known.and_then(|status| {
                    status["state"]["running"]["startedAt"].as_str()
                });
                let started = started.map_or_else(|| now.time.rfc3339(), str::to_owned);
                let id = format!(
                    "kaeru://{}/{}/0",
                    self.object.uid(),
                    name.as_str().unwrap_or_default()
                );
                json!({
                    "name": name, "image": image, "imageID": image, "containerID": id, "ready": false, "restartCount": 0,
                    "state": {"running": {"startedAt": started}}, "lastState": {},
                })
            })
            .collect()
    }

    fn container_statuses<'a>(
        &'a self,
        containers: impl Iterator<Item = &'a Container>,
        now: Now,
    ) -> Vec<Value> {
        let name = format!("{}_{}", self.object.name(), self.object.namespace());
        let is_initializing = self
            .init_containers()
            .any(|container| !container.is_initialized());
        containers
            .map(|container| {
                container.status(&name, self.object.uid(), is_initializing, now.instant)
            })
            .collect()
    }

    fn phase(&self) -> Phase {
        let failed = |container: &Container| matches!(&container.state, State::Ended { ending, restart: None } if ending.code != 0);
        let ended =
            |container: &Container| matches!(&container.state, State::Ended { restart: None, .. });
        if self
            .init_containers()
            .any(|container| container.spec.role == Role::Init && failed(container))
        {
            return Phase::Failed;
        }
        if self.is_over() {
            return self.phase_at_the_end();
        }
        if self
            .init_containers()
            .any(|container| !container.is_initialized())
            && !self.main_containers().any(has_begun)
        {
            return Phase::Pending;
        }
        let mut main = self.main_containers();
        if main.any(|container| !has_begun(container)) {
            return Phase::Pending;
        }
        if self.main_containers().all(ended) && self.restart_policy != RestartPolicy::Always {
            return if self.main_containers().any(failed) {
                Phase::Failed
            } else {
                Phase::Succeeded
            };
        }
        Phase::Running
    }

    fn phase_at_the_end(&self) -> Phase {
        let code = |container: &Container| match &container.state {
            State::Ended { ending, .. } => Some(ending.code),
            _ => None,
        };
        let codes: Vec<Option<i32>> = self.main_containers().map(code).collect();
        match codes.iter().all(Option::is_some) {
            false => Phase::Pending,
            true if codes.iter().all(|code| *code == Some(0)) => Phase::Succeeded,
            true => Phase::Failed,
        }
    }

    fn conditions(&self, phase: Phase) -> Vec<Condition> {
        let containers_ready = self.containers_ready(phase);
        let ready = if containers_ready.holds {
            self.gates_ready()
        } else {
            Condition {
                type_: "Ready",
                ..containers_ready.clone()
            }
        };
        vec![
            Condition::new(
                "PodReadyToStartContainers",
                !self.is_over(),
                "",
                String::new(),
            ),
            self.initialized(phase),
            ready,
            containers_ready,
            Condition::new("PodScheduled", true, "", String::new()),
        ]
    }

    fn initialized(&self, phase: Phase) -> Condition {
        if phase == Phase::Succeeded {
            return Condition::new("Initialized", true, "PodCompleted", String::new());
        }
        let incomplete: Vec<&str> = self
            .init_containers()
            .filter(|container| !container.is_initialized())
            .map(|container| container.spec.name.as_str())
            .collect();
        if incomplete.is_empty() {
            return Condition::new("Initialized", true, "", String::new());
        }
        let message = format!(
            "containers with incomplete status: [{}]",
            incomplete.join(" ")
        );
        Condition::new("Initialized", false, "ContainersNotInitialized", message)
    }

    fn containers_ready(&self, phase: Phase) -> Condition {
        match phase {
            Phase::Succeeded => {
                return Condition::new("ContainersReady", false, "PodCompleted", String::new());
            }
            Phase::Failed => {
                return Condition::new("ContainersReady", false, "PodFailed", String::new());
            }
            Phase::Pending | Phase::Running => {}
        }
        let counts =
            |container: &&Container| container.spec.role != Role::Init && !container.is_ready();
        let unready: Vec<&str> = self
            .containers
            .iter()
            .filter(counts)
            .map(|container| container.spec.name.as_str())
            .collect();
        if unready.is_empty() {
            return Condition::new("ContainersReady", true, "", String::new());
        }
        let message = format!("containers with unready status: [{}]", unready.join(" "));
        Condition::new("ContainersReady", false, "ContainersNotReady", message)
    }

    /// Ready also wants every readiness gate to be open.
    fn gates_ready(&self) -> Condition {
        let gates = self.object["spec"]["readinessGates"]
            .as_array()
            .into_iter()
            .flatten();
        let problems: Vec<String> = gates
            .filter_map(|gate| gate_problem(&self.object, gate["conditionType"].as_str()?))
            .collect();
        if problems.is_empty() {
            return Condition::new("Ready", true, "", String::new());
        }
        Condition::new(
            "Ready",
            false,
            "ReadinessGatesNotReady",
            problems.join(", "),
        )
    }
}

/// Whether it has run at least once.
fn has_begun(container: &Container) -> bool {
    container.runs() || container.last.is_some() || matches!(container.state, State::Ended { .. })
}

fn gate_problem(pod: &Object, gate: &str) -> Option<String> {
    let conditions = pod["status"]["conditions"].as_array();
    match conditions
        .into_iter()
        .flatten()
        .find(|condition| condition["type"] == gate)
    {
        None => Some(format!(
            "corresponding condition of pod readiness gate {gate:?} does not exist."
        )),
        Some(condition) if condition["status"] != "True" => {
            let status = condition["status"].as_str().unwrap_or_default();
            Some(format!(
                "the status of pod readiness gate {gate:?} is not \"True\", but {status}"
            ))
        }
        Some(_) => None,
    }
}

impl Condition {
    fn new(type_: &'static str, holds: bool, reason: &'static str, message: String) -> Self {
        Condition {
            type_,
            holds,
            reason,
            message,
        }
    }

    /// The condition with its times: a status that stays keeps the time of its beginning.
    fn value(&self, previous: &Packed, generation: i64, now: Now) -> Value {
        let status = if self.holds { "True" } else { "False" };
        let known = previous["conditions"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|known| known["type"] == self.type_);
        let since = known
            .filter(|known| known["status"] == status)
            .and_then(|known| known["lastTransitionTime"].as_str());
        let mut value = json!({
            "type": self.type_, "status": status, "observedGeneration": generation, "lastProbeTime": null,
            "lastTransitionTime": since.map_or_else(|| now.time.rfc3339(), str::to_owned),
        });
        for (field, text) in [("reason", self.reason), ("message", self.message.as_str())] {
            // A strategic merge keeps what is not named: an old reason must be taken away.
            value[field] = if text.is_empty() {
                Value::Null
            } else {
                text.into()
            };
        }
        value
    }
}

/// The patch that writes a status: the conditions of others stay, and ours stand in their order.
pub(super) fn patch(uid: &str, status: &Packed) -> PackedTree {
    let mut status = status.to_value();
    status["$setElementOrder/conditions"] = CONDITIONS
        .iter()
        .map(|type_| json!({"type": type_}))
        .collect();
    Packer::pack(&json!({"metadata": {"uid": uid}, "status": status}))
}
