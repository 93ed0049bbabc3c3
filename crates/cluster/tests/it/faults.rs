//! Whatever goes wrong on the way, a cluster comes to rest where it would have come to rest without.
//!
//! `KAERU_SEEDS=5000` tries more seeds than usual, `KAERU_SEED=123` replays one.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use apimachinery::Packed;
use clientgo::{Object, resources};
use cluster::{Faults, InMemoryOptions};
use fastrand::Rng;
use serde_json::{Value, json};

use crate::rehearsal::{Rehearsal, deployment, image, paused};

/// Seeds of an ordinary test run; each is lived through twice.
const SEEDS: u64 = 10;
/// For so long nothing may change at the end.
const REST: Duration = Duration::from_secs(60);
/// It must have come to rest after so many of them.
const LONGEST: usize = 60;
/// A life takes two seconds of real time. One in which the paused clock stands still, since somebody always has something to do, takes for ever.
const STUCK: Duration = Duration::from_secs(300);

#[test]
fn controllers_come_to_rest_where_they_would_have_without_faults() {
    if let Some(seed) = number("KAERU_SEED") {
        return compare(seed);
    }
    let seeds = number("KAERU_SEEDS").unwrap_or(SEEDS);
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    thread::scope(|scope| {
        for first in 0..threads {
            let seeds = (first..seeds).step_by(usize::try_from(threads).unwrap_or(1));
            scope.spawn(|| seeds.for_each(compare));
        }
    });
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn compare(seed: u64) {
    let (with, without) = (
        watched_story(seed, Some(Faults::MANY)),
        watched_story(seed, None),
    );
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        these
            .iter()
            .filter(|line| !those.contains(line))
            .cloned()
            .collect()
    };
    assert!(
        with == without,
        "KAERU_SEED={seed} replays this: with faults {:#?}, without {:#?}",
        only(&with, &without),
        only(&without, &with)
    );
}

/// The story of a seed, or the word that it does not end.
fn watched_story(seed: u64, faults: Option<Faults>) -> Vec<String> {
    let (sender, told) = mpsc::channel();
    let life = thread::spawn(move || drop(sender.send(story(seed, faults))));
    match told.recv_timeout(STUCK) {
        Ok(end) => end,
        Err(RecvTimeoutError::Timeout) => panic!("KAERU_SEED={seed} is stuck, {faults:?}"),
        Err(RecvTimeoutError::Disconnected) => {
            let panicked = life.join().expect_err("it told nothing");
            std::panic::resume_unwind(panicked)
        }
    }
}

/// What is left of a life that follows from the seed.
fn story(seed: u64, faults: Option<Faults>) -> Vec<String> {
    paused(async {
        let mut user = Rng::with_seed(seed);
        let mut fate = Rng::with_seed(!seed);
        let options = InMemoryOptions {
            seed,
            nodes: 3,
            faults,
            ..InMemoryOptions::default()
        };
        let mut rehearsal = Rehearsal::with("default", options).await;
        make_everything(&rehearsal).await;
        let mut nodes = 3;
        for _ in 0..user.usize(4..10) {
            pass(
                &mut rehearsal,
                &mut fate,
                user.u64(0..5000),
                faults.is_some(),
            )
            .await;
            act(&rehearsal, &mut user, &mut nodes).await;
        }
        let resumed = json!({"spec": {"paused": null}});
        rehearsal
            .patch(&resources::DEPLOYMENTS, "web", &resumed)
            .await;
        pass(&mut rehearsal, &mut fate, 3000, faults.is_some()).await;
        rehearsal.cluster.calm();
        let end = rest(&rehearsal).await;
        rehearsal.cluster.stop().await;
        end
    })
}

