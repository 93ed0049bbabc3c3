//! Development chores, run as `cargo run -p xtask -- CHORE`.

mod schema;

use std::path::Path;

use anyhow::{Context, bail};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["schema", facts] => {
            let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/src/tables");
            schema::build(Path::new(facts), &tables).context("building the schema tables")
        }
        _ => bail!("usage: cargo run -p xtask -- schema FACTS_DIR"),
    }
}
