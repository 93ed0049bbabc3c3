//! Namespaces, and what every one of them has.

use clientgo::{Key, resources};
use serde_json::json;

use crate::rehearsal::{Rehearsal, deployment, paused};

#[test]
fn a_namespace_gets_its_objects_and_takes_everything_along() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        let body = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}});
        let namespace = rehearsal.create(&resources::NAMESPACES, &body).await;
        let api = &rehearsal.api;
        let account = Key::new("team", "default");
        let authority = Key::new("team", "kube-root-ca.crt");
        rehearsal
            .until("an account", async || {
                api.get(&resources::SERVICE_ACCOUNTS, &account)
                    .await
                    .is_ok()
            })
            .await;
        rehearsal
            .until("an authority", async || {
                api.get(&resources::CONFIG_MAPS, &authority).await.is_ok()
            })
            .await;
        api.create(
            &resources::DEPLOYMENTS,
            "team",
            &deployment("nginx:1", 3, &json!({})),
        )
        .await
        .expect("it is accepted");
        let pods = async || {
            api.list(&resources::PODS, "team", "")
                .await
                .expect("it is served")
                .items
        };
        rehearsal
            .until("pods", async || pods().await.len() == 3)
            .await;
        api.delete(&resources::NAMESPACES, &namespace, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("gone", async || {
                rehearsal.is_gone(&resources::NAMESPACES, "team").await
            })
            .await;
        assert!(pods().await.is_empty());
        assert!(
            api.list(&resources::REPLICA_SETS, "team", "")
                .await
                .expect("it is served")
                .items
                .is_empty()
        );
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_default_account_that_is_deleted_comes_back() {
    paused(async {
        let rehearsal = Rehearsal::start(2).await;
        let first = rehearsal.get(&resources::SERVICE_ACCOUNTS, "default").await;
        rehearsal
            .api
            .delete(&resources::SERVICE_ACCOUNTS, &first, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("back", async || {
                let key = Key::new("default", "default");
                rehearsal
                    .api
                    .get(&resources::SERVICE_ACCOUNTS, &key)
                    .await
                    .is_ok_and(|account| account.uid() != first.uid())
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}
