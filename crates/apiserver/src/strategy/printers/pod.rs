//! Pods: what they are doing, in one word.

use apimachinery::Timestamp;
use serde_json::Value;

use super::cell::{age, count, items, name, text, text_or};
use super::{AGE, NAME, Printer, text as column, wide};
use crate::table::human_duration;

pub(super) static POD: Printer = Printer {
    columns: &[
        NAME,
        column("Ready"),
        column("Status"),
        column("Restarts"),
        AGE,
        wide("IP"),
        wide("Node"),
        wide("Nominated Node"),
        wide("Readiness Gates"),
    ],
    row: |object, now| {
        let (spec, status) = (&object["spec"], &object["status"]);
        let summary = Summary::of(object);
        let address = items(&status["podIPs"])
            .next()
            .map_or(&Value::Null, |first| &first["ip"]);
        vec![
            name(object),
            format!("{}/{}", summary.ready, summary.total).into(),
            summary.reason.clone().into(),
            summary.restarts(now).into(),
            age(object, now),
            text_or(address, "<none>"),
            text_or(&spec["nodeName"], "<none>"),
            text_or(&status["nominatedNodeName"], "<none>"),
            readiness_gates(object).into(),
        ]
    },
};

/// What the containers' states add up to.
struct Summary {
    reason: String,
    ready: usize,
    total: usize,
    restarts: i64,
    last_restart: Option<Timestamp>,
}

impl Summary {
    fn of(pod: &Value) -> Self {
        let (spec, status) = (&pod["spec"], &pod["status"]);
        let sidecars = items(&spec["initContainers"]).filter(|container| is_sidecar(container));
        let mut summary = Summary {
            reason: first_reason(status),
            ready: 0,
            total: items(&spec["containers"]).count() + sidecars.count(),
            restarts: 0,
            last_restart: None,
        };
        let initializing = summary.add_init_containers(pod);
        if !initializing || has_condition(status, "Initialized") {
            summary.keep_restarts_of_sidecars(pod);
            summary.add_containers(status);
        }
        summary.end_with_deletion(pod);
        summary
    }

    /// Goes through the init containers up to the first that is not done; returns whether there is one.
    fn add_init_containers(&mut self, pod: &Value) -> bool {
        let wanted = items(&pod["spec"]["initContainers"]).count();
        for (position, container) in items(&pod["status"]["initContainerStatuses"]).enumerate() {
            self.add_restarts(container);
            let state = &container["state"];
            let terminated = &state["terminated"];
            if terminated.is_object() && count(&terminated["exitCode"]) == 0 {
                continue;
            }
            if is_sidecar_status(pod, container) && container["started"] == true {
                self.ready += usize::from(container["ready"] == true);
                continue;
            }
            let waiting = text(&state["waiting"]["reason"]);
            self.reason = if terminated.is_object() {
                format!("Init:{}", end_of(terminated))
            } else if !waiting.is_empty() && waiting != "PodInitializing" {
                format!("Init:{waiting}")
            } else {
                format!("Init:{position}/{wanted}")
            };
            return true;
        }
        false
    }

    fn keep_restarts_of_sidecars(&mut self, pod: &Value) {
        self.restarts = 0;
        self.last_restart = None;
        for container in items(&pod["status"]["initContainerStatuses"]) {
            if is_sidecar_status(pod, container) {
                self.add_restarts(container);
            }
        }
    }

    fn add_containers(&mut self, status: &Value) {
        let mut has_running = false;
        let statuses: Vec<&Value> = items(&status["containerStatuses"]).collect();
        for container in statuses.into_iter().rev() {
            self.add_restarts(container);
            let state = &container["state"];
            let waiting = text(&state["waiting"]["reason"]);
            if !waiting.is_empty() {
                waiting.clone_into(&mut self.reason);
            } else if state["terminated"].is_object() {
                self.reason = end_of(&state["terminated"]);
            } else if container["ready"] == true && state["running"].is_object() {
                has_running = true;
                self.ready += 1;
            }
        }
        if self.reason == "Completed" && has_running {
            let word = if has_condition(status, "Ready") {
                "Running"
            } else {
                "NotReady"
            };
            word.clone_into(&mut self.reason);
        }
    }

    fn end_with_deletion(&mut self, pod: &Value) {
        let status = &pod["status"];
        if !pod["metadata"]["deletionTimestamp"].is_string() {
            return;
        }
        if text(&status["reason"]) == "NodeLost" {
            "Unknown".clone_into(&mut self.reason);
        } else if !matches!(text(&status["phase"]), "Failed" | "Succeeded") {
            "Terminating".clone_into(&mut self.reason);
        }
    }

    fn add_restarts(&mut self, container: &Value) {
        self.restarts += count(&container["restartCount"]);
        let finished = text(&container["lastState"]["terminated"]["finishedAt"]);
        self.last_restart = self.last_restart.max(Timestamp::parse(finished));
    }

    fn restarts(&self, now: Timestamp) -> String {
        match self.last_restart {
            Some(last) if self.restarts != 0 => {
                format!(
                    "{} ({} ago)",
                    self.restarts,
                    human_duration(now.since(last))
                )
            }
            _ => self.restarts.to_string(),
        }
    }
}

/// The pod's own word before its containers are asked.
fn first_reason(status: &Value) -> String {
    let gated = items(&status["conditions"]).any(|condition| {
        condition["type"] == "PodScheduled" && condition["reason"] == "SchedulingGated"
    });
    match (gated, text(&status["reason"])) {
        (true, _) => "SchedulingGated".to_owned(),
        (false, "") => text(&status["phase"]).to_owned(),
        (false, reason) => reason.to_owned(),
    }
}

/// How a container ended.
fn end_of(terminated: &Value) -> String {
    match (text(&terminated["reason"]), count(&terminated["signal"])) {
        ("", 0) => format!("ExitCode:{}", count(&terminated["exitCode"])),
        ("", signal) => format!("Signal:{signal}"),
        (reason, _) => reason.to_owned(),
    }
}

fn is_sidecar(container: &Value) -> bool {
    container["restartPolicy"] == "Always"
}

fn is_sidecar_status(pod: &Value, status: &Value) -> bool {
    items(&pod["spec"]["initContainers"])
        .any(|container| container["name"] == status["name"] && is_sidecar(container))
}

fn has_condition(status: &Value, kind: &str) -> bool {
    items(&status["conditions"])
        .any(|condition| condition["type"] == kind && condition["status"] == "True")
}

fn readiness_gates(pod: &Value) -> String {
    let gates: Vec<&Value> = items(&pod["spec"]["readinessGates"]).collect();
    if gates.is_empty() {
        return "<none>".to_owned();
    }
    let open = gates
        .iter()
        .filter(|gate| has_condition(&pod["status"], text(&gate["conditionType"])));
    format!("{}/{}", open.count(), gates.len())
}
