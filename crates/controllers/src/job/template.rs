//! The pods that a job makes.

use clientgo::Object;
use serde_json::{Value, json};

use super::failure_policy::Verdict;
use super::observe::judge;
use super::pods::{ignored_index_failures, index_failures};
use super::{
    COMPLETION_INDEX, INDEX_FAILURE_COUNT, INDEX_IGNORED_FAILURE_COUNT, Job, TRACKING_FINALIZER,
};
use crate::pod_control::pod_from_template;

/// The environment variable in which a container finds its pod's index.
const INDEX_VARIABLE: &str = "JOB_COMPLETION_INDEX";
/// The server adds five characters to a generated name and cuts what is longer than a label.
const MAX_GENERATED_NAME_PREFIX: usize = 58;

/// A new pod, which follows `replaced` on its index if that failed before.
pub(super) fn pod(job: &Job, index: Option<usize>, replaced: Option<&Object>) -> Value {
    let mut pod = pod_from_template(job.template(), &job.0, "batch/v1", "Job");
    add_tracking_finalizer(&mut pod["metadata"]["finalizers"]);
    if let Some(index) = index {
        set_index(job, &mut pod, index);
        if job.backoff_limit_per_index().is_some() {
            set_failure_counts(job, &mut pod["metadata"]["annotations"], replaced);
        }
    }
    pod
}

fn add_tracking_finalizer(finalizers: &mut Value) {
    match finalizers.as_array_mut() {
        Some(list) if list.iter().any(|finalizer| finalizer == TRACKING_FINALIZER) => {}
        Some(list) => list.push(TRACKING_FINALIZER.into()),
        None => *finalizers = json!([TRACKING_FINALIZER]),
    }
}

fn set_index(job: &Job, pod: &mut Value, index: usize) {
    let metadata = &mut pod["metadata"];
    metadata["generateName"] = name_prefix(job.0.name(), index).into();
    for map in ["annotations", "labels"] {
        if !metadata[map].is_object() {
            metadata[map] = json!({});
        }
        metadata[map][COMPLETION_INDEX] = index.to_string().into();
    }
    let spec = &mut pod["spec"];
    spec["hostname"] = format!("{}-{index}", job.0.name()).into();
    let label = format!("metadata.labels['{COMPLETION_INDEX}']");
    let variable = json!({"name": INDEX_VARIABLE, "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": label}}});
    for list in ["initContainers", "containers"] {
        for container in spec[list].as_array_mut().into_iter().flatten() {
            match container["env"].as_array_mut() {
                Some(env) if env.iter().any(|known| known["name"] == INDEX_VARIABLE) => {}
                Some(env) => env.push(variable.clone()),
                None => container["env"] = json!([variable]),
            }
        }
    }
}

fn name_prefix(job: &str, index: usize) -> String {
    let suffix = format!("-{index}-");
    let kept = job
        .len()
        .min(MAX_GENERATED_NAME_PREFIX.saturating_sub(suffix.len()));
    format!("{}{suffix}", &job[..kept])
}

fn set_failure_counts(job: &Job, annotations: &mut Value, replaced: Option<&Object>) {
    let mut failures = replaced.map(index_failures).unwrap_or_default();
    let mut ignored = replaced.map(ignored_index_failures).unwrap_or_default();
    if let Some(replaced) = replaced {
        if judge(job, replaced) == Verdict::Ignore {
            ignored += 1;
        } else {
            failures += 1;
        }
    }
    annotations[INDEX_FAILURE_COUNT] = failures.to_string().into();
    if ignored > 0 {
        annotations[INDEX_IGNORED_FAILURE_COUNT] = ignored.to_string().into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(more: &Value) -> Job {
        let mut spec = json!({
            "completionMode": "Indexed", "completions": 3,
            "template": {
                "metadata": {"labels": {"job-name": "idx"}},
                "spec": {"restartPolicy": "Never", "containers": [{"name": "j", "env": [{"name": "A", "value": "b"}]}, {"name": "k"}]},
            },
        });
        if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
            spec.extend(more.clone());
        }
        Job(Object::new(
            &json!({"metadata": {"name": "idx", "namespace": "jobs", "uid": "u"}, "spec": spec}),
        ))
    }

    #[test]
    fn an_indexed_pod_carries_its_index_everywhere() {
        let pod = pod(&job(&json!({})), Some(2), None);
        assert_eq!(pod["metadata"]["generateName"], "idx-2-");
        assert_eq!(
            pod["metadata"]["annotations"],
            json!({COMPLETION_INDEX: "2"})
        );
        assert_eq!(
            pod["metadata"]["labels"],
            json!({"job-name": "idx", COMPLETION_INDEX: "2"})
        );
        assert_eq!(pod["metadata"]["finalizers"], json!([TRACKING_FINALIZER]));
        assert_eq!(pod["spec"]["hostname"], "idx-2");
        let path = "metadata.labels['batch.kubernetes.io/job-completion-index']";
        for container in pod["spec"]["containers"]
            .as_array()
            .expect("it has containers")
        {
            let variable = container["env"]
                .as_array()
                .and_then(|env| env.last())
                .expect("it has variables");
            assert_eq!(variable["name"], "JOB_COMPLETION_INDEX");
            assert_eq!(variable["valueFrom"]["fieldRef"]["fieldPath"], path);
        }
        assert_eq!(
            name_prefix(&"n".repeat(63), 10).len(),
            MAX_GENERATED_NAME_PREFIX
        );
    }

    #[test]
    fn a_successor_counts_the_failures_of_its_index() {
        let policy = json!({"rules": [{"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]}]});
        let job = job(&json!({"backoffLimitPerIndex": 2, "podFailurePolicy": policy}));
        let first = pod(&job, Some(0), None);
        assert_eq!(first["metadata"]["annotations"][INDEX_FAILURE_COUNT], "0");
        let failed = Object::new(&first);
        let second = pod(&job, Some(0), Some(&failed));
        assert_eq!(second["metadata"]["annotations"][INDEX_FAILURE_COUNT], "1");
        let mut disrupted = second;
        disrupted["status"]["conditions"] = json!([{"type": "DisruptionTarget", "status": "True"}]);
        let third = pod(&job, Some(0), Some(&Object::new(&disrupted)));
        assert_eq!(third["metadata"]["annotations"][INDEX_FAILURE_COUNT], "1");
        assert_eq!(
            third["metadata"]["annotations"][INDEX_IGNORED_FAILURE_COUNT],
            "1"
        );
    }
}