async fn make_everything(rehearsal: &Rehearsal) {
    let labelled = |app: &str| json!({"selector": {"matchLabels": {"app": app}}});
    let pods = |app: &str| json!({"metadata": {"labels": {"app": app}}, "spec": {"containers": [{"name": "app", "image": "app:0"}]}});
    let workload = |kind: &str, name: &str, more: Value| {
        let mut spec = labelled(name);
        spec["template"] = pods(name);
        if let (Some(spec), Some(more)) = (spec.as_object_mut(), more.as_object()) {
            spec.extend(more.clone());
        }
        json!({"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": name}, "spec": spec})
    };
    let once = json!({"restartPolicy": "Never", "containers": [{"name": "app", "image": "app:0", "command": ["sleep", "2"]}]});
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "once"},
        "spec": {"completions": 4, "parallelism": 2, "backoffLimit": 1000, "template": {"spec": once}},
    });
    let service = json!({
        "apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"},
        "spec": {"selector": {"app": "web"}, "ports": [{"port": 80}]},
    });
    for (resource, object) in [
        (resources::SERVICES, service),
        (resources::DEPLOYMENTS, deployment("app:0", 3, &json!({}))),
        (
            resources::DAEMON_SETS,
            workload("DaemonSet", "agent", json!({})),
        ),
        (
            resources::STATEFUL_SETS,
            workload(
                "StatefulSet",
                "base",
                json!({"replicas": 2, "serviceName": "base"}),
            ),
        ),
        (resources::JOBS, job),
    ] {
        rehearsal.create(&resource, &object).await;
    }
}

/// Lets time go by; fate may end the controllers in it.
async fn pass(rehearsal: &mut Rehearsal, fate: &mut Rng, millis: u64, faulty: bool) {
    let restart = fate.u64(..=millis);
    tokio::time::sleep(Duration::from_millis(restart)).await;
    if fate.bool() && faulty {
        rehearsal.cluster.restart_controllers();
    }
    tokio::time::sleep(Duration::from_millis(millis - restart)).await;
}

/// One thing that a user does, or that befalls a node.
async fn act(rehearsal: &Rehearsal, user: &mut Rng, nodes: &mut u8) {
    let version = user.u32(..);
    let (resource, name, patch) = match user.u8(0..10) {
        0..=2 => (
            resources::DEPLOYMENTS,
            "web",
            image(&format!("app:{}", version % 5)),
        ),
        3 => (
            resources::DEPLOYMENTS,
            "web",
            json!({"spec": {"replicas": version % 8}}),
        ),
        4 => (
            resources::DEPLOYMENTS,
            "web",
            json!({"spec": {"paused": user.bool()}}),
        ),
        5 => (
            resources::DAEMON_SETS,
            "agent",
            image(&format!("app:{}", version % 5)),
        ),
        6 => (
            resources::STATEFUL_SETS,
            "base",
            image(&format!("app:{}", version % 5)),
        ),
        7 => (
            resources::STATEFUL_SETS,
            "base",
            json!({"spec": {"replicas": version % 4}}),
        ),
        8 if *nodes > 1 => {
            *nodes -= 1;
            return lose_node(rehearsal, &format!("kaeru-{nodes}")).await;
        }
        _ => return delete_a_pod(rehearsal, user).await,
    };
    rehearsal.patch(&resource, name, &patch).await;
}

/// A node falls silent, and somebody takes it out of the cluster.
async fn lose_node(rehearsal: &Rehearsal, name: &str) {
    rehearsal.cluster.fail_node(name).await;
    let node = rehearsal.get(&resources::NODES, name).await;
    let deleted = rehearsal
        .api
        .delete(&resources::NODES, &node, None, None)
        .await;
    deleted.expect("it is there");
}

async fn delete_a_pod(rehearsal: &Rehearsal, user: &mut Rng) {
    let chance = user.usize(..);
    let pods = rehearsal.list(&resources::PODS).await;
    let web: Vec<&Object> = pods
        .iter()
        .filter(|pod| pod.label("app") == Some("web"))
        .collect();
    if let Some(pod) = web.get(chance % web.len().max(1)) {
        // It may have gone by itself in between.
        drop(
            rehearsal
                .api
                .delete(&resources::PODS, pod, None, None)
                .await,
        );
    }
}

