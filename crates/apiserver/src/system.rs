//! Health and version.

use http::StatusCode;
use serde_json::json;

use crate::answer::Answer;
use crate::negotiate::Format;
use crate::query::Query;

/// The version of Kubernetes whose API this is.
const KUBERNETES: &str = "v1.37.1";

const CHECKS: [&str; 3] = ["ping", "log", "store"];

/// The answer for one of the system's paths, if it is one.
pub(crate) fn answer(path: &str, query: &Query) -> Option<Answer> {
    match path {
        "version" => Some(Answer::value(StatusCode::OK, Format::Pretty, &version())),
        "healthz" | "livez" | "readyz" => Some(health(path, query)),
        _ => {
            let (endpoint, check) = path.split_once('/')?;
            let known =
                matches!(endpoint, "healthz" | "livez" | "readyz") && CHECKS.contains(&check);
            known.then(|| Answer::bytes(StatusCode::OK, TEXT, "ok"))
        }
    }
}

const TEXT: &str = "text/plain; charset=utf-8";

fn version() -> serde_json::Value {
    json!({
        "major": "1",
        "minor": "37",
        "emulationMajor": "1",
        "emulationMinor": "37",
        "minCompatibilityMajor": "1",
        "minCompatibilityMinor": "36",
        "gitVersion": format!("{KUBERNETES}+kaeru.{}", env!("CARGO_PKG_VERSION")),
        "gitCommit": "",
        "gitTreeState": "clean",
        "buildDate": "1970-01-01T00:00:00Z",
        "goVersion": "",
        "compiler": "rustc",
        "platform": format!("{}/{}", std::env::consts::OS, go_arch()),
    })
}

fn go_arch() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

fn health(endpoint: &str, query: &Query) -> Answer {
    if query.get("verbose").is_none() {
        return Answer::bytes(StatusCode::OK, TEXT, "ok");
    }
    let mut text: String = CHECKS
        .iter()
        .map(|check| format!("[+]{check} ok\n"))
        .collect();
    text.push_str(&format!("{endpoint} check passed\n"));
    Answer::bytes(StatusCode::OK, TEXT, text)
}
