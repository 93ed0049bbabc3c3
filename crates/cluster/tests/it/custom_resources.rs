//! Custom resources among controllers.

use std::borrow::Cow;
use std::time::Duration;

use clientgo::{Resource, resources};
use serde_json::json;

use crate::rehearsal::{Rehearsal, paused};

const DEFINITIONS: Resource = Resource {
    group: Cow::Borrowed("apiextensions.k8s.io"),
    version: Cow::Borrowed("v1"),
    plural: Cow::Borrowed("customresourcedefinitions"),
    kind: Cow::Borrowed("CustomResourceDefinition"),
    namespaced: false,
};

const POLICIES: Resource = Resource {
    group: Cow::Borrowed("made.example"),
    version: Cow::Borrowed("v1"),
    plural: Cow::Borrowed("policies"),
    kind: Cow::Borrowed("Policy"),
    namespaced: false,
};

/// The owner is gone before the collector has heard that there are such objects.
#[test]
fn what_a_custom_resource_owns_goes_with_it() {
    paused(async {
        let rehearsal = Rehearsal::start(1).await;
        let definition = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "policies.made.example"},
            "spec": {
                "group": "made.example", "scope": "Cluster", "names": {"plural": "policies", "kind": "Policy"},
                "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}],
            },
        });
        // The collector has asked what there is by now, and has looked at the object before its owner goes.
        tokio::time::sleep(Duration::from_secs(1)).await;
        rehearsal.create(&DEFINITIONS, &definition).await;
        let policy =
            json!({"apiVersion": "made.example/v1", "kind": "Policy", "metadata": {"name": "p"}});
        let owner = rehearsal.create(&POLICIES, &policy).await;
        let reference = json!({"apiVersion": "made.example/v1", "kind": "Policy", "name": "p", "uid": owner.uid()});
        let owned = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "owned", "ownerReferences": [reference]}});
        rehearsal.create(&resources::CONFIG_MAPS, &owned).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        rehearsal
            .api
            .delete(&POLICIES, &owner, None, None)
            .await
            .expect("the owner is deleted");
        rehearsal
            .until("collected", async || {
                let left = rehearsal.list(&resources::CONFIG_MAPS).await;
                left.iter().all(|object| object.name() != "owned")
            })
            .await;
    });
}
