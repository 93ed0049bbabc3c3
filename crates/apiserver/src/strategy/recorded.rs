//! What a real server makes of new objects, where recordings lie beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

use apimachinery::{Gvk, Timestamp};
use serde_json::{Map, Value, json};

use super::strategy_of;

/// Requests that carry the name of whoever made them, which no strategy knows.
const DIFFERENT: &[&str] = &["certificate-signing-request/"];

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

/// The object as the server would store it, with the recorded metadata that is not the strategy's.
fn created(request: &Value, answer: &Value) -> Option<Value> {
    let resource = schema::resource_of_kind(&Gvk::of(request))?;
    let strategy = strategy_of(resource);
    let mut object = request.clone();
    for field in ["uid", "name", "namespace"] {
        object["metadata"][field] = answer["metadata"][field].clone();
    }
    let definition = schema::kind(&Gvk::of(request))?;
    canonical(
        &mut object,
        &schema::Shape::Map(&schema::Shape::String),
        Some(definition),
    );
    strategy.default_object(&mut object);
    if let (true, Some(fields)) = (strategy.policy().status, object.as_object_mut()) {
        fields.remove("status");
    }
    strategy.prepare_for_create(&mut object, Timestamp::from_micros(0));
    Some(object)
}

/// Quantities as the decoder gives them to the strategy.
fn canonical(
    value: &mut Value,
    shape: &schema::Shape,
    definition: Option<&'static schema::Definition>,
) {
    match (value, definition.or(shape.definition())) {
        (value, Some(definition)) if definition.form == schema::Form::Quantity => {
            if let Ok(quantity) = apimachinery::Quantity::from_json(value) {
                *value = quantity.to_string().into();
            }
        }
        (Value::Object(fields), Some(definition)) => {
            for (name, value) in fields {
                if let Some(field) = definition.field(name) {
                    canonical(value, &field.shape, None);
                }
            }
        }
        (Value::Object(fields), None) => {
            if let Some(element) = shape.element() {
                fields
                    .values_mut()
                    .for_each(|value| canonical(value, element, None));
            }
        }
        (Value::Array(items), None) => {
            if let Some(element) = shape.element() {
                items
                    .iter_mut()
                    .for_each(|value| canonical(value, element, None));
            }
        }
        _ => {}
    }
}

/// Without what differs between two runs, and without what the generic code looks after.
fn normalised(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(metadata) = object["metadata"].as_object_mut() {
        metadata.retain(|key, value| {
            !matches!(
                &**key,
                "uid" | "resourceVersion" | "creationTimestamp" | "managedFields" | "generation"
            ) && !value.is_null()
                && value.as_object().is_none_or(|map| !map.is_empty())
        });
    }
    varying(&mut object);
    object
}

fn varying(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // Addresses and ports are given out by the server as a whole.
            fields.retain(|key, value| {
                !matches!(&**key, "nodePort" | "healthCheckNodePort")
                    && (!key.starts_with("clusterIP")
                        || *value == "None"
                        || *value == json!(["None"]))
            });
            for (key, value) in fields.iter_mut() {
                if matches!(&**key, "lastTransitionTime" | "lastPhaseTransitionTime") {
                    *value = json!("TIME");
                }
                varying(value);
            }
        }
        Value::Array(items) => {
            // The recorded server is a vendor's: it projects one more config map.
            items.retain(|item| item["configMap"]["name"] != "openshift-service-ca.crt");
            items.iter_mut().for_each(varying);
        }
        Value::String(text) if text.starts_with("kube-api-access-") => {
            *text = "kube-api-access".to_owned();
        }
        _ => {}
    }
}

/// The places where two values differ.
fn differences(path: &str, ours: &Value, theirs: &Value, out: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            let none = Map::new();
            let (a, b) = (if a.is_empty() { &none } else { a }, b);
            for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                match (a.get(key), b.get(key)) {
                    (Some(a), Some(b)) => differences(&format!("{path}.{key}"), a, b, out),
                    (a, b) => out.push(format!("{path}.{key}: {} not {}", shown(a), shown(b))),
                }
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{path}[{index}]"), a, b, out);
            }
        }
        (a, b) if a != b => out.push(format!("{path}: {a} not {b}")),
        _ => {}
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or("nothing".to_owned(), Value::to_string)
}

