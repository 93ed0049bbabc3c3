//! Cluster roles that are made of others.

use apimachinery::packed::Items;
use clientgo::{Key, Object, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, paused};

fn role(name: &str, label: Option<&str>, rest: &Value) -> Value {
    let mut role = rest.clone();
    role["apiVersion"] = json!("rbac.authorization.k8s.io/v1");
    role["kind"] = json!("ClusterRole");
    role["metadata"] = json!({"name": name});
    if let Some(label) = label {
        role["metadata"]["labels"] = json!({label: "true"});
    }
    role
}

#[test]
fn a_role_has_the_rules_of_those_that_it_aggregates() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        let get = async |name: &str| -> Object {
            let key = Key::new("", name);
            let found = rehearsal.api.get(&resources::CLUSTER_ROLES, &key).await;
            found.expect("it is there")
        };
        let admin = get("admin").await;
        let path = "/apis/rbac.authorization.k8s.io/v1/clusterroles/admin";
        let at_start = rehearsal.api.raw(path).await.expect("it is there");
        let rule = |resource: &str| json!({"apiGroups": ["team.example"], "resources": [resource], "verbs": ["get"]});
        let selectors = json!({"clusterRoleSelectors": [{"matchLabels": {"team": "true"}}]});
        let whole = role(
            "whole",
            None,
            &json!({"aggregationRule": selectors, "rules": []}),
        );
        rehearsal.create(&resources::CLUSTER_ROLES, &whole).await;
        for (name, resource) in [("b", "cups"), ("a", "pots")] {
            let part = role(name, Some("team"), &json!({"rules": [rule(resource)]}));
            rehearsal.create(&resources::CLUSTER_ROLES, &part).await;
        }
        let expected = json!([rule("pots"), rule("cups")]);
        rehearsal
            .until("both rules", async || {
                get("whole").await["rules"] == expected
            })
            .await;

        let label = "rbac.authorization.k8s.io/aggregate-to-view";
        let more = role("more", Some(label), &json!({"rules": [rule("pots")]}));
        rehearsal.create(&resources::CLUSTER_ROLES, &more).await;
        let all = |role: &Object| role["rules"].as_array().map_or(0, Items::len);
        rehearsal
            .until("what may be viewed may be administered", async || {
                all(&get("admin").await) == all(&admin) + 1
            })
            .await;
        // The roles that every cluster has were complete from the start.
        let writers: Vec<&Value> = at_start["metadata"]["managedFields"]
            .as_array()
            .expect("they are kept")
            .iter()
            .map(|entry| &entry["manager"])
            .collect();
        assert_eq!(writers, ["kube-apiserver"]);
    });
}
