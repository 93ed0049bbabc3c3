//! A cluster in a process of its own, asked over HTTPS: how soon it serves, what it takes idle, durable creates, a large list.
//!
//! `cargo bench -p kaeru --bench up` prints one line a figure, with what a real control plane took on two quiet cores; durable creates
//! stand beside a plain loop of appends and syncs on the same disk.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clientgo::{Api, resources};
use kube::Client;
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use serde_json::{Value, json};

const STARTS: usize = 10;
const WRITES: usize = 2_000;
const LISTED: usize = 10_000;
const LISTS: usize = 10;
/// How many requests are on their way at once where only what they leave behind counts.
const FILLERS: usize = 64;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(run())
}

async fn run() -> Result<()> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let dir = tempfile::tempdir()?;
        let begin = Instant::now();
        let _up = Up::start(dir.path())?;
        starts.push(begin.elapsed());
    }
    starts.sort();
    let median = starts[STARTS / 2].as_secs_f64();
    println!("process started until it takes pods: {median:.3} s; the real one 5.4 s");

    let dir = tempfile::tempdir()?;
    let up = Up::start(dir.path())?;
    tokio::time::sleep(Duration::from_secs(10)).await;
    println!(
        "memory idle after ten seconds: {:.1} MB; the real one 516 MB",
        up.resident_megabytes()?
    );
    let syncs = syncs(&dir.path().join("plain"))?;
    for (clients, real) in [(1, 194.0), (16, 650.0), (64, 800.0)] {
        let api = Arc::new(up.api(dir.path()).await?);
        let rate = creates(&api, &format!("c{clients}"), clients, WRITES).await?;
        println!(
            "durable creates, {clients} clients: {rate:.0}/s, {:.2} of a loop of syncs; the real one {real:.0}/s",
            rate / syncs
        );
    }
    let api = Arc::new(up.api(dir.path()).await?);
    creates(&api, "listed", FILLERS, LISTED).await?;
    let mut lists = Vec::new();
    for _ in 0..LISTS {
        let path = resources::CONFIG_MAPS.collection_path("listed");
        let request = http::Request::get(path).body(Vec::new())?;
        let begin = Instant::now();
        let list = api.client().request_text(request).await?;
        lists.push(begin.elapsed());
        assert!(list.len() > LISTED * 200);
    }
    lists.sort();
    println!(
        "list of {LISTED} ConfigMaps over HTTPS: {:.1} ms; the real one 127 ms",
        lists[LISTS / 2].as_secs_f64() * 1e3
    );
    println!("memory then: {:.1} MB", up.resident_megabytes()?);
    Ok(())
}

/// Creates so many ConfigMaps in a namespace of their own and gives how many a second that were.
async fn creates(api: &Arc<Api>, namespace: &str, clients: usize, count: usize) -> Result<f64> {
    let body = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}});
    api.create(&resources::NAMESPACES, "", &body).await?;
    let begin = Instant::now();
    let mut running = tokio::task::JoinSet::new();
    for client in 0..clients {
        let (api, namespace) = (Arc::clone(api), namespace.to_owned());
        running.spawn(async move {
            for number in (client..count).step_by(clients) {
                let body = config_map(&format!("c{number}"));
                api.create(&resources::CONFIG_MAPS, &namespace, &body)
                    .await?;
            }
            Ok::<(), clientgo::ApiError>(())
        });
    }
    while let Some(done) = running.join_next().await {
        done??;
    }
    Ok(count as f64 / begin.elapsed().as_secs_f64())
}

fn config_map(name: &str) -> Value {
    let data = json!({"key": "x".repeat(200)});
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data})
}

/// Appends and syncs a second, one after another.
fn syncs(path: &Path) -> Result<f64> {
    let mut file = File::create(path)?;
    let begin = Instant::now();
    for _ in 0..WRITES {
        file.write_all(&[0; 500])?;
        file.sync_data()?;
    }
    Ok(WRITES as f64 / begin.elapsed().as_secs_f64())
}

/// A running `kaeru up`.
struct Up {
    child: Child,
    _stdout: BufReader<ChildStdout>,
}

impl Up {
    fn start(data: &Path) -> Result<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kaeru"))
            .args(["up", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()?;
        let stdout = child.stdout.take().ok_or("it is piped")?;
        let mut stdout = BufReader::new(stdout);
        let mut ready = String::new();
        stdout.read_line(&mut ready)?;
        if !ready.starts_with("Cluster ready in ") {
            return Err(ready.into());
        }
        Ok(Up {
            child,
            _stdout: stdout,
        })
    }

    async fn api(&self, data: &Path) -> Result<Api> {
        let kubeconfig = Kubeconfig::read_from(data.join("kubeconfig"))?;
        let config =
            Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;
        Ok(Api::new(Client::try_from(config)?, "bench"))
    }

    fn resident_megabytes(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
        Ok(kilobytes.ok_or("no VmRSS")?.parse::<f64>()? / 1024.0)
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        // Nothing is left to be told: either it ends now or it has ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
