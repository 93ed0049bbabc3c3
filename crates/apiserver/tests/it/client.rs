//! The Rust client in the same process.

use k8s_openapi::api::core::v1::ConfigMap;
use kube::api::{Api, ListParams, Patch, PatchParams, PostParams};
use kube::core::ObjectMeta;
use kube::runtime::WatchStreamExt as _;
use kube::runtime::watcher;
use kube::{Client, ResourceExt as _};

use crate::harness;

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