/// Waits until nothing changes any more, and says what is there then.
/// What is there once nothing changes any more. A job pauses for up to ten minutes before it replaces failed pods, so it has to be over as well.
async fn rest(rehearsal: &Rehearsal) -> Vec<String> {
    let mut before = Vec::new();
    for _ in 0..LONGEST {
        tokio::time::sleep(REST).await;
        let now = what_is_there(rehearsal).await;
        let is_over =
            rehearsal.get(&resources::JOBS, "once").await["status"]["completionTime"].is_string();
        if now == before && is_over {
            return now;
        }
        before = now;
    }
    panic!("it does not come to rest: {before:#?}");
}

async fn what_is_there(rehearsal: &Rehearsal) -> Vec<String> {
    let mut lines = Vec::new();
    for (resource, name) in [
        (resources::DEPLOYMENTS, "web"),
        (resources::DAEMON_SETS, "agent"),
        (resources::STATEFUL_SETS, "base"),
        (resources::JOBS, "once"),
    ] {
        let object = rehearsal.get(&resource, name).await;
        lines.push(format!("{name}: {}", state(&object)));
    }
    let sets = rehearsal.list(&resources::REPLICA_SETS).await;
    let used = sets.iter().filter(|set| set["spec"]["replicas"] != 0);
    lines.extend(used.map(|set| format!("{}: {}", set.name(), state(set))));
    let mut pods: BTreeMap<String, usize> = BTreeMap::new();
    let listed = rehearsal.list(&resources::PODS).await;
    let running = |pod: &&Object| pod["status"]["phase"] != "Succeeded";
    for pod in listed.iter().filter(running) {
        *pods.entry(kind_of_pod(pod)).or_default() += 1;
    }
    lines.extend(
        pods.iter()
            .map(|(kind, count)| format!("{count} pods: {kind}")),
    );
    lines.push(format!(
        "{} endpoints are ready",
        ready_endpoints(rehearsal).await
    ));
    lines
}

/// An object's status without what depends on moments.
fn state(object: &Object) -> String {
    let mut status = object["status"].to_value();
    let Some(fields) = status.as_object_mut() else {
        return String::new();
    };
    let conditions = fields.remove("conditions").unwrap_or_default();
    // A pod that was made without the controller hearing of it is one too many: it goes again, and counts as failed if it was a job's.
    for varying in [
        "observedGeneration",
        "startTime",
        "completionTime",
        "failed",
        "succeeded",
    ] {
        fields.remove(varying);
    }
    let mut conditions: Vec<String> = conditions
        .as_array()
        .into_iter()
        .flatten()
        .map(|condition| {
            format!(
                "{} {} {}",
                condition["type"], condition["status"], condition["reason"]
            )
        })
        .collect();
    conditions.sort();
    format!("{status} {}", conditions.join(", "))
}

fn kind_of_pod(pod: &Object) -> String {
    let owner = &pod["metadata"]["ownerReferences"][0];
    let conditions = pod["status"]["conditions"].as_array().into_iter().flatten();
    let ready = conditions.filter(|condition| condition["type"] == "Ready");
    let ready: Vec<&Packed> = ready.map(|condition| &condition["status"]).collect();
    let image = &pod["spec"]["containers"][0]["image"];
    let going = pod.is_deleting();
    format!(
        "{} {image} {} ready {ready:?} going {going}",
        &owner["name"], &pod["status"]["phase"]
    )
}

async fn ready_endpoints(rehearsal: &Rehearsal) -> usize {
    let of_web = |object: &&Object| object.label("kubernetes.io/service-name") == Some("web");
    let slices: Vec<Object> = rehearsal.list(&resources::ENDPOINT_SLICES).await;
    let endpoints = slices
        .iter()
        .filter(of_web)
        .flat_map(|slice| slice["endpoints"].as_array().into_iter().flatten());
    endpoints
        .filter(|endpoint| endpoint["conditions"]["ready"] == true)
        .count()
}
