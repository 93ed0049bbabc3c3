//! What it costs to render charts, beside the real helm where it is installed: the scaffold, charts of growing size, an umbrella of 40
//! aliases of one heavy chart, and a template that calls `tpl` again and again.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

mod charts;

use std::error::Error;
use std::path::Path;
use std::process::Command;

use testkit::{Cost, Peer, measure, measured_here, peer};

const COMPONENTS: &[usize] = &[5, 25, 100];
const ALIASES: usize = 40;
const CALLS: &[usize] = &[1_000, 10_000, 20_000];
const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    if measured_here()? {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    println!("| chart | kaeru | the real one | times less CPU |\n| --- | --- | --- | --- |");
    let created = Command::new(kaeru())
        .args(["helm", "create", "scaffold"])
        .current_dir(root)
        .output()?;
    assert!(created.status.success(), "the scaffold is there");
    row("scaffold", root, "scaffold")?;
    for components in COMPONENTS {
        let chart = format!("heavy-{components}");
        charts::heavy(&root.join(&chart), *components)?;
        row(&format!("{components} components"), root, &chart)?;
    }
    charts::umbrella(&root.join("umbrella"), ALIASES)?;
    row(&format!("umbrella of {ALIASES} aliases"), root, "umbrella")?;
    for calls in CALLS {
        let chart = format!("tpl-{calls}");
        charts::calls_of_tpl(&root.join(&chart), *calls)?;
        row(&format!("{calls} calls of `tpl`"), root, &chart)?;
    }
    Ok(())
}

fn kaeru() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_kaeru"))
}

fn row(name: &str, root: &Path, chart: &str) -> Result<(), Box<dyn Error>> {
    let cost = measure(kaeru(), &["helm", "template", "release", chart], root, RUNS)?;
    let Some(helm) = peer(Peer::Helm) else {
        println!("| {name} | {} | skipped: not installed | |", show(cost));
        return Ok(());
    };
    let real = measure(&helm, &["template", "release", chart], root, RUNS)?;
    println!(
        "| {name} | {} | {} | {:.1} |",
        show(cost),
        show(real),
        real.cpu.as_secs_f64() / cost.cpu.as_secs_f64()
    );
    Ok(())
}

fn show(cost: Cost) -> String {
    let memory = f64::from(u32::try_from(cost.peak_kib).unwrap_or(u32::MAX)) / 1024.0;
    format!("{:.1} ms, {memory:.0} MB", cost.cpu.as_secs_f64() * 1e3)
}
