//! Builds the tables of the `schema` crate from the facts about the API.

mod definitions;
mod messages;
mod resources;

use std::path::Path;

use anyhow::Context;

/// Reads the three fact files in `facts` and writes one table each into `tables`.
pub(crate) fn build(facts: &Path, tables: &Path) -> anyhow::Result<()> {
    let definitions = read(&facts.join("kubernetes-1.37-definitions.json"))?;
    let resources = read(&facts.join("resources.tsv"))?;
    let messages = read(&facts.join("protobuf-fields.tsv"))?;
    write(
        &tables.join("definitions.rs"),
        &definitions::table(&definitions)?,
    )?;
    write(&tables.join("resources.rs"), &resources::table(&resources)?)?;
    write(&tables.join("messages.rs"), &messages::table(&messages)?)
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// The rows of a tab-separated file after its heading, split into fields.
fn rows(tsv: &str) -> impl Iterator<Item = Vec<&str>> {
    tsv.lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>())
}

/// `&["a", "b"]` of the given words.
fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = words
        .into_iter()
        .filter(|word| !word.is_empty())
        .map(|word| format!("{word:?}"))
        .collect();
    format!("&[{}]", quoted.join(", "))
}
