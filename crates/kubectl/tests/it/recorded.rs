//! What the real kubectl sent to a real server, and what it printed: ours must send and print the same.
//!
//! The recordings lie beside the repository; without them there is nothing to compare with.

use std::fs;
use std::path::{Path, PathBuf};

use crate::replay::{Exchange, run};
use crate::shell_words;

/// Commands of which the recordings hold protobuf bodies, which are not sent here, or which are not here at all.
const NOT_COMPARED: [&str; 14] = [
    "17-diff",
    "43-set-image-record",
    "45-rollout-undo",
    "46-create-deployment",
    "48-autoscale",
    "50-create-secret",
    "51-create-job",
    "55-drain-cordon",
    "56-uncordon",
    "57-taint",
    "58-untaint",
    "59-wait",
    "60-set-resources",
    "61-set-serviceaccount",
];

fn recordings() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/recordings");
    let found = [
        path,
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/recordings"),
    ]
    .into_iter()
    .find(|path| path.is_dir());
    if found.is_none() {
        println!("skipped: there are no recordings beside the repository");
    }
    found
}

fn discovery(recordings: &Path) -> Vec<Exchange> {
    ["api", "apis"]
        .map(|name| {
            let answer =
                fs::read(recordings.join(format!("discovery/aggregated-{name}/response.json")))
                    .unwrap();
            Exchange {
                answer,
                ..Exchange::get(&format!("/{name}"), &serde_json::Value::Null)
            }
        })
        .to_vec()
}

struct Case {
    name: String,
    command: Vec<String>,
    stdin: Vec<u8>,
    exchanges: Vec<Exchange>,
    out: String,
    err: String,
    code: u8,
}

fn read_case(folder: &Path) -> Option<Case> {
    let transcript = fs::read_to_string(folder.join("kubectl.txt")).ok()?;
    let command = transcript.lines().next()?.strip_prefix("$ kubectl ")?;
    let (_, rest) = transcript.split_once("--- stdout\n")?;
    let (out, rest) = rest.split_once("--- stderr\n")?;
    let (err, rest) = rest.split_once("--- exit ")?;
    let code = rest.lines().next()?.trim().parse().ok()?;
    let mut exchanges = Vec::new();
    for number in 1.. {
        let Ok(request) = fs::read_to_string(folder.join(format!("{number:02}.request.txt")))
        else {
            break;
        };
        exchanges.push(read_exchange(folder, number, &request));
    }
    Some(Case {
        name: folder.file_name()?.to_string_lossy().into_owned(),
        command: shell_words::split(command),
        stdin: fs::read(folder.join("manifest.yaml")).unwrap_or_default(),
        exchanges,
        out: out.to_owned(),
        err: err.to_owned(),
        code,
    })
}

fn read_exchange(folder: &Path, number: usize, request: &str) -> Exchange {
    let header = |text: &str, name: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once(": "));
        lines
            .filter(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.to_owned())
            .collect()
    };
    let line = request
        .lines()
        .next()
        .unwrap_or_default()
        .trim_end_matches(" HTTP/1.1");
    let response =
        fs::read_to_string(folder.join(format!("{number:02}.response.txt"))).unwrap_or_default();
    let status = response
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok())
        .unwrap_or(200);
    // Where the real tool names no manager, the server reads it off the user agent; ours has another and says it.
    let writes = ["POST ", "PUT ", "PATCH "]
        .iter()
        .any(|method| line.starts_with(method));
    let line = match (writes, line.contains("fieldManager=")) {
        (true, false) if line.contains('?') => format!("{line}&fieldManager=kubectl"),
        (true, false) => format!("{line}?fieldManager=kubectl"),
        _ => line.to_owned(),
    };
    Exchange {
        line,
        content_type: header(request, "content-type")
            .into_iter()
            .next()
            .unwrap_or_default(),
        body: fs::read(folder.join(format!("{number:02}.request.json"))).unwrap_or_default(),
        status,
        warnings: header(&response, "warning"),
        answer: fs::read(folder.join(format!("{number:02}.response.json"))).unwrap_or_default(),
    }
}

/// The complaint about a case, if it differs.
fn compare(case: &Case, discovery: &[Exchange]) -> Option<String> {
    let outcome = run(
        &case.command,
        &case.stdin,
        "apply",
        discovery,
        &case.exchanges,
    );
    let same = (outcome.code, outcome.out.as_str(), outcome.err.as_str())
        == (case.code, &*case.out, &*case.err);
    if same && outcome.unexpected.is_empty() && outcome.missing.is_empty() {
        return None;
    }
    Some(format!(
        "{}: kubectl {}\n{outcome:#?}\nwanted {} {:?} {:?}\n",
        case.name,
        case.command.join(" "),
        case.code,
        case.out,
        case.err
    ))
}

#[test]
fn commands_send_and_print_what_the_real_ones_did() {
    let Some(recordings) = recordings() else {
        return;
    };
    let discovery = discovery(&recordings);
    let mut compared = 0;
    let mut complaints = Vec::new();
    for folder in ["apply/client-side", "apply/server-side"] {
        let mut cases: Vec<PathBuf> = fs::read_dir(recordings.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        cases.sort();
        for case in cases.iter().filter_map(|folder| read_case(folder)) {
            if NOT_COMPARED.contains(&case.name.as_str()) {
                continue;
            }
            compared += 1;
            complaints.extend(compare(&case, &discovery));
        }
    }
    println!("{compared} commands compared");
    assert!(
        complaints.is_empty(),
        "{} of {compared} differ:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}
