//! StatefulSets from end to end.

use clientgo::{Object, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, image, paused};

fn stateful_set(replicas: i64, more: &Value) -> Value {
    let mut spec = json!({
        "replicas": replicas, "serviceName": "db", "selector": {"matchLabels": {"app": "db"}},
        "template": {
            "metadata": {"labels": {"app": "db"}},
            "spec": {"terminationGracePeriodSeconds": 1, "containers": [{"name": "app", "image": "db:1"}]},
        },
    });
    if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
        spec.extend(more.clone());
    }
    json!({"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db"}, "spec": spec})
}

async fn db(rehearsal: &Rehearsal) -> Object {
    rehearsal.get(&resources::STATEFUL_SETS, "db").await
}

async fn rolled_out(rehearsal: &Rehearsal) {
    rehearsal
        .until("rolled out", async || {
            let set = db(rehearsal).await;
            let count = |field: &str| set["status"][field].as_i64().unwrap_or_default();
            let wanted = set["spec"]["replicas"].as_i64().unwrap_or_default();
            count("observedGeneration") == set.generation()
                && count("replicas") == wanted
                && count("availableReplicas") == wanted
                && set["status"]["currentRevision"] == set["status"]["updateRevision"]
        })
        .await;
}

async fn images(rehearsal: &Rehearsal) -> Vec<(String, String)> {
    let pods = rehearsal.list(&resources::PODS).await;
    let image = |pod: &Object| {
        pod["spec"]["containers"][0]["image"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    pods.iter()
        .map(|pod| (pod.name().to_owned(), image(pod)))
        .collect()
}

#[test]
fn pods_come_in_order_and_go_in_reverse() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        rehearsal
            .create(&resources::STATEFUL_SETS, &stateful_set(3, &json!({})))
            .await;
        rolled_out(&rehearsal).await;
        let set = db(&rehearsal).await;
        let revision = set["status"]["currentRevision"].to_value();
        let status = json!({
            "observedGeneration": 1, "replicas": 3, "readyReplicas": 3, "currentReplicas": 3, "updatedReplicas": 3, "availableReplicas": 3,
            "currentRevision": revision, "updateRevision": revision, "collisionCount": 0,
        });
        assert_eq!(set["status"], status);
        rehearsal
            .patch(
                &resources::STATEFUL_SETS,
                "db",
                &json!({"spec": {"replicas": 1}}),
            )
            .await;
        rehearsal
            .until("scaled", async || {
                rehearsal.list(&resources::PODS).await.len() == 1
            })
            .await;
        let told = rehearsal.events("StatefulSet").await;
        let step = |verb: &str, ordinal: u8| {
            format!("Successful{verb} {verb} Pod db-{ordinal} in StatefulSet db successful")
        };
        assert_eq!(
            told,
            [
                step("Create", 0),
                step("Create", 1),
                step("Create", 2),
                step("Delete", 2),
                step("Delete", 1)
            ]
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn an_update_goes_from_the_last_to_the_partition() {
    paused(async {
        let rehearsal = Rehearsal::start(2).await;
        let rolling = json!({"updateStrategy": {"rollingUpdate": {"partition": 1}}});
        rehearsal
            .create(&resources::STATEFUL_SETS, &stateful_set(3, &rolling))
            .await;
        rolled_out(&rehearsal).await;
        rehearsal
            .patch(&resources::STATEFUL_SETS, "db", &image("db:2"))
            .await;
        let image_of = |name: &str, image: &str| (name.to_owned(), image.to_owned());
        let expected = [
            image_of("db-0", "db:1"),
            image_of("db-1", "db:2"),
            image_of("db-2", "db:2"),
        ];
        rehearsal
            .until("updated", async || {
                images(&rehearsal).await == expected
                    && db(&rehearsal).await["status"]["availableReplicas"] == 3
            })
            .await;
        let status = db(&rehearsal).await["status"].to_value();
        assert_ne!(status["currentRevision"], status["updateRevision"]);
        assert_eq!(
            (&status["currentReplicas"], &status["updatedReplicas"]),
            (&json!(1), &json!(2))
        );
        let everything = json!({"spec": {"updateStrategy": {"rollingUpdate": {"partition": 0}}}});
        rehearsal
            .patch(&resources::STATEFUL_SETS, "db", &everything)
            .await;
        rolled_out(&rehearsal).await;
        assert!(
            images(&rehearsal)
                .await
                .iter()
                .all(|(_, image)| image == "db:2")
        );

        rehearsal
            .patch(&resources::STATEFUL_SETS, "db", &image("db:1"))
            .await;
        rolled_out(&rehearsal).await;
        let mut numbers: Vec<i64> = rehearsal
            .list(&resources::CONTROLLER_REVISIONS)
            .await
            .iter()
            .filter_map(|revision| revision["revision"].as_i64())
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [2, 3], "the first has become the third");
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_parallel_set_waits_for_nobody() {
    paused(async {
        let rehearsal = Rehearsal::start(3).await;
        let mut set = stateful_set(3, &json!({"podManagementPolicy": "Parallel"}));
        set["spec"]["template"]["metadata"]["annotations"] =
            json!({"kaeru.dev/fail": "never-ready"});
        rehearsal.create(&resources::STATEFUL_SETS, &set).await;
        rehearsal
            .until("three", async || {
                rehearsal.list(&resources::PODS).await.len() == 3
            })
            .await;
        assert_eq!(db(&rehearsal).await["status"].get("readyReplicas"), None);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn claims_are_made_once_and_kept() {
    paused(async {
        let rehearsal = Rehearsal::start(4).await;
        let claim = json!({
            "metadata": {"name": "data", "labels": {"x": "y"}},
            "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
        });
        rehearsal
            .create(
                &resources::STATEFUL_SETS,
                &stateful_set(2, &json!({"volumeClaimTemplates": [claim]})),
            )
            .await;
        rehearsal
            .until("a claim", async || {
                !rehearsal
                    .list(&resources::PERSISTENT_VOLUME_CLAIMS)
                    .await
                    .is_empty()
            })
            .await;
        let made = rehearsal
            .get(&resources::PERSISTENT_VOLUME_CLAIMS, "data-db-0")
            .await;
        assert_eq!(made["metadata"]["labels"], json!({"app": "db", "x": "y"}));
        let told = rehearsal.events("StatefulSet").await;
        assert_eq!(
            told[0],
            "SuccessfulCreate Create Claim data-db-0 Pod db-0 in StatefulSet db success"
        );
        rehearsal.cluster.stop().await;
    });
}
