//! Jobs from end to end.

use std::sync::{Arc, Mutex};

use clientgo::{Informers, Object, Propagation, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, paused};

/// The states that a job went through, without times and uids.
type States = Arc<Mutex<Vec<Value>>>;

fn job(command: &[&str], more: &Value) -> Value {
    let mut spec = json!({
        "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "j", "image": "job:1", "command": command}]}},
    });
    if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
        spec.extend(more.clone());
    }
    json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "work"}, "spec": spec})
}

async fn watch_states(rehearsal: &Rehearsal) -> (Informers, States) {
    let informers = Informers::new(rehearsal.cluster.client());
    let states = States::default();
    let log = Arc::clone(&states);
    informers.cache(&resources::JOBS).subscribe(move |delta| {
        let state = summary(delta.object());
        let mut log = log.lock().expect("nobody panics with it");
        if log.last() != Some(&state) {
            log.push(state);
        }
    });
    informers.synced().await;
    (informers, states)
}

/// What a status says apart from times: its conditions by type and reason, and its uncounted pods by number.
fn summary(job: &Object) -> Value {
    let mut status = job["status"].to_value();
    let Some(fields) = status.as_object_mut() else {
        return json!({});
    };
    fields.remove("startTime");
    fields.remove("completionTime");
    fields.remove("ready");
    let conditions = fields.get("conditions").and_then(Value::as_array);
    let told: Vec<String> = conditions
        .into_iter()
        .flatten()
        .map(|condition| {
            let text = |field: &str| condition[field].as_str().unwrap_or_default().to_owned();
            format!("{}={} {}", text("type"), text("status"), text("reason"))
        })
        .collect();
    if !told.is_empty() {
        fields.insert("conditions".to_owned(), told.into());
    }
    if let Some(uncounted) = fields
        .get_mut("uncountedTerminatedPods")
        .and_then(Value::as_object_mut)
    {
        for uids in uncounted.values_mut() {
            *uids = uids.as_array().map(Vec::len).unwrap_or_default().into();
        }
    }
    status
}

fn has_condition(job: &Object, type_: &str) -> bool {
    let conditions = job["status"]["conditions"].as_array().into_iter().flatten();
    conditions
        .into_iter()
        .any(|condition| condition["type"] == type_ && condition["status"] == "True")
}

async fn over(rehearsal: &Rehearsal, type_: &str) -> Object {
    rehearsal
        .until(type_, async || {
            has_condition(&rehearsal.get(&resources::JOBS, "work").await, type_)
        })
        .await;
    rehearsal.get(&resources::JOBS, "work").await
}

async fn events(rehearsal: &Rehearsal) -> Vec<String> {
    rehearsal.events("Job").await
}

