//! Nodes that go.

use apimachinery::Packed;
use clientgo::{Object, resources};
use serde_json::json;

use crate::rehearsal::{Rehearsal, deployment, paused};

fn condition<'a>(object: &'a Object, type_: &str) -> &'a Packed {
    let conditions = object["status"]["conditions"]
        .as_array()
        .expect("it has conditions");
    conditions
        .iter()
        .find(|condition| condition["type"] == type_)
        .expect("it is there")
}

async fn nodes_of_pods(rehearsal: &Rehearsal) -> Vec<String> {
    let pods = rehearsal.list(&resources::PODS).await;
    let stays = pods.iter().filter(|pod| !pod.is_deleting());
    let mut nodes: Vec<String> = stays
        .map(|pod| {
            pod["spec"]["nodeName"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    nodes.sort();
    nodes
}

#[test]
fn the_pods_of_a_node_that_falls_silent_move_after_their_patience() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(1, 2).await;
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1", 2, &json!({})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        assert_eq!(nodes_of_pods(&rehearsal).await, ["kaeru-0", "kaeru-1"]);
        rehearsal.cluster.fail_node("kaeru-1").await;
        rehearsal
            .until("unknown", async || {
                let node = rehearsal.get(&resources::NODES, "kaeru-1").await;
                condition(&node, "Ready")["status"] == "Unknown"
            })
            .await;
        let node = rehearsal.get(&resources::NODES, "kaeru-1").await;
        assert_eq!(condition(&node, "Ready")["reason"], "NodeStatusUnknown");
        assert_eq!(
            condition(&node, "MemoryPressure")["message"],
            "Kubelet stopped posting node status."
        );
        rehearsal
            .until("tainted", async || {
                rehearsal.get(&resources::NODES, "kaeru-1").await["spec"]["taints"]
                    .as_array()
                    .is_some_and(|taints| taints.len() == 2)
            })
            .await;
        assert_eq!(
            rehearsal.get(&resources::DEPLOYMENTS, "web").await["status"]["readyReplicas"],
            1
        );
        assert_eq!(
            nodes_of_pods(&rehearsal).await,
            ["kaeru-0", "kaeru-1"],
            "tolerated for five minutes"
        );
        rehearsal
            .until("moved", async || {
                let ready = rehearsal.get(&resources::DEPLOYMENTS, "web").await["status"]["readyReplicas"] == 2;
                ready && nodes_of_pods(&rehearsal).await == ["kaeru-0", "kaeru-0"]
            })
            .await;
        let gone: Vec<Object> = rehearsal
            .list(&resources::PODS)
            .await
            .into_iter()
            .filter(Object::is_deleting)
            .collect();
        assert_eq!(
            gone.len(),
            1,
            "nobody ends the pod on the node that is silent"
        );
        assert_eq!(
            condition(&gone[0], "DisruptionTarget")["reason"],
            "DeletionByTaintManager"
        );
        let node = rehearsal.get(&resources::NODES, "kaeru-1").await;
        rehearsal
            .api
            .delete(&resources::NODES, &node, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("collected", async || {
                rehearsal.list(&resources::PODS).await.len() == 2
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_taint_drives_away_who_does_not_tolerate_it() {
    paused(async {
        let rehearsal = Rehearsal::with_nodes(2, 2).await;
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1", 4, &json!({})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        let taints = json!([{"key": "maintenance", "effect": "NoExecute"}]);
        rehearsal
            .patch(
                &resources::NODES,
                "kaeru-0",
                &json!({"spec": {"taints": taints}}),
            )
            .await;
        rehearsal
            .until("moved", async || {
                nodes_of_pods(&rehearsal).await == ["kaeru-1"; 4]
            })
            .await;
        let told = rehearsal.events("Pod").await;
        let marked = told.iter().filter(|event| {
            event.starts_with("TaintManagerEviction Marking for deletion Pod default/web-")
        });
        assert_eq!(marked.count(), 2);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_pod_that_is_bound_to_a_node_that_has_gone_is_collected() {
    paused(async {
        let rehearsal = Rehearsal::start(3).await;
        let pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "late"},
            "spec": {"schedulerName": "mine", "containers": [{"name": "app", "image": "app:1"}]},
        });
        let pod = rehearsal.create(&resources::PODS, &pod).await;
        let binding = json!({
            "apiVersion": "v1", "kind": "Binding", "metadata": {"name": "late"},
            "target": {"kind": "Node", "name": "kaeru-9"},
        });
        rehearsal
            .api
            .create_subresource(&resources::PODS, &pod.key(), "binding", &binding)
            .await
            .expect("a scheduler may bind to what it has seen");
        rehearsal
            .until("collected", async || {
                rehearsal.is_gone(&resources::PODS, "late").await
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}
