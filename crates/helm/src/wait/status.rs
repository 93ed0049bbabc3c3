//! What an object's status says about it, by the conventions that the real tool's status library follows.

mod pod;
mod workload;

use serde_json::Value;

/// What counts as a Job's being ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jobs {
    /// It has started.
    Started,
    /// It is complete.
    Complete,
    /// It has ended, as hooks do; Pods have to have ended, too.
    Ended,
}

/// Where an object is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Current,
    InProgress,
    Failed,
    Terminating,
    NotFound,
}

impl Condition {
    /// The word of messages.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Condition::Current => "Current",
            Condition::InProgress => "InProgress",
            Condition::Failed => "Failed",
            Condition::Terminating => "Terminating",
            Condition::NotFound => "NotFound",
        }
    }

    /// Whether there is nothing more to wait for.
    pub(crate) fn is_settled(self) -> bool {
        matches!(self, Condition::Current | Condition::Failed)
    }
}

/// Where an object is on its way, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Readiness {
    /// Where.
    pub(crate) condition: Condition,
    /// Why.
    pub(crate) message: String,
}

impl Readiness {
    /// There is no such object.
    pub(crate) fn not_found() -> Readiness {
        Readiness {
            condition: Condition::NotFound,
            message: "Resource not found".to_owned(),
        }
    }

    fn new(condition: Condition, message: impl Into<String>) -> Readiness {
        Readiness {
            condition,
            message: message.into(),
        }
    }

    fn current(message: impl Into<String>) -> Readiness {
        Readiness::new(Condition::Current, message)
    }

    fn in_progress(message: impl Into<String>) -> Readiness {
        Readiness::new(Condition::InProgress, message)
    }

    fn failed(message: impl Into<String>) -> Readiness {
        Readiness::new(Condition::Failed, message)
    }
}

/// Judges a live object.
pub(crate) fn readiness(kind: &str, live: &Value, jobs: Jobs) -> Readiness {
    match (kind, jobs) {
        ("Job", Jobs::Complete | Jobs::Ended) => return workload::job_ended(live),
        ("Pod", Jobs::Ended) => return pod::ended(live),
        ("Deployment", _) if live["spec"]["paused"] == true => {
            return Readiness::current("Deployment is paused");
        }
        _ => {}
    }
    if let Some(general) = general(live) {
        return general;
    }
    match kind {
        "Deployment" => workload::deployment(live),
        "StatefulSet" => workload::stateful_set(live),
        "ReplicaSet" => workload::replica_set(live),
        "DaemonSet" => workload::daemon_set(live),
        "Job" => workload::job_started(live),
        "Pod" => pod::readiness(live),
        "PersistentVolumeClaim" => claim(live),
        "Service" => service(live),
        "CustomResourceDefinition" => definition(live),
        _ => by_ready_condition(live),
    }
}

/// What holds for objects of every kind: going away, not yet seen by their controller, or saying so by their conditions.
fn general(live: &Value) -> Option<Readiness> {
    if !live["metadata"]["deletionTimestamp"].is_null() {
        let message = "Resource scheduled for deletion";
        return Some(Readiness::new(Condition::Terminating, message));
    }
    let generation = live["metadata"]["generation"].as_i64();
    if let (Some(generation), Some(observed)) =
        (generation, live["status"]["observedGeneration"].as_i64())
        && generation != observed
    {
        let kind = live["kind"].as_str().unwrap_or_default();
        return Some(Readiness::in_progress(format!(
            "{kind} generation is {generation}, but latest observed generation is {observed}"
        )));
    }
    for condition in conditions(live) {
        let message = condition["message"].as_str().unwrap_or_default();
        match (condition["type"].as_str(), condition["status"].as_str()) {
            (Some("Reconciling"), Some("True")) => return Some(Readiness::in_progress(message)),
            (Some("Stalled"), Some("True")) => return Some(Readiness::failed(message)),
            _ => {}
        }
    }
    None
}

fn conditions(live: &Value) -> &[Value] {
    live["status"]["conditions"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
}

fn condition<'a>(live: &'a Value, name: &str) -> Option<&'a Value> {
    conditions(live)
        .iter()
        .find(|condition| condition["type"] == name)
}

fn is_true(live: &Value, name: &str) -> bool {
    condition(live, name).is_some_and(|condition| condition["status"] == "True")
}

fn claim(live: &Value) -> Readiness {
    match live["status"]["phase"].as_str().unwrap_or("unknown") {
        "Bound" => Readiness::current("PVC is Bound"),
        phase => Readiness::in_progress(format!("PVC is not Bound. phase: {phase}")),
    }
}

fn service(live: &Value) -> Readiness {
    let kind = live["spec"]["type"].as_str().unwrap_or("ClusterIP");
    let address = live["spec"]["clusterIP"].as_str().unwrap_or_default();
    if kind == "LoadBalancer" && address.is_empty() {
        return Readiness::in_progress(format!("ClusterIP not set. Service type: {kind}"));
    }
    Readiness::current("Service is ready")
}

fn definition(live: &Value) -> Readiness {
    if let Some(refused) = condition(live, "NamesAccepted")
        && refused["status"] == "False"
    {
        return Readiness::failed(refused["message"].as_str().unwrap_or_default());
    }
    match condition(live, "Established") {
        Some(condition) if condition["status"] == "True" => {
            Readiness::current("CRD is established")
        }
        Some(condition) if condition["reason"] != "Installing" => {
            Readiness::failed(condition["message"].as_str().unwrap_or_default())
        }
        _ => Readiness::in_progress("Install in progress"),
    }
}

/// Kinds that nobody knows say by a condition when they are not ready.
fn by_ready_condition(live: &Value) -> Readiness {
    match condition(live, "Ready") {
        Some(ready) if ready["status"] != "True" => {
            Readiness::in_progress(ready["message"].as_str().unwrap_or_default())
        }
        _ => Readiness::current("Resource is current"),
    }
}
