//! Replays recorded `kubectl apply` sessions, where a folder of them lies beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

use apimachinery::Gvk;
use patch::strategic::Overwrite;
use patch::{merge_patch, strategic, three_way};
use serde_json::{Value, json};

const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// An object that kubectl read, the patch that it sent, and the answer.
struct Session {
    name: String,
    media_type: String,
    current: Value,
    patch: Value,
    answer: Option<Value>,
}

fn recordings() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let folder = beside.join("apply/client-side");
    folder.is_dir().then_some(folder)
}

fn read(path: &Path) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

/// The sessions that read an object and then sent a patch of the manager `kubectl-client-side-apply`.
fn sessions(folder: &Path) -> Vec<Session> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    for folder in folders {
        for number in 2..10 {
            let request = folder.join(format!("{number:02}.request"));
            let Ok(head) = fs::read_to_string(request.with_extension("request.txt")) else {
                break;
            };
            let applies = head.starts_with("PATCH ") && head.contains("kubectl-client-side-apply");
            let before = folder.join(format!("{:02}.response.json", number - 1));
            let (Some(current), Some(patch)) =
                (read(&before), read(&request.with_extension("request.json")))
            else {
                continue;
            };
            if applies && current["kind"] != "Status" {
                let media_type = head
                    .lines()
                    .find_map(|line| line.strip_prefix("Content-Type: "))
                    .unwrap_or_default();
                found.push(Session {
                    name: folder
                        .file_name()
                        .expect("a name")
                        .to_string_lossy()
                        .into_owned(),
                    media_type: media_type.to_owned(),
                    current,
                    patch,
                    answer: read(&folder.join(format!("{number:02}.response.json")))
                        .filter(|answer| answer["kind"] != "Status"),
                });
            }
        }
    }
    found
}

fn last_applied(object: &Value) -> Value {
    let text = object["metadata"]["annotations"][LAST_APPLIED]
        .as_str()
        .unwrap_or("null");
    serde_json::from_str(text).expect("an annotation in JSON")
}

/// The manifest with the annotation of itself, as kubectl compares it.
fn modified(patch: &Value) -> Value {
    let mut manifest = last_applied(patch);
    manifest["metadata"]["annotations"][LAST_APPLIED] =
        patch["metadata"]["annotations"][LAST_APPLIED].clone();
    manifest
}

#[test]
fn apply_sends_the_recorded_patches() {
    let Some(folder) = recordings() else {
        println!("skipped: no recordings beside the repository");
        return;
    };
    let sessions = sessions(&folder);
    let mut compared = 0;
    for session in &sessions {
        let modified = modified(&session.patch);
        if modified["kind"].is_null() {
            continue;
        }
        let original = last_applied(&session.current);
        let patch = if session.media_type.contains("strategic") {
            let definition = schema::kind(&Gvk::of(&modified)).unwrap();
            let current = &session.current;
            strategic::create_three_way(&original, &modified, current, definition, Overwrite::Yes)
                .unwrap()
        } else {
            three_way::create(&original, &modified, &session.current)
        };
        assert_eq!(
            patch.to_string(),
            session.patch.to_string(),
            "{}",
            session.name
        );
        compared += 1;
    }
    println!("{compared} recorded patches of {} compared", sessions.len());
    assert!(compared >= 10, "{compared}");
}

#[test]
fn the_server_makes_of_a_patch_what_was_recorded() {
    let Some(folder) = recordings() else {
        println!("skipped: no recordings beside the repository");
        return;
    };
    let mut compared = 0;
    for session in sessions(&folder) {
        let Some(answer) = &session.answer else {
            continue;
        };
        let applied = if session.media_type.contains("strategic") {
            let definition = schema::kind(&Gvk::of(answer)).unwrap();
            strategic::apply(session.current, session.patch, definition).unwrap()
        } else {
            merge_patch::apply(session.current, session.patch)
        };
        // The server folds stringData into data, which is the strategy's business.
        if answer["kind"] == "Secret" {
            continue;
        }
        let names = |object: &Value| {
            let mut kept = object.clone();
            kept["status"] = json!(null);
            for field in ["managedFields", "resourceVersion", "generation"] {
                kept["metadata"][field] = json!(null);
            }
            kept
        };
        let (mut applied, mut answer) = (names(&applied), names(answer));
        without_defaults(&mut applied);
        without_defaults(&mut answer);
        assert_eq!(applied, answer, "{}", session.name);
        compared += 1;
    }
    println!("{compared} recorded answers compared");
}

/// Defaults come from the server's strategies, which are not under test here.
fn without_defaults(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, value| {
                !value.as_array().is_some_and(Vec::is_empty)
                    && !key.starts_with("termination")
                    && ![
                        "resources",
                        "imagePullPolicy",
                        "protocol",
                        "rollingUpdate",
                        "replicas",
                        "targetPort",
                    ]
                    .contains(&key.as_str())
            });
            fields.values_mut().for_each(without_defaults);
        }
        Value::Array(items) => items.iter_mut().for_each(without_defaults),
        _ => {}
    }
}
