//! How far a rollout is, read off the object alone.

use serde_json::Value;

use crate::object;

/// What an object says of its rollout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// The line to print.
    pub(super) text: String,
    /// Whether there is nothing more to wait for.
    pub(super) done: bool,
}

fn waiting(text: String) -> Result<Progress, String> {
    Ok(Progress { text, done: false })
}

fn done(text: String) -> Result<Progress, String> {
    Ok(Progress { text, done: true })
}

/// Reads the progress off a workload.
///
/// # Errors
/// If the rollout has failed, or nothing can be said of this kind.
pub(super) fn progress(object: &Value, kind: &str, revision: i64) -> Result<Progress, String> {
    match kind {
        "Deployment" => deployment(object, revision),
        "DaemonSet" => daemon_set(object),
        "StatefulSet" => stateful_set(object),
        other => Err(format!("no status viewer has been implemented for {other}")),
    }
}

/// Whether a kind has a rollout.
pub(super) fn has_viewer(kind: &str) -> bool {
    matches!(kind, "Deployment" | "DaemonSet" | "StatefulSet")
}

fn deployment(object: &Value, revision: i64) -> Result<Progress, String> {
    let name = object::name(object);
    if revision > 0 {
        let running = crate::workload::revision_of(object);
        if running != revision {
            return Err(format!(
                "desired revision ({revision}) is different from the running revision ({running})"
            ));
        }
    }
    let status = &object["status"];
    let count = |field: &str| status[field].as_i64().unwrap_or(0);
    if object["metadata"]["generation"].as_i64().unwrap_or(0) > count("observedGeneration") {
        return waiting("Waiting for deployment spec update to be observed...".to_owned());
    }
    let conditions = status["conditions"].as_array().into_iter().flatten();
    let mut progressing = conditions.filter(|condition| condition["type"] == "Progressing");
    if progressing.any(|condition| condition["reason"] == "ProgressDeadlineExceeded") {
        return Err(format!(
            "deployment {name:?} exceeded its progress deadline"
        ));
    }
    let (updated, replicas, available) = (
        count("updatedReplicas"),
        count("replicas"),
        count("availableReplicas"),
    );
    let prefix = format!("Waiting for deployment {name:?} rollout to finish:");
    if let Some(wanted) = object["spec"]["replicas"]
        .as_i64()
        .filter(|wanted| updated < *wanted)
    {
        return waiting(format!(
            "{prefix} {updated} out of {wanted} new replicas have been updated..."
        ));
    }
    if replicas > updated {
        return waiting(format!(
            "{prefix} {} old replicas are pending termination...",
            replicas - updated
        ));
    }
    if available < updated {
        return waiting(format!(
            "{prefix} {available} of {updated} updated replicas are available..."
        ));
    }
    done(format!("deployment {name:?} successfully rolled out"))
}

const ONLY_ROLLING: &str = "rollout status is only available for RollingUpdate strategy type";

fn daemon_set(object: &Value) -> Result<Progress, String> {
    if object["spec"]["updateStrategy"]["type"] != "RollingUpdate" {
        return Err(ONLY_ROLLING.to_owned());
    }
    let name = object::name(object);
    let count = |field: &str| object["status"][field].as_i64().unwrap_or(0);
    if object["metadata"]["generation"].as_i64().unwrap_or(0) > count("observedGeneration") {
        return waiting("Waiting for daemon set spec update to be observed...".to_owned());
    }
    let wanted = count("desiredNumberScheduled");
    let (updated, available) = (count("updatedNumberScheduled"), count("numberAvailable"));
    let prefix = format!("Waiting for daemon set {name:?} rollout to finish:");
    if updated < wanted {
        return waiting(format!(
            "{prefix} {updated} out of {wanted} new pods have been updated..."
        ));
    }
    if available < wanted {
        return waiting(format!(
            "{prefix} {available} of {wanted} updated pods are available..."
        ));
    }
    done(format!("daemon set {name:?} successfully rolled out"))
}

fn stateful_set(object: &Value) -> Result<Progress, String> {
    let strategy = &object["spec"]["updateStrategy"];
    if strategy["type"] != "RollingUpdate" {
        return Err(ONLY_ROLLING.to_owned());
    }
    let status = &object["status"];
    let count = |field: &str| status[field].as_i64().unwrap_or(0);
    let observed = count("observedGeneration");
    if observed == 0 || object["metadata"]["generation"].as_i64().unwrap_or(0) > observed {
        return waiting("Waiting for statefulset spec update to be observed...".to_owned());
    }
    let wanted = object["spec"]["replicas"].as_i64();
    if let Some(missing) = wanted
        .map(|wanted| wanted - count("readyReplicas"))
        .filter(|missing| *missing > 0)
    {
        return waiting(format!("Waiting for {missing} pods to be ready..."));
    }
    let updated = count("updatedReplicas");
    if strategy["rollingUpdate"].is_object() {
        let partition = strategy["rollingUpdate"]["partition"].as_i64();
        if let Some(part) = wanted
            .zip(partition)
            .map(|(wanted, partition)| wanted - partition)
            && updated < part
        {
            return waiting(format!(
                "Waiting for partitioned roll out to finish: {updated} out of {part} new pods have been updated..."
            ));
        }
        return done(format!(
            "partitioned roll out complete: {updated} new pods have been updated..."
        ));
    }
    let (update, current) = (&status["updateRevision"], &status["currentRevision"]);
    let text = |revision: &Value| revision.as_str().unwrap_or_default().to_owned();
    if update != current {
        let revision = text(update);
        return waiting(format!(
            "waiting for statefulset rolling update to complete {updated} pods at revision {revision}..."
        ));
    }
    let (count, revision) = (count("currentReplicas"), text(current));
    done(format!(
        "statefulset rolling update complete {count} pods at revision {revision}..."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn web(status: &Value) -> Value {
        json!({"metadata": {"name": "web", "generation": 2}, "spec": {"replicas": 4}, "status": status})
    }

    fn text(status: &Value) -> String {
        match progress(&web(status), "Deployment", 0) {
            Ok(progress) => progress.text,
            Err(error) => error,
        }
    }

    #[test]
    fn a_deployment_goes_through_these_stages() {
        assert_eq!(
            text(&json!({"observedGeneration": 1})),
            "Waiting for deployment spec update to be observed..."
        );
        assert_eq!(
            text(&json!({"observedGeneration": 2, "updatedReplicas": 2, "replicas": 5})),
            "Waiting for deployment \"web\" rollout to finish: 2 out of 4 new replicas have been updated..."
        );
        assert_eq!(
            text(&json!({"observedGeneration": 2, "updatedReplicas": 4, "replicas": 5})),
            "Waiting for deployment \"web\" rollout to finish: 1 old replicas are pending termination..."
        );
        assert_eq!(
            text(
                &json!({"observedGeneration": 2, "updatedReplicas": 4, "replicas": 4, "availableReplicas": 3})
            ),
            "Waiting for deployment \"web\" rollout to finish: 3 of 4 updated replicas are available..."
        );
        assert_eq!(
            text(
                &json!({"observedGeneration": 2, "updatedReplicas": 4, "replicas": 4, "availableReplicas": 4})
            ),
            "deployment \"web\" successfully rolled out"
        );
        let late = json!({"observedGeneration": 2, "conditions": [{"type": "Progressing", "reason": "ProgressDeadlineExceeded"}]});
        assert_eq!(
            text(&late),
            "deployment \"web\" exceeded its progress deadline"
        );
    }
}
