//! Requests in the server's own process.
//!
//! `cargo bench -p kaeru-apiserver` prints how long a list of 10,000 ConfigMaps takes, against copying the same bytes, and
//! how many objects a second are created and read.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use apimachinery::SystemClock;
use apiserver::{Options, Server};
use bytes::Bytes;
use http::{Method, Request};
use http_body_util::{BodyExt as _, Full};
use store::Store;
use tower::ServiceExt as _;

const COUNT: u32 = 10_000;
const ROUNDS: u32 = 20;
const CONFIG_MAPS: &str = "/api/v1/namespaces/default/configmaps";

fn main() -> Result<(), Box<dyn Error>> {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?
        .block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    let options = Options {
        clock: Arc::new(SystemClock),
        seed: 1,
        tokens: BTreeMap::new(),
        signing_key: None,
        services: "10.0.0.0/16".parse().expect("it is a range"),
        advertise: None,
        nodes: None,
    };
    let server = Server::new(Store::in_memory(), options);
    server.bootstrap().await.map_err(|status| status.message)?;

    let start = Instant::now();
    for number in 0..COUNT {
        let body = format!(
            r#"{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"cm-{number:06}"}},"data":{{"key":"{}"}}}}"#,
            "x".repeat(200)
        );
        send(&server, Method::POST, CONFIG_MAPS, body).await?;
    }
    println!(
        "create: {:.0}/s",
        f64::from(COUNT) / start.elapsed().as_secs_f64()
    );

    let start = Instant::now();
    for number in 0..COUNT {
        send(
            &server,
            Method::GET,
            &format!("{CONFIG_MAPS}/cm-{number:06}"),
            String::new(),
        )
        .await?;
    }
    println!(
        "get: {:.0}/s",
        f64::from(COUNT) / start.elapsed().as_secs_f64()
    );

    let bytes = send(&server, Method::GET, CONFIG_MAPS, String::new()).await?;
    let list =
        best(async || drop(send(&server, Method::GET, CONFIG_MAPS, String::new()).await)).await;
    let copy = best(async || drop(black_box(bytes.to_vec()))).await;
    println!(
        "list of {COUNT} ({:.1} MB): {:.2} ms, a copy of its bytes {:.2} ms: {:.1} copies",
        bytes.len() as f64 / 1e6,
        list.as_secs_f64() * 1e3,
        copy.as_secs_f64() * 1e3,
        list.as_secs_f64() / copy.as_secs_f64()
    );
    Ok(())
}

/// The shortest of several rounds.
async fn best(mut work: impl AsyncFnMut()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        work().await;
        best = best.min(start.elapsed());
    }
    best
}

async fn send(
    server: &Server,
    method: Method,
    uri: &str,
    body: String,
) -> Result<Bytes, Box<dyn Error>> {
    let request = Request::builder()
        .method(method)
        .uri(uri)
        .body(Full::new(Bytes::from(body)))?;
    let response = server.clone().oneshot(request).await?;
    if !response.status().is_success() {
        return Err(format!("{uri}: {}", response.status()).into());
    }
    Ok(response.into_body().collect().await?.to_bytes())
}
