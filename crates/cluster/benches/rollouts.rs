//! How long a cluster takes to start and a Deployment to roll, beside what a real control plane took on two quiet cores.
//!
//! `cargo bench -p kaeru-cluster` prints one line a figure: the median of some runs, the real one's time, and their ratio.

use std::time::{Duration, Instant};

use clientgo::{Api, Key, PatchType, resources};
use cluster::{Cluster, ClusterOptions, InMemoryCluster, InMemoryOptions};
use serde_json::{Value, json};

const RUNS: usize = 5;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made");
    runtime.block_on(async {
        say(&format!(
            "{:<44}{:>10}{:>10}{:>8}",
            "", "kaeru", "real", "ratio"
        ));
        report("cluster from nothing to taking pods", 5.4, &starts().await);
        for (pods, created, rolled) in [(10, 0.31, 3.0), (100, 7.9, 16.0)] {
            let (creations, rolls) = rollouts(pods).await;
            report(
                &format!("Deployment of {pods} created"),
                created,
                &creations,
            );
            report(&format!("Deployment of {pods} rolled once"), rolled, &rolls);
        }
    });
}

fn report(what: &str, real: f64, runs: &[Duration]) {
    let mut sorted = runs.to_vec();
    sorted.sort();
    let median = sorted[sorted.len() / 2].as_secs_f64();
    let ratio = real / median;
    say(&format!(
        "{what:<44}{median:>9.3}s{real:>9.2}s{ratio:>7.0}x"
    ));
}

#[expect(
    clippy::print_stdout,
    reason = "a benchmark prints what it has measured"
)]
fn say(line: &str) {
    println!("{line}");
}

async fn starts() -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let dir = tempfile::tempdir().expect("there is a place for temporary files");
        let options = ClusterOptions {
            data_dir: dir.path().to_owned(),
            port: 0,
            kubeconfig: None,
            nodes: 1,
            scenario: node::Scenario::default(),
        };
        let begin = Instant::now();
        let cluster = Cluster::start(options).await.expect("it starts");
        times.push(begin.elapsed());
        cluster.stop().await.expect("it stops");
    }
    times
}

async fn rollouts(pods: i64) -> (Vec<Duration>, Vec<Duration>) {
    let (mut creations, mut rolls) = (Vec::new(), Vec::new());
    for seed in 0..RUNS as u64 {
        let cluster = InMemoryCluster::start(InMemoryOptions {
            seed,
            ..InMemoryOptions::default()
        })
        .await
        .expect("it starts");
        let api = Api::new(cluster.client(), "bench");
        let begin = Instant::now();
        api.create(&resources::DEPLOYMENTS, "default", &deployment(pods))
            .await
            .expect("it is accepted");
        complete(&api, pods).await;
        creations.push(begin.elapsed());
        let begin = Instant::now();
        let patch = json!({"spec": {"template": {"metadata": {"annotations": {"version": "2"}}}}});
        let key = Key::new("default", "web");
        api.patch(&resources::DEPLOYMENTS, &key, "", PatchType::Merge, &patch)
            .await
            .expect("it is accepted");
        complete(&api, pods).await;
        rolls.push(begin.elapsed());
        cluster.stop().await;
    }
    (creations, rolls)
}

/// A Deployment whose pods start at once.
fn deployment(pods: i64) -> Value {
    let annotations = json!({"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"});
    json!({
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
        "spec": {
            "replicas": pods, "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}, "annotations": annotations},
                "spec": {"containers": [{"name": "app", "image": "nginx:1"}]},
            },
        },
    })
}

async fn complete(api: &Api, pods: i64) {
    loop {
        let deployment = api
            .get(&resources::DEPLOYMENTS, &Key::new("default", "web"))
            .await
            .expect("it is there");
        let status = &deployment["status"];
        let all = |field: &str| status[field].as_i64() == Some(pods);
        let observed = status["observedGeneration"].as_i64() == Some(deployment.generation());
        if observed && all("updatedReplicas") && all("replicas") && all("availableReplicas") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}
