//! `helm repo index`.

use std::collections::BTreeMap;
use std::path::Path;

use chart::Chart;
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};
use serde_json::{Map, Value, json};

use crate::args;
use crate::complete;
use crate::failure::go_io;
use crate::repo::{newer_first, sha256};
use crate::root::Context;

const FLAGS: &[Flag] = &[
    Flag::bool("json", "write JSON"),
    Flag::string("merge", "index whose entries are kept"),
    Flag::string("url", "URL of the repository"),
];

const LONG: &str = "
Writes an index.yaml of the archives in a directory and in those directly below
it, so that a web server makes a repository of them.
";

const EXAMPLE: &str = "  # Add the archives in a directory to the index that is served
  helm repo index archives --url https://charts.example.com --merge index.yaml";

pub(super) static INDEX: Command<Context> =
    Command::new("index [DIR]", "write the index of a repository")
        .long(LONG)
        .example(EXAMPLE)
        .flags(&[FLAGS])
        .args(args::exact::<1>())
        .complete(complete::one_path)
        .run(run);

/// The versions of each chart.
type Entries = BTreeMap<String, Vec<Value>>;

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let directory = io.resolve(&invocation.args[0]);
    std::fs::metadata(&directory).map_err(|error| {
        let index = directory.join("index.yaml").display().to_string();
        Failure::new(go_io("open", &index, &error))
    })?;
    let mut entries = Entries::new();
    for folder in ["", "*"] {
        for archive in archives(&directory, folder) {
            add(&mut entries, &directory, &archive, flags.string("url"))?;
        }
    }
    if !flags.string("merge").is_empty() {
        merge(&mut entries, flags, io)?;
    }
    for versions in entries.values_mut() {
        let version = |entry: &Value| entry["version"].as_str().unwrap_or_default().to_owned();
        versions.sort_by(|a, b| newer_first(&version(a), &version(b)));
    }
    let index = json!({
        "apiVersion": "v1",
        "entries": entries,
        "generated": crate::environment::now_rfc3339(),
    });
    save(&directory.join("index.yaml"), &index, flags)
}

/// Writes an index under another name first, so that a web server never shows half of one.
fn save(path: &Path, index: &Value, flags: &Flags) -> Result<(), Failure> {
    let text = if flags.bool("json") {
        format!("{index:#}")
    } else {
        goyaml::json_to_yaml(index)
    };
    let part = path.with_added_extension("part");
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|error| Failure::new(go_io("open", &path.display().to_string(), &error)))
}

/// The archives in the directory, or in those directly below it.
fn archives(directory: &Path, folder: &str) -> Vec<String> {
    let names = |directory: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let archives = |below: &str| -> Vec<String> {
        let names = names(&directory.join(below)).into_iter();
        let names = names.filter(|name| name.ends_with(".tgz"));
        names
            .map(|name| gostd::path::join(&[below, &name]))
            .collect()
    };
    if folder.is_empty() {
        return archives("");
    }
    let folders = names(directory).into_iter();
    folders.flat_map(|folder| archives(&folder)).collect()
}

fn add(entries: &mut Entries, directory: &Path, archive: &str, url: &str) -> Result<(), Failure> {
    let path = directory.join(archive);
    let bytes = std::fs::read(&path)
        .map_err(|error| Failure::new(go_io("open", &path.display().to_string(), &error)))?;
    // What is no chart is passed over.
    let Ok(chart) = Chart::load(&path) else {
        return Ok(());
    };
    let mut entry: Map<String, Value> = chart.metadata.to_json();
    let digest = sha256(&bytes);
    let versions = entries.entry(chart.name().to_owned()).or_default();
    if versions
        .iter()
        .any(|known| known["version"] == entry["version"])
    {
        return Ok(());
    }
    let url = if url.is_empty() {
        archive.to_owned()
    } else {
        format!("{}/{archive}", url.trim_end_matches('/'))
    };
    entry.insert(
        "created".to_owned(),
        crate::environment::now_rfc3339().into(),
    );
    entry.insert("digest".to_owned(), digest.into());
    entry.insert("urls".to_owned(), json!([url]));
    versions.push(Value::Object(entry));
    Ok(())
}

/// Adds what another index has and this one has not. An index that is not there is made, an empty one.
fn merge(entries: &mut Entries, flags: &Flags, io: &Io<'_>) -> Result<(), Failure> {
    let file = flags.string("merge");
    let text = match std::fs::read(io.resolve(file)) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let empty = json!({
                "apiVersion": "v1",
                "entries": {},
                "generated": crate::environment::now_rfc3339(),
            });
            return save(&io.resolve(file), &empty, flags);
        }
        Err(error) => {
            let reason = go_io("open", file, &error);
            return Err(Failure::new(format!("merge failed: {reason}")));
        }
    };
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: false,
    };
    let index = goyaml::yaml_to_json(&text, &options).map_err(|error| {
        Failure::new(format!(
            "merge failed: error converting YAML to JSON: {error}"
        ))
    })?;
    for (name, versions) in index["entries"].as_object().into_iter().flatten() {
        let known = entries.entry(name.clone()).or_default();
        for version in versions.as_array().into_iter().flatten() {
            if !known.iter().any(|own| own["version"] == version["version"]) {
                known.push(version.clone());
            }
        }
    }
    Ok(())
}
