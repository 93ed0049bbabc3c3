//! What it costs to start, beside the real tools: processor time and memory of a command that has nothing to do.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::fs;
use std::path::Path;

use testkit::{Cost, Peer, measure, measured_here, peer};

const RUNS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    if measured_here()? {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("kustomization.yaml"), "resources: []\n")?;
    let kaeru = Path::new(env!("CARGO_BIN_EXE_kaeru"));
    println!("| command | kaeru | the real one | times less CPU |\n| --- | --- | --- | --- |");
    for (tool, args) in [
        (Peer::Helm, &["version"][..]),
        (Peer::Kubectl, &["version", "--client"]),
        (Peer::Kubectl, &["kustomize", "."]),
    ] {
        let name = match tool {
            Peer::Helm => "helm",
            Peer::Kubectl => "kubectl",
        };
        let ours: Vec<&str> = [name].iter().chain(args).copied().collect();
        let cost = measure(kaeru, &ours, folder.path(), RUNS)?;
        let real = match peer(tool) {
            Some(path) => Some(measure(&path, args, folder.path(), RUNS)?),
            None => None,
        };
        println!(
            "| `{}` | {} | {} | {} |",
            ours.join(" "),
            show(cost),
            real.map_or_else(|| "not installed".to_owned(), show),
            real.map_or_else(String::new, |real| format!(
                "{:.1}",
                real.cpu.as_secs_f64() / cost.cpu.as_secs_f64()
            )),
        );
    }
    Ok(())
}

fn show(cost: Cost) -> String {
    format!(
        "{:.1} ms, {:.1} MB",
        cost.cpu.as_secs_f64() * 1e3,
        f64::from(u32::try_from(cost.peak_kib).unwrap_or(u32::MAX)) / 1024.0
    )
}
