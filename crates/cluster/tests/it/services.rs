//! What the controllers say about the pods of a Service.

use apimachinery::Packed;
use apimachinery::packed::Items;
use clientgo::{Object, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, deployment, paused};

fn service(name: &str, more: &Value) -> Value {
    let mut spec = json!({"selector": {"app": "web"}, "ports": [{"port": 80, "targetPort": 8080}]});
    if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
        spec.extend(more.clone());
    }
    json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": spec})
}

impl Rehearsal {
    /// The endpoints of a Service, each as the letters of its conditions.
    async fn conditions(&self, service: &str) -> Vec<String> {
        let slices = self.list(&resources::ENDPOINT_SLICES).await;
        let mine = slices
            .iter()
            .filter(|slice| slice.label("kubernetes.io/service-name") == Some(service));
        let endpoints = mine.flat_map(|slice| slice["endpoints"].as_array().into_iter().flatten());
        let letters = |endpoint: &Packed| {
            [("ready", 'r'), ("serving", 's'), ("terminating", 't')]
                .iter()
                .map(|(name, letter)| {
                    if endpoint["conditions"][*name] == true {
                        *letter
                    } else {
                        '-'
                    }
                })
                .collect()
        };
        endpoints.map(letters).collect()
    }
}

#[test]
fn endpoints_follow_readiness_and_termination() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        rehearsal
            .create(&resources::SERVICES, &service("web", &json!({})))
            .await;
        rehearsal
            .until("a slice without endpoints", async || {
                rehearsal.list(&resources::ENDPOINT_SLICES).await.len() == 1
                    && rehearsal.conditions("web").await.is_empty()
            })
            .await;
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("nginx:1", 3, &json!({})),
            )
            .await;
        rehearsal.rolled_out("web").await;
        rehearsal
            .until("three endpoints", async || {
                rehearsal.conditions("web").await == ["rs-", "rs-", "rs-"]
            })
            .await;
        rehearsal
            .patch(
                &resources::DEPLOYMENTS,
                "web",
                &json!({"spec": {"replicas": 2}}),
            )
            .await;
        rehearsal
            .until("one on its way out", async || {
                let mut conditions = rehearsal.conditions("web").await;
                conditions.sort();
                conditions == ["-st", "rs-", "rs-"]
            })
            .await;
        rehearsal
            .until("gone", async || {
                rehearsal.conditions("web").await == ["rs-", "rs-"]
            })
            .await;
        let endpoints = rehearsal.get(&resources::ENDPOINTS, "web").await;
        let subset = &endpoints["subsets"][0];
        assert_eq!(subset["addresses"].as_array().map(Items::len), Some(2));
        assert_eq!(subset["ports"], json!([{"port": 8080, "protocol": "TCP"}]));
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_service_of_pods_that_are_not_ready_may_publish_them() {
    paused(async {
        let rehearsal = Rehearsal::start(2).await;
        let gated = json!({"template": {
            "metadata": {"labels": {"app": "web"}},
            "spec": {
                "readinessGates": [{"conditionType": "example.com/never"}],
                "containers": [{"name": "app", "image": "nginx:1"}],
            },
        }});
        rehearsal
            .create(&resources::DEPLOYMENTS, &deployment("nginx:1", 1, &gated))
            .await;
        for (name, more) in [
            ("strict", json!({})),
            (
                "open",
                json!({"publishNotReadyAddresses": true, "clusterIP": "None"}),
            ),
        ] {
            rehearsal
                .create(&resources::SERVICES, &service(name, &more))
                .await;
        }
        rehearsal
            .until("an endpoint each", async || {
                rehearsal.conditions("strict").await == ["---"]
                    && rehearsal.conditions("open").await == ["r--"]
            })
            .await;
        let of = |slices: &[Object], service: &str| {
            let found = slices
                .iter()
                .find(|slice| slice.label("kubernetes.io/service-name") == Some(service));
            found.expect("it is there").clone()
        };
        let slices = rehearsal.list(&resources::ENDPOINT_SLICES).await;
        let headless = "service.kubernetes.io/headless";
        assert_eq!(of(&slices, "open").label(headless), Some(""));
        assert_eq!(of(&slices, "strict").label(headless), None);
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn endpoints_without_a_selector_are_mirrored_and_go_with_them() {
    paused(async {
        let rehearsal = Rehearsal::start(3).await;
        rehearsal
            .create(
                &resources::SERVICES,
                &service("db", &json!({"selector": null})),
            )
            .await;
        let endpoints = json!({
            "apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "db"},
            "subsets": [{"addresses": [{"ip": "192.0.2.1"}], "notReadyAddresses": [{"ip": "192.0.2.2"}], "ports": [{"port": 5432}]}],
        });
        let endpoints = rehearsal.create(&resources::ENDPOINTS, &endpoints).await;
        rehearsal
            .until("mirrored", async || {
                rehearsal.conditions("db").await == ["r--", "---"]
            })
            .await;
        rehearsal
            .api
            .delete(&resources::ENDPOINTS, &endpoints, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("gone", async || {
                rehearsal.list(&resources::ENDPOINT_SLICES).await.is_empty()
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}

#[test]
fn a_slice_that_somebody_deletes_comes_back_and_goes_with_its_service() {
    paused(async {
        let rehearsal = Rehearsal::start(4).await;
        let created = rehearsal
            .create(&resources::SERVICES, &service("web", &json!({})))
            .await;
        let slices = async || {
            rehearsal
                .list(&resources::ENDPOINT_SLICES)
                .await
                .into_iter()
                .filter(|slice| slice.label("kubernetes.io/service-name") == Some("web"))
                .collect::<Vec<Object>>()
        };
        rehearsal
            .until("a slice", async || slices().await.len() == 1)
            .await;
        let first = slices().await.remove(0);
        rehearsal
            .api
            .delete(&resources::ENDPOINT_SLICES, &first, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("another", async || {
                slices()
                    .await
                    .first()
                    .is_some_and(|slice| slice.uid() != first.uid())
            })
            .await;
        rehearsal
            .api
            .delete(&resources::SERVICES, &created, None, None)
            .await
            .expect("it can be deleted");
        rehearsal
            .until("all gone", async || {
                slices().await.is_empty() && rehearsal.is_gone(&resources::ENDPOINTS, "web").await
            })
            .await;
        rehearsal.cluster.stop().await;
    });
}
