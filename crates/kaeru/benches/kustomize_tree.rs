//! What it costs to build overlays of 1,000, 5,000 and 20,000 resources, beside the real tool where it is installed and not too slow.
//!
//! The tree has deployments that refer to config maps, secrets and service accounts, one file each, under a prefix, labels with selectors, an
//! image, a JSON patch over all deployments and a strategic merge patch of one. `cargo bench -p kaeru --bench kustomize_tree -- 5000` gives
//! the real tool trees of up to 5,000 resources.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use testkit::{Cost, Peer, measure, measured_here, peer};

const SIZES: &[usize] = &[1_000, 5_000, 20_000];
/// The real tool is quadratic: beyond this it takes minutes to hours, and is measured only where that is asked for.
const REAL_UP_TO: usize = 1_000;

const TRANSFORMERS: &str = "\
namePrefix: p-
labels:
- pairs: {team: x}
  includeSelectors: true
images:
- name: nginx
  newTag: \"1.27\"
patches:
- target: {kind: Deployment}
  patch: |-
    - {op: replace, path: /spec/replicas, value: 3}
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: app-0}
    spec: {template: {spec: {containers: [{name: main, env: [{name: A, value: b}]}]}}}
resources:
";

fn main() -> Result<(), Box<dyn Error>> {
    if measured_here()? {
        return Ok(());
    }
    let kaeru = Path::new(env!("CARGO_BIN_EXE_kaeru"));
    println!(
        "| resources | kaeru | times the size before | the real one | times less CPU |\n| --- | --- | --- | --- | --- |"
    );
    let asked = std::env::args().find_map(|argument| argument.parse().ok());
    let real_up_to = asked.unwrap_or(REAL_UP_TO);
    let mut before: Option<Duration> = None;
    for size in SIZES {
        let folder = tempfile::tempdir()?;
        write_tree(folder.path(), *size)?;
        let cost = measure(kaeru, &["kustomize", "build", "."], folder.path(), 3)?;
        let real = match peer(Peer::Kubectl).filter(|_| *size <= real_up_to) {
            Some(path) => Some(measure(&path, &["kustomize", "."], folder.path(), 1)?),
            None => None,
        };
        let ratio = |a: Duration, b: Duration| format!("{:.1}", a.as_secs_f64() / b.as_secs_f64());
        println!(
            "| {size} | {} | {} | {} | {} |",
            show(cost),
            before.map_or_else(String::new, |before| ratio(cost.cpu, before)),
            real.map_or_else(|| "not measured".to_owned(), show),
            real.map_or_else(String::new, |real| ratio(real.cpu, cost.cpu)),
        );
        before = Some(cost.cpu);
    }
    Ok(())
}

fn show(cost: Cost) -> String {
    let memory = f64::from(u32::try_from(cost.peak_kib).unwrap_or(u32::MAX)) / 1024.0;
    format!("{:.2} s, {memory:.0} MB", cost.cpu.as_secs_f64())
}

fn write_tree(root: &Path, size: usize) -> io::Result<()> {
    let mut kustomization = TRANSFORMERS.to_owned();
    for number in 0..size {
        let file = format!("r{number}.yaml");
        fs::write(root.join(&file), resource(number))?;
        kustomization.push_str(&format!("- {file}\n"));
    }
    fs::write(root.join("kustomization.yaml"), kustomization)
}

/// Five kinds in turn; a deployment refers to the config map, secret and account behind it.
fn resource(number: usize) -> String {
    let object = |api_version: &str, kind: &str, rest: &str| {
        format!("apiVersion: {api_version}\nkind: {kind}\nmetadata:\n  name: app-{number}\n{rest}")
    };
    match number % 5 {
        0 => object("apps/v1", "Deployment", &deployment_spec(number)),
        1 => object(
            "v1",
            "Service",
            &format!(
                "spec:\n  selector:\n    app: a{}\n  ports:\n  - port: 80\n",
                number - 1
            ),
        ),
        2 => object("v1", "ConfigMap", "data:\n  key: value\n"),
        3 => object("v1", "Secret", "stringData:\n  key: value\n"),
        _ => object("v1", "ServiceAccount", ""),
    }
}

fn deployment_spec(number: usize) -> String {
    let (config_map, secret, account) = (number + 2, number + 3, number + 4);
    format!(
        "spec:\n  replicas: 1\n  selector:\n    matchLabels:\n      app: a{number}\n  template:\n    metadata:\n      labels:\n        app: a{number}\n    \
         spec:\n      serviceAccountName: app-{account}\n      containers:\n      - name: main\n        image: nginx:1.25\n        envFrom:\n        - \
         configMapRef:\n            name: app-{config_map}\n        - secretRef:\n            name: app-{secret}\n"
    )
}
