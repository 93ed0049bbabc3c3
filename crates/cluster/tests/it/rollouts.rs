//! Rollouts of one Deployment from end to end.

use apimachinery::Packed;
use clientgo::{Object, Propagation, resources};
use serde_json::json;

use crate::rehearsal::{Rehearsal, deployment, image, is_complete, paused};

fn condition<'a>(object: &'a Object, type_: &str) -> &'a Packed {
    let conditions = object["status"]["conditions"]
        .as_array()
        .expect("it has conditions");
    conditions
        .iter()
        .find(|condition| condition["type"] == type_)
        .expect("it is there")
}

#[test]
fn a_rollout_is_undone_on_the_old_replica_set() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        let strategy = json!({"strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}});
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1.25", 4, &strategy),
            )
            .await;
        rehearsal.rolled_out("web").await;
        let first = rehearsal.revision("1").await;
        rehearsal
            .patch(&resources::DEPLOYMENTS, "web", &image("nginx:1.26"))
            .await;
        rehearsal.rolled_out("web").await;
        let second = rehearsal.revision("2").await;
        rehearsal.undo("web", &first).await;
        rehearsal.rolled_out("web").await;

        let back = rehearsal.revision("3").await;
        assert_eq!(back.uid(), first.uid(), "the old ReplicaSet has come back");
        assert_eq!(
            back.annotation("deployment.kubernetes.io/revision-history"),
            Some("1")
        );
        assert_eq!(
            rehearsal.get(&resources::REPLICA_SETS, second.name()).await["spec"]["replicas"],
            0
        );
        let deployment = rehearsal.get(&resources::DEPLOYMENTS, "web").await;
        assert_eq!(
            deployment.annotation("deployment.kubernetes.io/revision"),
            Some("3")
        );
        assert_eq!(
            condition(&deployment, "Progressing")["reason"],
            "NewReplicaSetAvailable"
        );
        assert_eq!(
            condition(&deployment, "Available")["reason"],
            "MinimumReplicasAvailable"
        );
        let told = rehearsal.events("Deployment").await;
        let (up, down) = (first.name(), second.name());
        assert_eq!(
            told[0],
            format!("ScalingReplicaSet Scaled up replica set {up} from 0 to 4")
        );
        assert_eq!(
            told[1],
            format!("ScalingReplicaSet Scaled up replica set {down} from 0 to 1")
        );
        assert_eq!(
            told[2],
            format!("ScalingReplicaSet Scaled down replica set {up} from 4 to 3")
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_rollout_that_cannot_go_on_says_so_and_takes_nothing() {
    paused(async {
        let rehearsal = Rehearsal::start(2).await;
        let spec = json!({
            "strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}}, "progressDeadlineSeconds": 5,
        });
        rehearsal
            .create(&resources::DEPLOYMENTS, &deployment("nginx:1.25", 3, &spec))
            .await;
        rehearsal.rolled_out("web").await;
        let gate = json!({"spec": {"template": {"spec": {"readinessGates": [{"conditionType": "example.com/never"}]}}}});
        rehearsal.patch(&resources::DEPLOYMENTS, "web", &gate).await;
        rehearsal
            .until("timed out", async || {
                let deployment = rehearsal.get(&resources::DEPLOYMENTS, "web").await;
                condition(&deployment, "Progressing")["reason"] == "ProgressDeadlineExceeded"
            })
            .await;
        let deployment = rehearsal.get(&resources::DEPLOYMENTS, "web").await;
        assert_eq!(deployment["status"]["availableReplicas"], 3);
        let second = rehearsal.revision("2").await;
        let message = format!("ReplicaSet {:?} has timed out progressing.", second.name());
        assert_eq!(condition(&deployment, "Progressing")["message"], message);
        let mut sizes: Vec<i64> = rehearsal
            .list(&resources::REPLICA_SETS)
            .await
            .iter()
            .filter_map(|set| set["spec"]["replicas"].as_i64())
            .collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 3]);
        let first = rehearsal.revision("1").await;
        rehearsal.undo("web", &first).await;
        rehearsal.rolled_out("web").await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn recreate_never_runs_two_versions_at_once() {
    paused(async {
        let rehearsal = Rehearsal::start(3).await;
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1.25", 3, &json!({"strategy": {"type": "Recreate"}})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        rehearsal
            .patch(&resources::DEPLOYMENTS, "web", &image("nginx:1.26"))
            .await;
        rehearsal
            .until("recreated", async || {
                let pods = rehearsal.list(&resources::PODS).await;
                let running = pods
                    .iter()
                    .filter(|pod| pod["status"]["phase"] != "Succeeded");
                let mut images: Vec<&Packed> = running
                    .map(|pod| &pod["spec"]["containers"][0]["image"])
                    .collect();
                images.dedup();
                assert!(images.len() <= 1, "{images:?}");
                is_complete(&rehearsal.get(&resources::DEPLOYMENTS, "web").await)
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_paused_deployment_scales_but_does_not_roll() {
    paused(async {
        let rehearsal = Rehearsal::start(4).await;
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1.25", 2, &json!({})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        rehearsal
            .patch(
                &resources::DEPLOYMENTS,
                "web",
                &json!({"spec": {"paused": true}}),
            )
            .await;
        rehearsal
            .patch(&resources::DEPLOYMENTS, "web", &image("nginx:1.26"))
            .await;
        rehearsal
            .patch(
                &resources::DEPLOYMENTS,
                "web",
                &json!({"spec": {"replicas": 5}}),
            )
            .await;
        rehearsal
            .until("scaled", async || {
                rehearsal.revision("1").await["status"]["availableReplicas"] == 5
            })
            .await;
        assert_eq!(rehearsal.list(&resources::REPLICA_SETS).await.len(), 1);
        let paused = rehearsal.get(&resources::DEPLOYMENTS, "web").await;
        assert_eq!(
            condition(&paused, "Progressing")["reason"],
            "DeploymentPaused"
        );
        rehearsal
            .patch(
                &resources::DEPLOYMENTS,
                "web",
                &json!({"spec": {"paused": null}}),
            )
            .await;
        rehearsal.rolled_out("web").await;
        assert_eq!(rehearsal.revision("2").await["spec"]["replicas"], 5);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn the_history_is_kept_to_its_limit() {
    paused(async {
        let rehearsal = Rehearsal::start(5).await;
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1", 1, &json!({"revisionHistoryLimit": 2})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        for version in 2..=5 {
            rehearsal
                .patch(
                    &resources::DEPLOYMENTS,
                    "web",
                    &image(&format!("nginx:{version}")),
                )
                .await;
            rehearsal.rolled_out("web").await;
        }
        rehearsal
            .until("cleaned up", async || {
                rehearsal.list(&resources::REPLICA_SETS).await.len() == 3
            })
            .await;
        let mut revisions: Vec<String> = rehearsal
            .list(&resources::REPLICA_SETS)
            .await
            .iter()
            .filter_map(|set| {
                set.annotation("deployment.kubernetes.io/revision")
                    .map(str::to_owned)
            })
            .collect();
        revisions.sort();
        assert_eq!(revisions, ["3", "4", "5"]);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn deletion_takes_sets_and_pods_along_or_leaves_them() {
    paused(async {
        let rehearsal = Rehearsal::start(6).await;
        for propagation in [
            Propagation::Background,
            Propagation::Foreground,
            Propagation::Orphan,
        ] {
            let created = rehearsal
                .create(
                    &resources::DEPLOYMENTS,
                    &deployment("nginx:1", 2, &json!({})),
                )
                .await;
            rehearsal.rolled_out("web").await;
            rehearsal
                .api
                .delete(&resources::DEPLOYMENTS, &created, Some(propagation), None)
                .await
                .expect("it can be deleted");
            rehearsal
                .until("gone", async || {
                    rehearsal.is_gone(&resources::DEPLOYMENTS, "web").await
                })
                .await;
            if propagation == Propagation::Orphan {
                let sets = rehearsal.list(&resources::REPLICA_SETS).await;
                assert_eq!(sets.len(), 1);
                assert_eq!(sets[0].owner_references().count(), 0);
                assert_eq!(rehearsal.list(&resources::PODS).await.len(), 2);
            } else {
                rehearsal
                    .until("pods gone", async || {
                        rehearsal.list(&resources::PODS).await.is_empty()
                    })
                    .await;
                assert!(rehearsal.list(&resources::REPLICA_SETS).await.is_empty());
            }
        }
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1", 2, &json!({})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        assert_eq!(
            rehearsal.list(&resources::REPLICA_SETS).await.len(),
            1,
            "the orphan is adopted"
        );
        rehearsal.cluster.stop().await;
    });
}