#[test]
fn a_job_is_complete_once_its_pod_is_counted() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        let (_watch, states) = watch_states(&rehearsal).await;
        rehearsal
            .create(&resources::JOBS, &job(&["true"], &json!({})))
            .await;
        let done = over(&rehearsal, "Complete").await;
        let criteria = "SuccessCriteriaMet=True CompletionsReached";
        let expected = [
            json!({}),
            json!({"active": 1, "terminating": 0, "uncountedTerminatedPods": {}}),
            json!({"conditions": [criteria], "terminating": 0, "uncountedTerminatedPods": {"succeeded": 1}}),
            json!({"conditions": [criteria, "Complete=True CompletionsReached"], "succeeded": 1, "terminating": 0, "uncountedTerminatedPods": {}}),
        ];
        assert_eq!(*states.lock().expect("nobody panics with it"), expected);
        assert!(done["status"]["completionTime"].is_string());
        let pods = rehearsal.list(&resources::PODS).await;
        assert_eq!(pods[0].finalizers().count(), 0, "counted");
        let told = [
            format!("SuccessfulCreate Created pod: {}", pods[0].name()),
            "Completed Job completed".to_owned(),
        ];
        assert_eq!(events(&rehearsal).await, told);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn completions_are_worked_off_by_as_many_pods_as_may_run() {
    paused(async {
        let rehearsal = Rehearsal::start(2).await;
        let spec = json!({"completions": 5, "parallelism": 2});
        rehearsal
            .create(&resources::JOBS, &job(&["sleep", "3"], &spec))
            .await;
        rehearsal
            .until("complete", async || {
                let job = rehearsal.get(&resources::JOBS, "work").await;
                assert!(job["status"]["active"].as_i64().unwrap_or_default() <= 2);
                has_condition(&job, "Complete")
            })
            .await;
        let done = rehearsal.get(&resources::JOBS, "work").await;
        assert_eq!(done["status"]["succeeded"], 5);
        assert_eq!(rehearsal.list(&resources::PODS).await.len(), 5);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn failures_are_retried_with_growing_pauses_up_to_the_limit() {
    paused(async {
        let rehearsal = Rehearsal::start(3).await;
        let (_watch, states) = watch_states(&rehearsal).await;
        rehearsal
            .create(
                &resources::JOBS,
                &job(&["exit", "3"], &json!({"backoffLimit": 2})),
            )
            .await;
        over(&rehearsal, "Failed").await;
        let mut begun: Vec<_> = rehearsal
            .list(&resources::PODS)
            .await
            .iter()
            .filter_map(Object::creation_time)
            .collect();
        begun.sort();
        let pauses: Vec<u64> = begun
            .windows(2)
            .map(|pair| pair[1].since(pair[0]).as_secs())
            .collect();
        assert_eq!(pauses.len(), 2);
        assert!(
            (10..13).contains(&pauses[0]) && (20..23).contains(&pauses[1]),
            "{pauses:?}"
        );
        let target = "FailureTarget=True BackoffLimitExceeded";
        let last = states.lock().expect("nobody panics with it").clone();
        assert_eq!(
            last[last.len() - 2..],
            [
                json!({"conditions": [target], "failed": 2, "terminating": 0, "uncountedTerminatedPods": {"failed": 1}}),
                json!({"conditions": [target, "Failed=True BackoffLimitExceeded"], "failed": 3, "terminating": 0, "uncountedTerminatedPods": {}}),
            ]
        );
        let told = events(&rehearsal).await;
        assert_eq!(
            told.last().map(String::as_str),
            Some("BackoffLimitExceeded Job has reached the specified backoff limit")
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_deadline_ends_the_pods_before_the_job() {
    paused(async {
        let rehearsal = Rehearsal::start(4).await;
        let (_watch, states) = watch_states(&rehearsal).await;
        rehearsal
            .create(
                &resources::JOBS,
                &job(&["sleep", "1000"], &json!({"activeDeadlineSeconds": 2})),
            )
            .await;
        let failed = over(&rehearsal, "Failed").await;
        assert_eq!(failed["status"]["failed"], 1);
        let target = "FailureTarget=True DeadlineExceeded";
        let states = states.lock().expect("nobody panics with it").clone();
        let expected = [
            json!({"active": 1, "terminating": 0, "uncountedTerminatedPods": {}}),
            json!({"conditions": [target], "terminating": 1, "uncountedTerminatedPods": {"failed": 1}}),
            json!({"conditions": [target], "failed": 1, "terminating": 1, "uncountedTerminatedPods": {}}),
            json!({"conditions": [target], "failed": 1, "terminating": 0, "uncountedTerminatedPods": {}}),
            json!({"conditions": [target, "Failed=True DeadlineExceeded"], "failed": 1, "terminating": 0, "uncountedTerminatedPods": {}}),
        ];
        assert_eq!(states[1..], expected);
        let told = events(&rehearsal).await;
        assert!(
            told[1].starts_with("SuccessfulDelete Deleted pod: work-"),
            "{told:?}"
        );
        assert_eq!(
            told[2],
            "DeadlineExceeded Job was active longer than specified deadline"
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn an_indexed_job_completes_each_index_once() {
    paused(async {
        let rehearsal = Rehearsal::start(5).await;
        let spec = json!({"completionMode": "Indexed", "completions": 4, "parallelism": 2});
        rehearsal
            .create(&resources::JOBS, &job(&["true"], &spec))
            .await;
        let done = over(&rehearsal, "Complete").await;
        assert_eq!(done["status"]["completedIndexes"], "0-3");
        assert_eq!(done["status"]["succeeded"], 4);
        let mut names: Vec<String> = rehearsal
            .list(&resources::PODS)
            .await
            .iter()
            .map(|pod| {
                let index = pod
                    .annotation("batch.kubernetes.io/job-completion-index")
                    .expect("it has an index");
                assert!(pod.name().starts_with(&format!("work-{index}-")));
                assert_eq!(
                    pod.label("batch.kubernetes.io/job-completion-index"),
                    Some(index)
                );
                pod["spec"]["hostname"]
                    .as_str()
                    .expect("it has a hostname")
                    .to_owned()
            })
            .collect();
        names.sort();
        assert_eq!(names, ["work-0", "work-1", "work-2", "work-3"]);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn failed_indexes_are_given_up_one_by_one() {
    paused(async {
        let rehearsal = Rehearsal::start(6).await;
        let spec = json!({"completionMode": "Indexed", "completions": 2, "parallelism": 2, "backoffLimitPerIndex": 1});
        rehearsal
            .create(&resources::JOBS, &job(&["false"], &spec))
            .await;
        let failed = over(&rehearsal, "Failed").await;
        assert_eq!(failed["status"]["failedIndexes"], "0,1");
        assert_eq!(failed["status"]["failed"], 4);
        let mut counts: Vec<String> = rehearsal
            .list(&resources::PODS)
            .await
            .iter()
            .filter_map(|pod| {
                pod.annotation("batch.kubernetes.io/job-index-failure-count")
                    .map(str::to_owned)
            })
            .collect();
        counts.sort();
        assert_eq!(counts, ["0", "0", "1", "1"]);
        let told = events(&rehearsal).await;
        assert_eq!(
            told.last().map(String::as_str),
            Some("FailedIndexes Job has failed indexes")
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn policies_end_a_job_early() {
    paused(async {
        let rehearsal = Rehearsal::start(7).await;
        let rule = json!({"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}});
        let spec = json!({"podFailurePolicy": {"rules": [rule]}});
        let created = rehearsal
            .create(&resources::JOBS, &job(&["exit", "42"], &spec))
            .await;
        assert_eq!(created["spec"]["podReplacementPolicy"], "Failed");
        let failed = over(&rehearsal, "Failed").await;
        let pod = rehearsal.list(&resources::PODS).await[0].name().to_owned();
        let message = format!(
            "Container j for pod default/{pod} failed with exit code 42 matching FailJob rule at index 0"
        );
        assert_eq!(failed["status"]["conditions"][1]["message"], message);
        assert_eq!(
            failed["status"]["conditions"][1]["reason"],
            "PodFailurePolicy"
        );
        delete(&rehearsal, &failed).await;

        let spec = json!({
            "completionMode": "Indexed", "completions": 3, "parallelism": 1,
            "successPolicy": {"rules": [{"succeededIndexes": "0"}]},
        });
        rehearsal
            .create(&resources::JOBS, &job(&["true"], &spec))
            .await;
        let done = over(&rehearsal, "Complete").await;
        assert_eq!(done["status"]["conditions"][1]["reason"], "SuccessPolicy");
        assert_eq!(
            done["status"]["conditions"][1]["message"],
            "Matched rules at index 0"
        );
        assert_eq!(done["status"]["completedIndexes"], "0");
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_suspended_job_keeps_no_pods_and_resumes_with_a_new_start() {
    paused(async {
        let rehearsal = Rehearsal::start(8).await;
        rehearsal
            .create(
                &resources::JOBS,
                &job(&["sleep", "5"], &json!({"suspend": true})),
            )
            .await;
        let suspended = over(&rehearsal, "Suspended").await;
        assert_eq!(
            summary(&suspended),
            json!({"conditions": ["Suspended=True JobSuspended"], "terminating": 0, "uncountedTerminatedPods": {}})
        );
        assert!(suspended["status"]["startTime"].is_null());
        rehearsal
            .patch(
                &resources::JOBS,
                "work",
                &json!({"spec": {"suspend": false}}),
            )
            .await;
        rehearsal
            .until("begun", async || {
                rehearsal.get(&resources::JOBS, "work").await["status"]["ready"] == 1
            })
            .await;
        rehearsal
            .patch(
                &resources::JOBS,
                "work",
                &json!({"spec": {"suspend": true}}),
            )
            .await;
        rehearsal
            .until("stopped", async || {
                rehearsal.list(&resources::PODS).await.is_empty()
            })
            .await;
        rehearsal
            .patch(
                &resources::JOBS,
                "work",
                &json!({"spec": {"suspend": false}}),
            )
            .await;
        let done = over(&rehearsal, "Complete").await;
        assert_eq!(done["status"]["succeeded"], 1);
        let told: Vec<String> = events(&rehearsal)
            .await
            .into_iter()
            .filter(|event| !event.starts_with("Successful"))
            .collect();
        let expected = [
            "Suspended Job suspended",
            "Resumed Job resumed",
            "Suspended Job suspended",
            "Resumed Job resumed",
            "Completed Job completed",
        ];
        let expected: Vec<&str> = expected.into_iter().collect();
        let distinct: std::collections::BTreeSet<&str> = told.iter().map(String::as_str).collect();
        assert_eq!(distinct, expected.into_iter().collect());
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_finished_job_goes_after_its_time() {
    paused(async {
        let rehearsal = Rehearsal::start(9).await;
        rehearsal
            .create(
                &resources::JOBS,
                &job(&["true"], &json!({"ttlSecondsAfterFinished": 5})),
            )
            .await;
        over(&rehearsal, "Complete").await;
        rehearsal
            .until("gone", async || {
                rehearsal.is_gone(&resources::JOBS, "work").await
            })
            .await;
        assert!(
            rehearsal.list(&resources::PODS).await.is_empty(),
            "the pods go first"
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn pods_that_outlive_their_job_are_released() {
    paused(async {
        let rehearsal = Rehearsal::start(10).await;
        let created = rehearsal
            .create(&resources::JOBS, &job(&["sleep", "1000"], &json!({})))
            .await;
        rehearsal
            .until("begun", async || {
                rehearsal.get(&resources::JOBS, "work").await["status"]["ready"] == 1
            })
            .await;
        rehearsal
            .api
            .delete(&resources::JOBS, &created, Some(Propagation::Orphan), None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("released", async || {
                let pods = rehearsal.list(&resources::PODS).await;
                pods[0].finalizers().count() == 0
                    && rehearsal.is_gone(&resources::JOBS, "work").await
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

async fn delete(rehearsal: &Rehearsal, job: &Object) {
    rehearsal
        .api
        .delete(&resources::JOBS, job, Some(Propagation::Background), None)
        .await
        .expect("it can be deleted");
    rehearsal
        .until("gone", async || {
            rehearsal.list(&resources::PODS).await.is_empty()
        })
        .await;
}
