//! What a real control plane did to Deployments, step by step, where its recordings stand beside the repository.
//!
//! Every step is taken again on the paused clock. Its watch streams must tell the same story: the sizes that each ReplicaSet went
//! through, the conditions in their order, the events, and the objects that were left.

mod step;
mod story;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clientgo::{Delta, Informers, resources};
use cluster::InMemoryOptions;
use node::Scenario;
use serde_json::json;

use crate::rehearsal::{Rehearsal, paused};
use story::{Change, Story};

const NAMESPACE: &str = "rollout";
/// How long nothing may happen until a step counts as over; the longest wait inside one is a `minReadySeconds` of three.
const QUIET: Duration = Duration::from_secs(10);

const MOMENTS: &str =
    "which pods count as available at which step depends on the moments at which they became ready";
/// What is told otherwise: the step, the topics, and why.
const DIFFERENT: &[(&str, &[&str], &str)] = &[
    (
        "06-resume",
        &["Deployment web: conditions"],
        "the real controller loses NewReplicaSetCreated to a conflict with its own write of DeploymentResumed",
    ),
    (
        "17-min-ready-percent-surge-create",
        &["Deployment pct: conditions"],
        MOMENTS,
    ),
    (
        "18-percent-update",
        &[
            "scalings of pct",
            "Deployment pct: conditions",
            "ReplicaSet pct-777cff445: sizes",
            "ReplicaSet pct-777cff445: the end",
            "ReplicaSet pct-9fd75c7b6: sizes",
            "ReplicaSet pct-9fd75c7b6: the end",
        ],
        MOMENTS,
    ),
    (
        "19-percent-update-history-limit",
        &[
            "scalings of pct",
            "Deployment pct: conditions",
            "ReplicaSet pct-68bd86f9d8: sizes",
            "ReplicaSet pct-68bd86f9d8: the end",
            "ReplicaSet pct-777cff445: sizes",
            "ReplicaSet pct-777cff445: the end",
        ],
        MOMENTS,
    ),
    (
        "20-scale-during-rollout-create",
        &["Deployment prop: conditions"],
        MOMENTS,
    ),
];

type Changes = Arc<Mutex<Vec<Change>>>;

#[test]
fn deployments_roll_as_they_did_under_a_real_control_plane() {
    let Some(recordings) = recordings() else {
        println!("skipped: no ../shared/recordings");
        return;
    };
    let differences = paused(async {
        let rehearsal = Rehearsal::with(NAMESPACE, instant_pods()).await;
        let changes = Changes::default();
        let informers = record(&rehearsal, &changes);
        informers.synced().await;
        let mut differences = BTreeMap::new();
        for step in step::all(&recordings.join("rollout")) {
            changes.lock().expect("nobody panicked with it").clear();
            step.take(&rehearsal).await;
            until_quiet(&changes).await;
            let ours = Story::of(&changes.lock().expect("nobody panicked with it"));
            let mut different = ours.differences(&Story::of(&step.recorded));
            for topic in known(&step.name) {
                different.remove(*topic);
            }
            if !different.is_empty() {
                differences.insert(step.name, different);
            }
        }
        drop(informers);
        rehearsal.cluster.stop().await;
        differences
    });
    assert!(differences.is_empty(), "{differences:#?}");
}

fn known(step: &str) -> impl Iterator<Item = &&str> {
    let topics = DIFFERENT.iter().filter(move |(name, _, _)| *name == step);
    topics.flat_map(|(_, topics, _)| *topics)
}

fn recordings() -> Option<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|directory| directory.join("shared/recordings"))
        .find(|directory| directory.is_dir())
}

/// The recorded nodes had a fake runtime: containers were ready at once, and gone at once.
fn instant_pods() -> InMemoryOptions {
    let images =
        json!({"images": [{"image": "*", "pull": "0s", "startup": "10ms", "drain": "50ms"}]});
    InMemoryOptions {
        scenario: Scenario::new(&images).expect("it is a scenario"),
        ..InMemoryOptions::default()
    }
}

/// Watches what the recorded client watched.
fn record(rehearsal: &Rehearsal, changes: &Changes) -> Informers {
    let informers = Informers::new(rehearsal.cluster.client());
    for resource in [
        resources::DEPLOYMENTS,
        resources::REPLICA_SETS,
        resources::EVENTS,
    ] {
        let changes = Arc::clone(changes);
        informers.cache(&resource).subscribe(move |delta| {
            let object = (**delta.object()).to_value();
            if object["metadata"]["namespace"] != NAMESPACE {
                return;
            }
            let gone = matches!(delta, Delta::Deleted(_));
            let change = Change { gone, object };
            changes
                .lock()
                .expect("nobody panicked with it")
                .push(change);
        });
    }
    informers
}

async fn until_quiet(changes: &Changes) {
    loop {
        let before = changes.lock().expect("nobody panicked with it").len();
        tokio::time::sleep(QUIET).await;
        if changes.lock().expect("nobody panicked with it").len() == before {
            return;
        }
    }
}
