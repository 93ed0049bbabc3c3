//! Random walks through the life of a Deployment: what its controller must never do, whatever the user and the pods do.
//!
//! `KAERU_WALKS=500` walks more seeds than usual, `KAERU_WALK=123` replays one and prints its writes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use apimachinery::Packed;
use clientgo::{Delta, Informers, Object, resources};
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, deployment, image, paused};

/// Walks of an ordinary test run; a debug build takes about a second for each.
const WALKS: u64 = 12;

/// What a walk has seen, in order.
#[derive(Default)]
struct Record {
    writes: Vec<String>,
    violations: Vec<String>,
    sets: BTreeMap<String, Object>,
    deployment: Option<Object>,
}

#[test]
fn random_walks_keep_the_promises_of_a_rolling_update() {
    if let Some(seed) = number("KAERU_WALK") {
        let record = walk(seed);
        println!("{}", record.writes.join("\n"));
        assert!(
            record.violations.is_empty(),
            "seed {seed}: {:#?}",
            record.violations
        );
        return;
    }
    for seed in 0..number("KAERU_WALKS").unwrap_or(WALKS) {
        let record = walk(seed);
        assert!(
            record.violations.is_empty(),
            "KAERU_WALK={seed} replays this: {:#?}",
            record.violations
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_writes() {
    for seed in 0..4 {
        let (first, second) = (walk(seed).writes, walk(seed).writes);
        let difference = first.iter().zip(&second).position(|(a, b)| a != b);
        if let Some(index) = difference {
            panic!(
                "seed {seed}, write {index}: {:?} and then {:?}",
                first[index], second[index]
            );
        }
        assert_eq!(first.len(), second.len(), "seed {seed}");
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn walk(seed: u64) -> Record {
    paused(async {
        let mut random = fastrand::Rng::with_seed(seed);
        let rehearsal = Rehearsal::start(seed).await;
        let record = Arc::new(Mutex::new(Record::default()));
        let informers = record_writes(&rehearsal, &record);
        informers.synced().await;
        let replicas = random.i64(1..=8);
        rehearsal
            .create(
                &resources::DEPLOYMENTS,
                &deployment("web:0", replicas, &strategy(&mut random)),
            )
            .await;
        for _ in 0..random.usize(3..9) {
            tokio::time::sleep(Duration::from_millis(random.u64(0..4000))).await;
            act(&rehearsal, &mut random).await;
        }
        settle(&rehearsal).await;
        undo_restores_the_hash(&rehearsal, &mut random, &record).await;
        drop(informers);
        rehearsal.cluster.stop().await;
        std::mem::take(&mut *record.lock().expect("nobody panicked with it"))
    })
}

fn strategy(random: &mut fastrand::Rng) -> Value {
    if random.u8(0..5) == 0 {
        return json!({"strategy": {"type": "Recreate"}});
    }
    let bound = |random: &mut fastrand::Rng| {
        if random.bool() {
            json!(random.u32(0..4))
        } else {
            json!(format!("{}%", random.u32(0..60)))
        }
    };
    let (mut surge, unavailable) = (bound(random), bound(random));
    let is_zero = |bound: &Value| *bound == json!(0) || *bound == json!("0%");
    if is_zero(&surge) && is_zero(&unavailable) {
        surge = json!(1);
    }
    let min_ready = if random.u8(0..4) == 0 { 2 } else { 0 };
    json!({
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": surge, "maxUnavailable": unavailable}},
        "minReadySeconds": min_ready, "progressDeadlineSeconds": 60, "revisionHistoryLimit": 10,
    })
}

/// One thing that a user or fate does.
async fn act(rehearsal: &Rehearsal, random: &mut fastrand::Rng) {
    let version = random.u32(0..6);
    let patch = match random.u8(0..10) {
        0..=3 => image(&format!("web:{version}")),
        4 => {
            let failures = ["crash", "never-ready", "image-pull", "exit=2"];
            let failure = failures[random.usize(..failures.len())];
            let annotations = json!({"kaeru.dev/fail": failure});
            json!({"spec": {"template": {"metadata": {"annotations": annotations}}}})
        }
        5 => json!({"spec": {"template": {"metadata": {"annotations": null}}}}),
        6 | 7 => json!({"spec": {"replicas": random.u32(0..10)}}),
        8 => json!({"spec": {"paused": random.bool()}}),
        _ => return delete_a_pod(rehearsal, random).await,
    };
    rehearsal
        .patch(&resources::DEPLOYMENTS, "web", &patch)
        .await;
}

async fn delete_a_pod(rehearsal: &Rehearsal, random: &mut fastrand::Rng) {
    let pods = rehearsal.list(&resources::PODS).await;
    if !pods.is_empty() {
        let pod = &pods[random.usize(..pods.len())];
        // It may have gone by itself in between.
        drop(
            rehearsal
                .api
                .delete(&resources::PODS, pod, None, None)
                .await,
        );
    }
}

/// Ends what keeps the Deployment from coming to rest, and waits until it has.
async fn settle(rehearsal: &Rehearsal) {
    let healthy =
        json!({"spec": {"paused": null, "template": {"metadata": {"annotations": null}}}});
    rehearsal
        .patch(&resources::DEPLOYMENTS, "web", &healthy)
        .await;
    rehearsal.rolled_out("web").await;
    rehearsal
        .until("settled", async || {
            let wanted =
                rehearsal.get(&resources::DEPLOYMENTS, "web").await["spec"]["replicas"].as_u64();
            rehearsal.list(&resources::PODS).await.len() as u64 == wanted.unwrap_or_default()
        })
        .await;
}

/// Rolls to something new and back: the old template must be found again under its hash.
async fn undo_restores_the_hash(
    rehearsal: &Rehearsal,
    random: &mut fastrand::Rng,
    record: &Mutex<Record>,
) {
    let active = async || {
        let sets = rehearsal.list(&resources::REPLICA_SETS).await;
        sets.into_iter().max_by_key(|set| {
            set.annotation("deployment.kubernetes.io/revision")
                .and_then(|text| text.parse::<i64>().ok())
        })
    };
    let before = active().await.expect("there is a ReplicaSet");
    rehearsal
        .patch(
            &resources::DEPLOYMENTS,
            "web",
            &image(&format!("web:next-{}", random.u32(..))),
        )
        .await;
    tokio::time::sleep(Duration::from_millis(random.u64(0..3000))).await;
    rehearsal.undo("web", &before).await;
    rehearsal.rolled_out("web").await;
    let after = active().await.expect("there is a ReplicaSet");
    if after.label("pod-template-hash") != before.label("pod-template-hash") {
        let violation = format!("an undo of {} came to {}", before.name(), after.name());
        record
            .lock()
            .expect("nobody panicked with it")
            .violations
            .push(violation);
    }
}

/// Watches the cluster from outside and holds every write against the promises.
fn record_writes(rehearsal: &Rehearsal, record: &Arc<Mutex<Record>>) -> Informers {
    let informers = Informers::new(rehearsal.cluster.client());
    for resource in [
        resources::DEPLOYMENTS,
        resources::REPLICA_SETS,
        resources::PODS,
        resources::EVENTS,
    ] {
        let record = Arc::clone(record);
        informers.cache(&resource).subscribe(move |delta| {
            let mut record = record.lock().expect("nobody panicked with it");
            let (word, object) = match delta {
                Delta::Added(object) => ("added", object),
                Delta::Updated(_, object) => ("updated", object),
                Delta::Deleted(object) => ("deleted", object),
            };
            record.writes.push(format!(
                "{} {word} {} {}",
                object.kind(),
                object.name(),
                object.resource_version()
            ));
            match object.kind() {
                "Deployment" => record.deployment = Some(object.clone()),
                "ReplicaSet" => record.check_replica_set(delta),
                _ => {}
            }
        });
    }
    informers
}

impl Record {
    fn check_replica_set(&mut self, delta: &Delta) {
        let object = delta.object();
        let before: i64 = self.sets.values().map(wanted).sum();
        let former = self.sets.get(object.name()).cloned();
        if let Delta::Deleted(_) = delta {
            self.sets.remove(object.name());
            return;
        }
        self.sets.insert(object.name().to_owned(), object.clone());
        let total: i64 = self.sets.values().map(wanted).sum();
        // What the controller allowed itself is written on the ReplicaSet that it sized.
        let (Some(desired), Some(max)) = (
            annotated(object, "desired-replicas"),
            annotated(object, "max-replicas"),
        ) else {
            return;
        };
        if total > before && total > max {
            self.violations.push(format!(
                "{} raised to {}: {total} wanted, {max} allowed",
                object.name(),
                wanted(object)
            ));
        }
        // Who changes the number of pods may be left with fewer than that at once; only steps of a rollout are held to it.
        if let Some(former) = former
            && annotated(&former, "desired-replicas") == Some(desired)
            && wanted(object) < wanted(&former)
        {
            self.check_shrinking(object, wanted(&former), desired);
        }
    }

    /// A smaller ReplicaSet gives its unavailable pods first: what it gives beyond them must be more than the Deployment needs.
    fn check_shrinking(&mut self, object: &Object, former: i64, desired: i64) {
        let Some(deployment) = &self.deployment else {
            return;
        };
        let strategy = &deployment["spec"]["strategy"];
        if strategy["type"] == "Recreate"
            || desired != deployment["spec"]["replicas"].as_i64().unwrap_or(1)
        {
            return;
        }
        let unavailable = scaled_down(&strategy["rollingUpdate"]["maxUnavailable"], desired).max(
            i64::from(scaled_up(&strategy["rollingUpdate"]["maxSurge"], desired) == 0),
        );
        let available: i64 = self
            .sets
            .values()
            .map(|set| {
                set["status"]["availableReplicas"]
                    .as_i64()
                    .unwrap_or_default()
            })
            .sum();
        let own = object["status"]["availableReplicas"]
            .as_i64()
            .unwrap_or_default();
        let taken = (own - wanted(object)).max(0).min(former - wanted(object));
        if taken > 0 && available - taken < desired - unavailable {
            self.violations.push(format!(
                "{} reduced from {former} to {}: {available} available, {taken} of them taken, at least {} needed",
                object.name(),
                wanted(object),
                desired - unavailable
            ));
        }
    }
}

fn wanted(set: &Object) -> i64 {
    set["spec"]["replicas"].as_i64().unwrap_or_default()
}

fn annotated(set: &Object, name: &str) -> Option<i64> {
    set.annotation(&format!("deployment.kubernetes.io/{name}"))?
        .parse()
        .ok()
}

fn scaled_down(bound: &Packed, total: i64) -> i64 {
    percent(bound).map_or(bound.as_i64().unwrap_or_default(), |percent| {
        percent * total / 100
    })
}

fn scaled_up(bound: &Packed, total: i64) -> i64 {
    percent(bound).map_or(bound.as_i64().unwrap_or_default(), |percent| {
        (percent * total + 99) / 100
    })
}

fn percent(bound: &Packed) -> Option<i64> {
    bound.as_str()?.strip_suffix('%')?.parse().ok()
}
