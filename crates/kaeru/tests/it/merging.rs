//! What an upgrade makes of objects that others have changed, by either way of applying. Where the real helm is here, it makes the
//! same of them on the same cluster.

use clientgo::{Resource, resources};
use serde_json::{Value, json};

use crate::releases::{CONFIG_MAPS, Releases, Tool};

/// Objects before and after an upgrade, with what somebody else does between.
struct Case {
    name: &'static str,
    before: &'static str,
    after: &'static str,
    edit: Value,
    /// Additional flags of the upgrade.
    flags: &'static [&'static str],
    resource: Resource,
    /// Where in the object the outcome is.
    at: &'static str,
    server_side: Value,
    client_side: Value,
}

const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: obj\nspec:\n  selector: {matchLabels: {app: obj}}\n  template:\n    metadata: {labels: {app: obj}}\n    spec:\n      containers:\n      - name: main\n        image: nginx:1.25\n        env: [{name: A, value: \"1\"}, {name: B, value: \"2\"}]\n";
const FEWER: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: obj\nspec:\n  selector: {matchLabels: {app: obj}}\n  template:\n    metadata: {labels: {app: obj}}\n    spec:\n      containers:\n      - name: main\n        image: nginx:1.26\n        env: [{name: A, value: \"1\"}]\n";
const THREE: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: obj\nspec:\n  replicas: 3\n  selector: {matchLabels: {app: obj}}\n  template:\n    metadata: {labels: {app: obj}}\n    spec: {containers: [{name: main, image: \"nginx:1.25\"}]}\n";
const MAP: &str =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: obj}\ndata: {a: \"1\", b: \"1\"}\n";
const MAP_LATER: &str =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: obj}\ndata: {a: \"2\"}\n";

fn cases() -> Vec<Case> {
    let case = |name, before, after, edit, resource, at, server_side, client_side| Case {
        name,
        before,
        after,
        edit,
        flags: &[],
        resource,
        at,
        server_side,
        client_side,
    };
    let merged = json!({"a": "2", "mine": "x"});
    vec![
        case(
            "a-field-that-the-chart-does-not-set",
            MAP,
            MAP_LATER,
            json!({"data": {"mine": "x"}}),
            CONFIG_MAPS.clone(),
            "/data",
            merged.clone(),
            merged,
        ),
        case(
            "a-list-with-keys",
            DEPLOYMENT,
            FEWER,
            json!({"spec": {"minReadySeconds": 7}}),
            resources::DEPLOYMENTS,
            "/spec/template/spec/containers/0/env",
            json!([{"name": "A", "value": "1"}]),
            json!([{"name": "A", "value": "1"}]),
        ),
        case(
            "replicas-of-an-autoscaler",
            DEPLOYMENT,
            FEWER,
            json!({"spec": {"replicas": 5}}),
            resources::DEPLOYMENTS,
            "/spec/replicas",
            json!(5),
            json!(5),
        ),
        case(
            "replicas-that-the-chart-no-longer-sets",
            THREE,
            DEPLOYMENT,
            json!({"metadata": {"annotations": {"note": "x"}}}),
            resources::DEPLOYMENTS,
            "/spec/replicas",
            json!(1),
            json!(1),
        ),
        Case {
            flags: &["--force-conflicts"],
            ..case(
                "a-field-that-the-chart-sets",
                MAP,
                MAP_LATER,
                json!({"data": {"a": "mine"}}),
                CONFIG_MAPS.clone(),
                "/data",
                json!({"a": "2"}),
                json!({"a": "2"}),
            )
        },
    ]
}

async fn outcome(
    releases: &Releases,
    tool: Tool,
    case: &Case,
    server_side: bool,
    namespace: &str,
) -> Value {
    releases.namespace(namespace).await;
    let before = releases.chart("merge", &[("obj.yaml", case.before)]);
    let method = format!("--server-side={server_side}");
    releases.must(tool, namespace, &["install", "r", &before, &method]);
    releases
        .edit(&case.resource, namespace, "obj", &case.edit)
        .await;
    let after = releases.chart("merge", &[("obj.yaml", case.after)]);
    let flags = if server_side { case.flags } else { &[] };
    let upgrade = [&["upgrade", "r", &after][..], flags].concat();
    releases.must(tool, namespace, &upgrade);
    let object = releases.object(&case.resource, namespace, "obj").await;
    let object = object.expect("it is there");
    object
        .pointer(case.at)
        .map(apimachinery::Packed::to_value)
        .unwrap_or_default()
}

#[tokio::test]
async fn what_others_changed_is_merged() {
    let releases = Releases::start().await;
    for case in cases() {
        for (position, tool) in releases.tools().into_iter().enumerate() {
            for server_side in [true, false] {
                let wanted = if server_side {
                    &case.server_side
                } else {
                    &case.client_side
                };
                let method = if server_side { "ssa" } else { "csa" };
                let namespace = format!("m{position}-{method}-{}", case.name);
                let found = outcome(&releases, tool, &case, server_side, &namespace).await;
                assert_eq!(&found, wanted, "{}, {method}, {tool:?}", case.name);
            }
        }
    }
}

#[tokio::test]
async fn a_deleted_object_is_made_again() {
    let releases = Releases::start().await;
    for (position, tool) in releases.tools().into_iter().enumerate() {
        for server_side in [true, false] {
            let namespace = &format!("gone-{position}-{server_side}");
            releases.namespace(namespace).await;
            let chart = releases.chart("merge", &[("obj.yaml", MAP)]);
            let method = format!("--server-side={server_side}");
            releases.must(tool, namespace, &["install", "r", &chart, &method]);
            let map = releases.object(&CONFIG_MAPS, namespace, "obj").await;
            let map = map.expect("it is there");
            let deleted = releases.api().delete(&CONFIG_MAPS, &map, None, None);
            deleted.await.expect("it is accepted");
            releases.must(tool, namespace, &["upgrade", "r", &chart]);
            assert_eq!(releases.owned(namespace).await, ["obj"], "{tool:?}");
        }
    }
}
