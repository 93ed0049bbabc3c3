//! Kinds that run Pods.

use serde_json::Value;

use super::{Readiness, condition, is_true};

fn number(live: &Value, field: &str) -> i64 {
    live["status"][field].as_i64().unwrap_or_default()
}

fn wanted(live: &Value) -> i64 {
    live["spec"]["replicas"].as_i64().unwrap_or(1)
}

/// The first of the steps that is not done: `(have, want, words)` with the words in front of `have/want`.
fn unfinished(steps: &[(i64, i64, &str)]) -> Option<Readiness> {
    let step = steps.iter().find(|(have, want, _)| have < want);
    step.map(|(have, want, words)| Readiness::in_progress(format!("{words}: {have}/{want}")))
}

fn surplus(live: &Value) -> Option<Readiness> {
    let surplus = number(live, "replicas") - wanted(live);
    (surplus > 0).then(|| Readiness::in_progress(format!("Pending termination: {surplus}")))
}

pub(super) fn deployment(live: &Value) -> Readiness {
    let progressing = condition(live, "Progressing");
    if progressing.is_some_and(|condition| condition["reason"] == "ProgressDeadlineExceeded") {
        return Readiness::failed("Progress deadline exceeded");
    }
    let (spec, replicas) = (wanted(live), number(live, "replicas"));
    let (updated, available) = (
        number(live, "updatedReplicas"),
        number(live, "availableReplicas"),
    );
    let first = unfinished(&[(replicas, spec, "replicas"), (updated, spec, "Updated")]);
    let then = || {
        unfinished(&[
            (available, updated, "Available"),
            (number(live, "readyReplicas"), spec, "Ready"),
        ])
    };
    if let Some(unfinished) = first.or_else(|| surplus(live)).or_else(then) {
        return unfinished;
    }
    let rolled_out = progressing.is_none_or(|condition| {
        condition["status"] == "True" && condition["reason"] == "NewReplicaSetAvailable"
    });
    if !rolled_out {
        return Readiness::in_progress("ReplicaSet not Available");
    }
    if !is_true(live, "Available") {
        return Readiness::in_progress("Deployment not Available");
    }
    Readiness::current(format!("Deployment is available. Replicas: {replicas}"))
}

pub(super) fn stateful_set(live: &Value) -> Readiness {
    let strategy = &live["spec"]["updateStrategy"];
    if strategy["type"] == "OnDelete" {
        return Readiness::current("StatefulSet is using the ondelete update strategy");
    }
    let (spec, replicas) = (wanted(live), number(live, "replicas"));
    let first = unfinished(&[
        (replicas, spec, "Replicas"),
        (number(live, "readyReplicas"), spec, "Ready"),
    ]);
    if let Some(unfinished) = first.or_else(|| surplus(live)) {
        return unfinished;
    }
    let updated = number(live, "updatedReplicas");
    let partition = strategy["rollingUpdate"]["partition"].as_i64();
    if let Some(partition) = partition.filter(|partition| *partition > 0) {
        return unfinished(&[(updated, spec - partition, "updated")]).unwrap_or_else(|| {
            Readiness::current(format!("Partition rollout complete. updated: {updated}"))
        });
    }
    let current = [(number(live, "currentReplicas"), spec, "current")];
    if let Some(unfinished) = unfinished(&current) {
        return unfinished;
    }
    let status = &live["status"];
    if status["currentRevision"] != status["updateRevision"] {
        return Readiness::in_progress("Waiting for updated revision to match current");
    }
    Readiness::current(format!(
        "All replicas scheduled as expected. Replicas: {replicas}"
    ))
}

pub(super) fn replica_set(live: &Value) -> Readiness {
    if is_true(live, "ReplicaFailure") {
        return Readiness::in_progress("Replica Failure condition. Check Pods");
    }
    let (spec, replicas) = (wanted(live), number(live, "replicas"));
    let steps = [
        (number(live, "fullyLabeledReplicas"), spec, "Labelled"),
        (number(live, "availableReplicas"), spec, "Available"),
        (number(live, "readyReplicas"), spec, "Ready"),
    ];
    if let Some(unfinished) = unfinished(&steps) {
        return unfinished;
    }
    if replicas > spec {
        return Readiness::in_progress(format!("replicas: {replicas}/{spec}"));
    }
    Readiness::current(format!("ReplicaSet is available. Replicas: {replicas}"))
}

pub(super) fn daemon_set(live: &Value) -> Readiness {
    let Some(desired) = live["status"]["desiredNumberScheduled"].as_i64() else {
        return Readiness::in_progress("Missing .status.desiredNumberScheduled");
    };
    let steps = [
        (number(live, "currentNumberScheduled"), desired, "Current"),
        (number(live, "updatedNumberScheduled"), desired, "Updated"),
        (number(live, "numberAvailable"), desired, "Available"),
        (number(live, "numberReady"), desired, "Ready"),
    ];
    unfinished(&steps).unwrap_or_else(|| {
        Readiness::current(format!(
            "All replicas scheduled as expected. Replicas: {desired}"
        ))
    })
}

fn completions(live: &Value) -> i64 {
    let parallelism = live["spec"]["parallelism"].as_i64().unwrap_or(1);
    live["spec"]["completions"].as_i64().unwrap_or(parallelism)
}

fn job_end(live: &Value) -> Option<Readiness> {
    if is_true(live, "Complete") {
        let (succeeded, wanted) = (number(live, "succeeded"), completions(live));
        return Some(Readiness::current(format!(
            "Job Completed. succeeded: {succeeded}/{wanted}"
        )));
    }
    if is_true(live, "Failed") {
        let (failed, wanted) = (number(live, "failed"), completions(live));
        return Some(Readiness::failed(format!(
            "Job Failed. failed: {failed}/{wanted}"
        )));
    }
    None
}

/// A Job that counts as ready once it has started.
pub(super) fn job_started(live: &Value) -> Readiness {
    if let Some(end) = job_end(live) {
        return end;
    }
    if live["status"]["startTime"].is_null() {
        return Readiness::in_progress("Job not started");
    }
    let (succeeded, active, failed) = (
        number(live, "succeeded"),
        number(live, "active"),
        number(live, "failed"),
    );
    Readiness::current(format!(
        "Job in progress. success:{succeeded}, active: {active}, failed: {failed}"
    ))
}

/// A Job that has to end.
pub(super) fn job_ended(live: &Value) -> Readiness {
    job_end(live).unwrap_or_else(|| {
        if live["status"]["startTime"].is_null() {
            return Readiness::in_progress("Job not started");
        }
        Readiness::in_progress("Job in progress")
    })
}
