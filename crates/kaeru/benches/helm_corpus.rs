//! What it costs to render the public charts of `../shared/corpus`, beside the real helm: the charts that gain least come first.
//!
//! Skipped where the corpus or helm is not there. Charts that generate keys or hashes of passwords spend most of their time on these in both
//! tools.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use testkit::{Cost, Peer, measure, measured_here, peer};

const RUNS: usize = 5;

/// A run of the corpus.
struct Case {
    name: String,
    directory: PathBuf,
    args: Vec<String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    if measured_here()? {
        return Ok(());
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/helm");
    let (true, Some(helm)) = (corpus.is_dir(), peer(Peer::Helm)) else {
        println!("skipped: no ../shared/corpus, or helm is not installed");
        return Ok(());
    };
    let kaeru = Path::new(env!("CARGO_BIN_EXE_kaeru"));
    let mut rows = Vec::new();
    for case in cases(&corpus)? {
        let args: Vec<&str> = case.args.iter().map(String::as_str).collect();
        let ours: Vec<&str> = ["helm"].iter().chain(&args).copied().collect();
        let cost = measure(kaeru, &ours, &case.directory, RUNS)?;
        let real = measure(&helm, &args, &case.directory, RUNS)?;
        let ratio = real.cpu.as_secs_f64() / cost.cpu.as_secs_f64();
        rows.push((ratio, case.name, cost, real));
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!("| chart | kaeru | helm | times less CPU |\n| --- | --- | --- | --- |");
    for (ratio, name, cost, real) in &rows {
        println!(
            "| {name} | {} | {} | {ratio:.1} |",
            show(*cost),
            show(*real)
        );
    }
    let more = rows.iter().filter(|row| row.2.peak_kib >= row.3.peak_kib);
    println!(
        "\n{} runs; {} with less than ten times less CPU, {} with more memory than helm",
        rows.len(),
        rows.iter().filter(|row| row.0 < 10.0).count(),
        more.count()
    );
    Ok(())
}

/// All runs that succeed.
fn cases(corpus: &Path) -> Result<Vec<Case>, Box<dyn Error>> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(corpus)? {
        let directory = entry?.path();
        let text = fs::read(directory.join("cmd.json"))?;
        let description: Value = serde_json::from_slice(&text)?;
        if description["error"] == true {
            continue;
        }
        let chart = directory.file_name().unwrap_or_default().to_string_lossy();
        for run in description["runs"].as_array().into_iter().flatten() {
            let args = run["args"].as_array().into_iter().flatten();
            cases.push(Case {
                name: format!("{chart}, {}", run["name"].as_str().unwrap_or_default()),
                directory: directory.clone(),
                args: args.filter_map(Value::as_str).map(str::to_owned).collect(),
            });
        }
    }
    Ok(cases)
}

fn show(cost: Cost) -> String {
    let memory = f64::from(u32::try_from(cost.peak_kib).unwrap_or(u32::MAX)) / 1024.0;
    format!("{:.1} ms, {memory:.1} MB", cost.cpu.as_secs_f64() * 1e3)
}
