//! Claims and their volumes.

use clientgo::{Object, Propagation, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, paused};

fn claim(more: &Value) -> Value {
    let mut spec =
        json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}});
    if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
        spec.extend(more.clone());
    }
    json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "data"}, "spec": spec})
}

fn pod() -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "db"},
        "spec": {
            "terminationGracePeriodSeconds": 0, "containers": [{"name": "db", "image": "db:1"}],
            "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}],
        },
    })
}

async fn bound(rehearsal: &Rehearsal) -> Object {
    rehearsal
        .until("bound", async || {
            let claims = rehearsal.list(&resources::PERSISTENT_VOLUME_CLAIMS).await;
            claims
                .iter()
                .any(|claim| claim["status"]["phase"] == "Bound")
        })
        .await;
    rehearsal
        .get(&resources::PERSISTENT_VOLUME_CLAIMS, "data")
        .await
}

async fn volumes(rehearsal: &Rehearsal) -> Vec<Object> {
    let list = rehearsal
        .api
        .list(&resources::PERSISTENT_VOLUMES, "", "")
        .await;
    list.expect("it is served").items
}

async fn running(rehearsal: &Rehearsal) {
    rehearsal
        .until("running", async || {
            rehearsal.get(&resources::PODS, "db").await["status"]["phase"] == "Running"
        })
        .await;
}

#[test]
fn a_claim_gets_a_volume_that_goes_with_it_once_no_pod_uses_it() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        rehearsal
            .until("a class", async || {
                !rehearsal
                    .is_gone(&resources::STORAGE_CLASSES, "standard")
                    .await
            })
            .await;
        rehearsal.create(&resources::PODS, &pod()).await;
        rehearsal
            .until("told", async || {
                rehearsal.get(&resources::PODS, "db").await["status"]["conditions"]
                    .as_array()
                    .is_some()
            })
            .await;
        let waiting = rehearsal.get(&resources::PODS, "db").await;
        let message = "0/1 nodes are available: persistentvolumeclaim \"data\" not found. no new claims to deallocate, preemption: \
                       0/1 nodes are available: 1 Preemption is not helpful for scheduling.";
        assert_eq!(waiting["status"]["conditions"][0]["message"], message);

        let made = rehearsal
            .create(&resources::PERSISTENT_VOLUME_CLAIMS, &claim(&json!({})))
            .await;
        assert_eq!(made["spec"]["storageClassName"], "standard");
        let claim = bound(&rehearsal).await;
        assert_eq!(claim["spec"]["volumeName"], format!("pvc-{}", claim.uid()));
        assert_eq!(
            claim["status"],
            json!({"phase": "Bound", "accessModes": ["ReadWriteOnce"], "capacity": {"storage": "1Gi"}})
        );
        running(&rehearsal).await;

        rehearsal
            .api
            .delete(
                &resources::PERSISTENT_VOLUME_CLAIMS,
                &claim,
                Some(Propagation::Background),
                None,
            )
            .await
            .expect("it can be deleted");
        assert!(
            !rehearsal
                .is_gone(&resources::PERSISTENT_VOLUME_CLAIMS, "data")
                .await,
            "in use"
        );
        let pod = rehearsal.get(&resources::PODS, "db").await;
        rehearsal
            .api
            .delete(&resources::PODS, &pod, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("gone", async || {
                rehearsal
                    .is_gone(&resources::PERSISTENT_VOLUME_CLAIMS, "data")
                    .await
                    && volumes(&rehearsal).await.is_empty()
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_class_can_wait_for_the_first_consumer() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(2, 2).await;
        let class = json!({
            "apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "late"},
            "provisioner": "kaeru.dev/local", "volumeBindingMode": "WaitForFirstConsumer", "reclaimPolicy": "Retain",
        });
        rehearsal
            .api
            .create(&resources::STORAGE_CLASSES, "", &class)
            .await
            .expect("it is accepted");
        rehearsal
            .create(
                &resources::PERSISTENT_VOLUME_CLAIMS,
                &claim(&json!({"storageClassName": "late"})),
            )
            .await;
        rehearsal
            .until("told", async || {
                !rehearsal.events("PersistentVolumeClaim").await.is_empty()
            })
            .await;
        let told = rehearsal.events("PersistentVolumeClaim").await;
        assert_eq!(
            told,
            ["WaitForFirstConsumer waiting for first consumer to be created before binding"]
        );
        rehearsal.create(&resources::PODS, &pod()).await;
        running(&rehearsal).await;
        let claim = bound(&rehearsal).await;
        let node = rehearsal.get(&resources::PODS, "db").await["spec"]["nodeName"].to_value();
        assert_eq!(
            claim["metadata"]["annotations"]["volume.kubernetes.io/selected-node"],
            node
        );

        let pod = rehearsal.get(&resources::PODS, "db").await;
        rehearsal
            .api
            .delete(&resources::PODS, &pod, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .api
            .delete(&resources::PERSISTENT_VOLUME_CLAIMS, &claim, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("released", async || {
                volumes(&rehearsal).await[0]["status"]["phase"] == "Released"
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_volume_that_is_there_is_bound_before_one_is_made() {
    paused(async {
        let rehearsal = Rehearsal::start(3).await;
        let volume = json!({
            "apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "disk"},
            "spec": {"capacity": {"storage": "5Gi"}, "accessModes": ["ReadWriteOnce"], "hostPath": {"path": "/disk"}},
        });
        rehearsal
            .api
            .create(&resources::PERSISTENT_VOLUMES, "", &volume)
            .await
            .expect("it is accepted");
        rehearsal
            .until("available", async || {
                volumes(&rehearsal).await[0]["status"]["phase"] == "Available"
            })
            .await;
        rehearsal
            .create(
                &resources::PERSISTENT_VOLUME_CLAIMS,
                &claim(&json!({"storageClassName": ""})),
            )
            .await;
        let claim = bound(&rehearsal).await;
        assert_eq!(claim["spec"]["volumeName"], "disk");
        assert_eq!(claim["status"]["capacity"]["storage"], "5Gi");
        assert_eq!(
            claim["metadata"]["annotations"],
            json!({"pv.kubernetes.io/bind-completed": "yes", "pv.kubernetes.io/bound-by-controller": "yes"})
        );
        assert_eq!(
            volumes(&rehearsal).await[0]["spec"]["claimRef"]["uid"],
            claim.uid()
        );
        rehearsal.cluster.stop().await;
    });
}
