//! Acknowledged means on disk: a cluster that is killed while many write to it has everything that it has said yes to.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clientgo::{Api, Key, PatchType, resources};
use serde_json::json;

use crate::process::Up;

/// Times that the cluster is killed; `KAERU_KILLS` says otherwise.
const ROUNDS: u64 = 50;
const WRITERS: u64 = 8;

/// The highest count that a writer was told is kept, by the name of its object.
type Acknowledged = BTreeMap<String, u64>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_cluster_keeps_what_it_has_acknowledged() {
    let rounds = std::env::var("KAERU_KILLS")
        .ok()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(ROUNDS);
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let mut acknowledged = Acknowledged::new();
    for round in 0..rounds {
        write_and_kill(dir.path(), round, &mut acknowledged).await;
    }
    let up = Up::start(dir.path()).await;
    check(&up.api, &acknowledged).await;
    assert!(
        acknowledged.values().sum::<u64>() >= rounds,
        "hardly anything was written: {acknowledged:?}"
    );
}

async fn write_and_kill(data: &Path, round: u64, acknowledged: &mut Acknowledged) {
    let up = Up::start(data).await;
    check(&up.api, acknowledged).await;
    let api = Arc::new(up.api.clone());
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let name = format!("writer-{writer}");
            let from = acknowledged.get(&name).copied();
            tokio::spawn(count_up(Arc::clone(&api), name, from))
        })
        .collect();
    // The cluster dies at another point of its work in each round.
    tokio::time::sleep(Duration::from_millis(20 + 7 * (round % 16))).await;
    up.kill();
    for writer in writers {
        let (name, count) = writer.await.expect("it does not panic");
        acknowledged.extend(count.map(|count| (name, count)));
    }
}

/// Writes 1, 2, 3, … until the cluster is gone, and gives the last number that it acknowledged.
async fn count_up(api: Arc<Api>, name: String, from: Option<u64>) -> (String, Option<u64>) {
    let mut last = from;
    loop {
        let next = last.unwrap_or_default() + 1;
        let data = json!({"count": next.to_string()});
        let written = if last.is_none() {
            let body = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data});
            match api.create(&resources::CONFIG_MAPS, "default", &body).await {
                // An earlier round wrote it without having been told.
                Err(error) if error.is_already_exists() => patch(&api, &name, next).await,
                other => other.map(drop),
            }
        } else {
            patch(&api, &name, next).await
        };
        match written {
            Ok(()) => last = Some(next),
            Err(_) => return (name, last),
        }
    }
}

async fn patch(api: &Api, name: &str, count: u64) -> Result<(), clientgo::ApiError> {
    let body = json!({"data": {"count": count.to_string()}});
    api.patch(
        &resources::CONFIG_MAPS,
        &Key::new("default", name),
        "",
        PatchType::Merge,
        &body,
    )
    .await
    .map(drop)
}

async fn check(api: &Api, acknowledged: &Acknowledged) {
    for (name, count) in acknowledged {
        let kept = api
            .get(&resources::CONFIG_MAPS, &Key::new("default", name))
            .await
            .expect("it was acknowledged");
        let kept: u64 = kept["data"]["count"]
            .as_str()
            .and_then(|text| text.parse().ok())
            .expect("it is a number");
        assert!(
            (*count..=count + 1).contains(&kept),
            "{name}: {count} was acknowledged, {kept} is there"
        );
    }
}
