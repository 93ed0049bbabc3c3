//! DaemonSets from end to end.

use std::collections::BTreeSet;

use clientgo::{Object, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, image, paused};

fn daemon_set(image: &str, more: &Value) -> Value {
    let mut spec = json!({
        "selector": {"matchLabels": {"app": "agent"}},
        "template": {
            "metadata": {"labels": {"app": "agent"}},
            "spec": {"terminationGracePeriodSeconds": 1, "containers": [{"name": "app", "image": image}]},
        },
    });
    if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
        spec.extend(more.clone());
    }
    json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"}, "spec": spec})
}

async fn agent(rehearsal: &Rehearsal) -> Object {
    rehearsal.get(&resources::DAEMON_SETS, "agent").await
}

/// Waits until all nodes that want a pod have one of the present template.
async fn rolled_out(rehearsal: &Rehearsal) {
    rehearsal
        .until("rolled out", async || {
            let agent = agent(rehearsal).await;
            let count = |field: &str| agent["status"][field].as_i64().unwrap_or_default();
            let wanted = count("desiredNumberScheduled");
            count("observedGeneration") == agent.generation()
                && count("updatedNumberScheduled") == wanted
                && count("numberAvailable") == wanted
                && wanted > 0
        })
        .await;
}

async fn nodes_of_pods(rehearsal: &Rehearsal) -> BTreeSet<String> {
    let pods = rehearsal.list(&resources::PODS).await;
    let node = |pod: &Object| {
        pod["spec"]["nodeName"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    pods.iter().map(node).collect()
}

async fn revisions(rehearsal: &Rehearsal) -> Vec<(i64, String)> {
    let revisions = rehearsal.list(&resources::CONTROLLER_REVISIONS).await;
    let mut numbered: Vec<(i64, String)> = revisions
        .iter()
        .map(|revision| {
            (
                revision["revision"].as_i64().unwrap_or_default(),
                revision.name().to_owned(),
            )
        })
        .collect();
    numbered.sort();
    numbered
}

#[test]
fn every_node_gets_a_pod_and_the_status_counts_them() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(1, 3).await;
        rehearsal
            .create(&resources::DAEMON_SETS, &daemon_set("agent:1", &json!({})))
            .await;
        rolled_out(&rehearsal).await;
        let all = ["kaeru-0", "kaeru-1", "kaeru-2"].map(str::to_owned);
        assert_eq!(nodes_of_pods(&rehearsal).await, BTreeSet::from(all));
        let status = json!({
            "currentNumberScheduled": 3, "numberMisscheduled": 0, "desiredNumberScheduled": 3, "numberReady": 3,
            "observedGeneration": 1, "updatedNumberScheduled": 3, "numberAvailable": 3,
        });
        assert_eq!(agent(&rehearsal).await["status"], status);
        let pods = rehearsal.list(&resources::PODS).await;
        let hash = pods[0]
            .label("controller-revision-hash")
            .expect("it has a revision");
        assert_eq!(revisions(&rehearsal).await, [(1, format!("agent-{hash}"))]);
        assert_eq!(pods[0].label("pod-template-generation"), Some("1"));
        let told = rehearsal.events("DaemonSet").await;
        assert_eq!(told.len(), 3);
        assert!(
            told.iter()
                .all(|event| event.starts_with("SuccessfulCreate Created pod: agent-"))
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_cordoned_node_keeps_its_pod_and_a_relabelled_one_loses_it() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(2, 2).await;
        let label = |value: Value| json!({"metadata": {"labels": {"role": value}}});
        rehearsal
            .patch(&resources::NODES, "kaeru-0", &label(json!("agent")))
            .await;
        rehearsal
            .patch(
                &resources::NODES,
                "kaeru-0",
                &json!({"spec": {"unschedulable": true}}),
            )
            .await;
        let mut set = daemon_set("agent:1", &json!({}));
        set["spec"]["template"]["spec"]["nodeSelector"] = json!({"role": "agent"});
        rehearsal.create(&resources::DAEMON_SETS, &set).await;
        rolled_out(&rehearsal).await;
        assert_eq!(
            nodes_of_pods(&rehearsal).await,
            BTreeSet::from(["kaeru-0".to_owned()])
        );
        rehearsal
            .patch(&resources::NODES, "kaeru-1", &label(json!("agent")))
            .await;
        rehearsal
            .until("two", async || nodes_of_pods(&rehearsal).await.len() == 2)
            .await;
        rehearsal
            .patch(&resources::NODES, "kaeru-0", &label(Value::Null))
            .await;
        rehearsal
            .until("one", async || {
                nodes_of_pods(&rehearsal).await == BTreeSet::from(["kaeru-1".to_owned()])
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_rolling_update_takes_one_node_at_a_time() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(3, 3).await;
        rehearsal
            .create(&resources::DAEMON_SETS, &daemon_set("agent:1", &json!({})))
            .await;
        rolled_out(&rehearsal).await;
        rehearsal
            .patch(&resources::DAEMON_SETS, "agent", &image("agent:2"))
            .await;
        rehearsal
            .until("updated", async || {
                let status = agent(&rehearsal).await["status"].to_value();
                let available = status["numberAvailable"].as_i64().unwrap_or_default();
                assert!(available >= 2, "{status}");
                status["updatedNumberScheduled"] == 3 && available == 3
            })
            .await;
        let back = rehearsal
            .patch(&resources::DAEMON_SETS, "agent", &image("agent:1"))
            .await;
        assert_eq!(
            back.annotation("deprecated.daemonset.template.generation"),
            Some("3")
        );
        rolled_out(&rehearsal).await;
        let numbers: Vec<i64> = revisions(&rehearsal)
            .await
            .into_iter()
            .map(|(number, _)| number)
            .collect();
        assert_eq!(numbers, [2, 3], "the first has become the third");
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_surge_starts_the_new_pod_beside_the_old_one() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(4, 2).await;
        let rolling =
            json!({"updateStrategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}});
        rehearsal
            .create(&resources::DAEMON_SETS, &daemon_set("agent:1", &rolling))
            .await;
        rolled_out(&rehearsal).await;
        rehearsal
            .patch(&resources::DAEMON_SETS, "agent", &image("agent:2"))
            .await;
        rehearsal
            .until("updated", async || {
                let pods = rehearsal.list(&resources::PODS).await;
                let ready = |pod: &&Object| {
                    let conditions = pod["status"]["conditions"].as_array().into_iter().flatten();
                    conditions.into_iter().any(|condition| {
                        condition["type"] == "Ready" && condition["status"] == "True"
                    })
                };
                assert!(pods.iter().filter(ready).count() >= 2);
                pods.len() == 2
                    && pods
                        .iter()
                        .all(|pod| pod["spec"]["containers"][0]["image"] == "agent:2")
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn on_delete_waits_for_somebody_to_delete() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(5, 2).await;
        let strategy = json!({"updateStrategy": {"type": "OnDelete"}});
        rehearsal
            .create(&resources::DAEMON_SETS, &daemon_set("agent:1", &strategy))
            .await;
        rolled_out(&rehearsal).await;
        rehearsal
            .patch(&resources::DAEMON_SETS, "agent", &image("agent:2"))
            .await;
        rehearsal
            .until("seen", async || {
                let agent = agent(&rehearsal).await;
                agent["status"]["observedGeneration"] == agent.generation()
            })
            .await;
        assert_eq!(
            agent(&rehearsal).await["status"].get("updatedNumberScheduled"),
            None
        );
        for pod in rehearsal.list(&resources::PODS).await {
            rehearsal
                .api
                .delete(&resources::PODS, &pod, None, None)
                .await
                .expect("it can be deleted");
        }
        rolled_out(&rehearsal).await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_failed_pod_is_replaced_and_told_of() {
    paused(async {
        let rehearsal = Rehearsal::start(6).await;
        let created = rehearsal
            .create(&resources::DAEMON_SETS, &daemon_set("agent:1", &json!({})))
            .await;
        rolled_out(&rehearsal).await;
        let pod = rehearsal.list(&resources::PODS).await.remove(0);
        let failed = json!({"status": {"phase": "Failed", "reason": "Evicted"}});
        let key = pod.key();
        rehearsal
            .api
            .patch(
                &resources::PODS,
                &key,
                "status",
                clientgo::PatchType::Merge,
                &failed,
            )
            .await
            .expect("it is accepted");
        rehearsal
            .until("replaced", async || {
                rehearsal
                    .list(&resources::PODS)
                    .await
                    .iter()
                    .all(|other| other.uid() != pod.uid())
            })
            .await;
        rolled_out(&rehearsal).await;
        let told = rehearsal.events("DaemonSet").await;
        let message = format!(
            "FailedDaemonPod Found failed daemon pod {key} on node kaeru-0, will try to kill it"
        );
        assert!(told.contains(&message), "{told:?}");
        assert_eq!(agent(&rehearsal).await.uid(), created.uid());
        rehearsal.cluster.stop().await;
    });
}
