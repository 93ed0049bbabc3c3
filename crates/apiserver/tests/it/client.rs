//! The Rust client in the same process.

use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, ListParams, Patch, PatchParams, PostParams};
use kube::core::{ApiResource, DynamicObject, GroupVersionKind, ObjectMeta};
use kube::runtime::{WatchStreamExt as _, watcher};
use kube::{Client, ResourceExt as _};
use serde_json::json;

use crate::{custom, harness};

#[tokio::test(start_paused = true)]
async fn a_client_without_a_socket_reads_writes_and_watches() {
    let api = harness::Api::new().await;
    let client = Client::new(api.server.clone(), "default");
    let config_maps: Api<ConfigMap> = Api::default_namespaced(client);
    let object = ConfigMap {
        metadata: ObjectMeta {
            name: Some("typed".to_owned()),
            ..ObjectMeta::default()
        },
        ..ConfigMap::default()
    };
    let created = config_maps
        .create(&PostParams::default(), &object)
        .await
        .unwrap();
    assert_eq!(created.uid().map(|uid| uid.len()), Some(36));
    let patch = serde_json::json!({"data": {"a": "b"}});
    config_maps
        .patch("typed", &PatchParams::default(), &Patch::Merge(&patch))
        .await
        .unwrap();
    let listed = config_maps.list(&ListParams::default()).await.unwrap();
    assert_eq!(listed.items[0].data.as_ref().unwrap()["a"], "b");
    let mut events =
        std::pin::pin!(watcher(config_maps, watcher::Config::default()).applied_objects());
    let first = futures::StreamExt::next(&mut events)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(first.name_any(), "typed");
}

#[tokio::test(start_paused = true)]
async fn a_custom_resource_is_made_watched_patched_and_deleted() {
    let api = harness::Api::new().await;
    custom::define(&api, &custom::gadgets()).await;
    let client = Client::new(api.server.clone(), "default");
    let kind = GroupVersionKind::gvk("made.example", "v1", "Gadget");
    let (resource, capabilities) = kube::discovery::pinned_kind(&client, &kind).await.unwrap();
    assert_eq!(resource.plural, "gadgets");
    assert!(
        capabilities
            .subresources
            .iter()
            .any(|(sub, _)| sub.plural == "scale")
    );
    let gadgets: Api<DynamicObject> = Api::default_namespaced_with(client, &resource);
    let object = DynamicObject::new("one", &ApiResource::from_gvk(&kind))
        .data(json!({"spec": {"note": "n"}}));
    let created = gadgets
        .create(&PostParams::default(), &object)
        .await
        .unwrap();
    assert_eq!(created.data["spec"], json!({"note": "n", "size": 3}));
    let mut events =
        std::pin::pin!(watcher(gadgets.clone(), watcher::Config::default()).touched_objects());
    let mut next = async || {
        futures::StreamExt::next(&mut events)
            .await
            .unwrap()
            .unwrap()
    };
    assert_eq!(next().await.name_any(), "one");
    let patch = json!({"apiVersion": "made.example/v1", "kind": "Gadget", "spec": {"size": 5}});
    let params = PatchParams::apply("tests");
    gadgets
        .patch("one", &params.force(), &Patch::Apply(&patch))
        .await
        .unwrap();
    assert_eq!(next().await.data["spec"]["size"], 5);
    let status = json!({"status": {"replicas": 2}});
    gadgets
        .patch_status("one", &PatchParams::default(), &Patch::Merge(&status))
        .await
        .unwrap();
    assert_eq!(next().await.data["status"]["replicas"], 2);
    gadgets.delete("one", &Default::default()).await.unwrap();
    assert_eq!(next().await.name_any(), "one");
    assert!(gadgets.get_opt("one").await.unwrap().is_none());
}
