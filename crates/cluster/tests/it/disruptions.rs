//! Budgets and evictions.

use clientgo::{ApiError, Object, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, deployment, paused};

fn budget(spec: &Value) -> Value {
    let mut spec = spec.clone();
    spec["selector"] = json!({"matchLabels": {"app": "web"}});
    json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "web"}, "spec": spec})
}

async fn evict(rehearsal: &Rehearsal, pod: &Object) -> Result<Object, ApiError> {
    let body = json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": pod.name(), "namespace": pod.namespace()}});
    rehearsal
        .api
        .create_subresource(&resources::PODS, &pod.key(), "eviction", &body)
        .await
}

async fn allowed(rehearsal: &Rehearsal) -> Value {
    rehearsal
        .get(&resources::POD_DISRUPTION_BUDGETS, "web")
        .await["status"]["disruptionsAllowed"]
        .to_value()
}

#[test]
fn evictions_stop_where_the_budget_ends_and_go_on_with_new_pods() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        // Without the time before a first check new pods would be ready at once.
        let probe = json!({"httpGet": {"port": 8080}, "initialDelaySeconds": 2});
        let container = json!({"name": "app", "image": "nginx:1", "ports": [{"containerPort": 8080}], "readinessProbe": probe});
        let template =
            json!({"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [container]}});
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1", 3, &json!({"template": template})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        rehearsal
            .create(
                &resources::POD_DISRUPTION_BUDGETS,
                &budget(&json!({"maxUnavailable": "40%"})),
            )
            .await;
        rehearsal
            .until("worked out", async || allowed(&rehearsal).await == 2)
            .await;
        let made = rehearsal
            .get(&resources::POD_DISRUPTION_BUDGETS, "web")
            .await;
        assert_eq!(made["status"]["expectedPods"], 3);
        assert_eq!(made["status"]["desiredHealthy"], 1);
        assert_eq!(made["status"]["conditions"][0]["reason"], "SufficientPods");

        let pods = rehearsal.list(&resources::PODS).await;
        for pod in &pods[..2] {
            let answer = evict(&rehearsal, pod).await.expect("it is granted");
            assert_eq!(answer["status"], "Success");
            assert_eq!(answer["code"], 201);
        }
        let going = rehearsal.get(&resources::PODS, pods[0].name()).await;
        let conditions = going["status"]["conditions"].to_values();
        let target = conditions
            .iter()
            .find(|condition| condition["type"] == "DisruptionTarget")
            .expect("it is told");
        assert_eq!(
            (&target["reason"], &target["message"]),
            (
                &json!("EvictionByEvictionAPI"),
                &json!("Eviction API: evicting")
            )
        );
        let refused = evict(&rehearsal, &pods[2])
            .await
            .expect_err("the budget is used up");
        assert_eq!(refused.code(), 429);
        assert_eq!(
            refused.message(),
            "Cannot evict pod as it would violate the pod's disruption budget."
        );
        rehearsal
            .until("healed", async || allowed(&rehearsal).await == 2)
            .await;
        evict(&rehearsal, &pods[2]).await.expect("it is granted");
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn pods_without_an_owner_count_for_a_plain_number_only() {
    paused(async {
        let rehearsal = Rehearsal::start(2).await;
        let pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "lone", "labels": {"app": "web"}},
            "spec": {"containers": [{"name": "c", "image": "c:1"}]},
        });
        rehearsal.create(&resources::PODS, &pod).await;
        rehearsal
            .create(
                &resources::POD_DISRUPTION_BUDGETS,
                &budget(&json!({"minAvailable": 0})),
            )
            .await;
        rehearsal
            .until("worked out", async || allowed(&rehearsal).await == 1)
            .await;
        rehearsal
            .patch(
                &resources::POD_DISRUPTION_BUDGETS,
                "web",
                &json!({"spec": {"minAvailable": "50%"}}),
            )
            .await;
        rehearsal
            .until("failed", async || allowed(&rehearsal).await == 0)
            .await;
        let failed = rehearsal
            .get(&resources::POD_DISRUPTION_BUDGETS, "web")
            .await;
        assert_eq!(failed["status"]["conditions"][0]["reason"], "SyncFailed");
        assert_eq!(
            failed["status"]["conditions"][0]["message"],
            "found no controller ref for pod \"lone\""
        );
        rehearsal.cluster.stop().await;
    });
}