#[test]
fn new_objects_are_completed_as_recorded() {
    let folder = recordings().join("defaults");
    if !folder.is_dir() {
        println!("skipped: no recordings beside the repository");
        return;
    }
    let mut compared = 0;
    let mut different = Vec::new();
    for variant in subfolders(&folder).iter().flat_map(|kind| subfolders(kind)) {
        let name = variant.strip_prefix(&folder).unwrap().display().to_string();
        let request = read(&variant.join("request.json"));
        let answer = read(&variant.join("created.response.json"));
        let (Some(request), Some(answer)) = (request, answer) else {
            continue;
        };
        let Some(ours) = created(&request, &answer) else {
            continue;
        };
        let mut found = Vec::new();
        differences("", &normalised(&ours), &normalised(&answer), &mut found);
        let known = DIFFERENT.iter().any(|known| name.starts_with(known));
        if !found.is_empty() && !known {
            different.push(format!("{name}\n    {}", found.join("\n    ")));
        }
        compared += 1;
    }
    println!("{compared} recorded objects compared");
    assert!(
        different.is_empty(),
        "{} of {compared} differ:\n{}",
        different.len(),
        different.join("\n")
    );
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

/// Refusals that the strategies do not make, each with its reason.
const NOT_REFUSED: &[(&str, &str)] = &[
    (
        "services/clusterip-out-of-range",
        "addresses are not given out by strategies",
    ),
    (
        "services/clusterip-taken",
        "addresses are not given out by strategies",
    ),
    ("services/duplicate-port", "the text shows a Go struct"),
    ("services/networkpolicy-cidr", "not checked"),
    (
        "services/nodeport-out-of-range",
        "ports are not given out by strategies",
    ),
    (
        "services/nodeport-taken",
        "ports are not given out by strategies",
    ),
    (
        "workloads/cronjob-tz-in-schedule",
        "time zones are not checked",
    ),
    (
        "workloads/deployment-strategy-unknown",
        "the text shows a Go struct",
    ),
    ("workloads/hpa-min-over-max", "not checked"),
    (
        "workloads/job-own-selector",
        "the recorded text has the uid that the server gave",
    ),
    ("workloads/pdb-both", "the text shows a Go struct"),
];

/// What the recorded server said to a new object, and what the strategy says.
#[test]
fn new_objects_are_refused_as_recorded() {
    let folder = recordings().join("errors");
    if !folder.is_dir() {
        println!("skipped: no recordings beside the repository");
        return;
    }
    let mut compared = 0;
    let mut different = Vec::new();
    for case in ["names", "workloads", "services", "immutable"]
        .iter()
        .flat_map(|group| subfolders(&folder.join(group)))
    {
        let name = case.strip_prefix(&folder).unwrap().display().to_string();
        let head = fs::read_to_string(case.join("request.txt")).unwrap_or_default();
        let (Some(request), Some(answer)) = (
            read(&case.join("request.json")),
            read(&case.join("response.json")),
        ) else {
            continue;
        };
        if !head.starts_with("POST ") || answer["reason"] != "Invalid" {
            continue;
        }
        let message = answer["message"].as_str().unwrap_or_default();
        let Some((_, theirs)) = message.split_once(" is invalid: ") else {
            continue;
        };
        let Some(resource) = schema::resource_of_kind(&Gvk::of(&request)) else {
            continue;
        };
        let Some(ours) = created(&request, &request) else {
            continue;
        };
        // Names, labels and the like are the business of the code around the strategies.
        if theirs.trim_start_matches('[').starts_with("metadata.")
            && !theirs.contains("service-account.name")
        {
            continue;
        }
        let ours = strategy_of(resource).validate(&ours).to_string();
        let known = NOT_REFUSED.iter().any(|(known, _)| name == *known);
        if ours != theirs && !known {
            different.push(format!("{name}\n  ours   {ours}\n  theirs {theirs}"));
        }
        compared += 1;
    }
    println!("{compared} recorded refusals compared");
    assert!(
        different.is_empty(),
        "{} of {compared} differ:\n{}",
        different.len(),
        different.join("\n")
    );
}
