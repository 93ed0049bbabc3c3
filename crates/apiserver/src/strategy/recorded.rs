//! What a real server shows of its objects in tables, where recordings lie beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

use apimachinery::Timestamp;
use serde_json::Value;

use super::strategy_of;

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

fn recordings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings")
}

/// Kinds whose rows show the name and the time of making only.
const PLAIN: [&str; 3] = [
    "componentstatuses",
    "flowschemas",
    "prioritylevelconfigurations",
];

/// Cells that show how long something has been.
const AGES: [&str; 5] = [
    "Age",
    "Duration",
    "First Seen",
    "Last Seen",
    "Last Schedule",
];

/// The objects whose rows were recorded, as the server gave them when it had settled.
fn settled(folder: &Path) -> Vec<Value> {
    let variants = subfolders(folder);
    let objects = variants
        .iter()
        .flat_map(|kind| subfolders(kind))
        .filter_map(|variant| {
            read(&variant.join("settled.response.json"))
                .or_else(|| read(&variant.join("created.response.json")))
        });
    objects.collect()
}

#[test]
fn tables_are_as_recorded() {
    let folder = recordings();
    if !folder.is_dir() {
        println!("skipped: no recordings beside the repository");
        return;
    }
    let objects = settled(&folder.join("defaults"));
    let mut different = Vec::new();
    let (mut tables, mut rows) = (0, 0);
    for list in subfolders(&folder.join("tables/lists")) {
        let table = read(&list.join("response.json")).unwrap();
        let request = fs::read_to_string(list.join("request.txt")).unwrap();
        let Some(resource) = resource_in(&request) else {
            continue;
        };
        let strategy = strategy_of(resource);
        let theirs: Vec<String> = table["columnDefinitions"]
            .as_array()
            .unwrap()
            .iter()
            .map(heading)
            .collect();
        let ours: Vec<String> = strategy
            .columns()
            .iter()
            .map(|column| {
                format!(
                    "{} {} {} {}",
                    column.name, column.kind, column.format, column.priority
                )
            })
            .collect();
        if PLAIN.contains(&resource.name) {
            continue;
        }
        if ours != theirs {
            different.push(format!("{}: {ours:?} not {theirs:?}", resource.name));
            continue;
        }
        tables += 1;
        for row in table["rows"].as_array().into_iter().flatten() {
            let metadata = &row["object"]["metadata"];
            let object = objects
                .iter()
                .find(|object| object["metadata"]["uid"] == metadata["uid"]);
            let Some(object) = object else { continue };
            rows += 1;
            let now = Timestamp::parse("2026-11-30T20:00:00Z").unwrap();
            let cells = strategy.row(object, now);
            for (index, (ours, theirs)) in cells
                .iter()
                .zip(row["cells"].as_array().unwrap())
                .enumerate()
            {
                let column = strategy
                    .columns()
                    .get(index)
                    .map_or("Age", |column| &*column.name);
                if !AGES.contains(&column) && ours != theirs {
                    different.push(format!(
                        "{} {}: {column} is {ours} not {theirs}",
                        resource.name, metadata["name"]
                    ));
                }
            }
        }
    }
    println!("{tables} tables with {rows} rows compared");
    assert!(different.is_empty(), "{}", different.join("\n"));
}

fn heading(column: &Value) -> String {
    let text = |field: &str| column[field].as_str().unwrap_or_default();
    format!(
        "{} {} {} {}",
        text("name"),
        text("type"),
        text("format"),
        column["priority"]
    )
}

/// The resource in the first line of a request.
fn resource_in(request: &str) -> Option<&'static schema::Resource> {
    let path = request.split_whitespace().nth(1)?.split('?').next()?;
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let (group, version) = match parts[0] {
        "api" => ("", parts[1]),
        _ => (parts[1], parts[2]),
    };
    let name = parts.last()?;
    schema::resource(&apimachinery::Gvr::new(group, version, *name))
}
