//! Resource quotas for people.

use serde_json::Value;

use super::text::{Text, texts};
use crate::object::{self, shown};

/// Describes a quota: what it covers, how much of it is used.
pub(super) fn describe(quota: &Value) -> Text {
    let mut text = Text::default();
    text.field(0, "Name", object::name(quota));
    text.field(0, "Namespace", object::namespace(quota));
    let scopes = texts(&quota["spec"]["scopes"]);
    if !scopes.is_empty() {
        text.field(0, "Scopes", scopes.join(", "));
        for scope in &scopes {
            if let Some(meaning) = meaning(scope) {
                text.line(0, format!(" * {meaning}"));
            }
        }
    }
    text.line(0, "Resource\tUsed\tHard");
    text.line(0, "--------\t----\t----");
    for (name, used, hard) in amounts(quota) {
        text.line(0, format!("{name}\t{used}\t{hard}"));
    }
    text
}

/// Each resource of a quota with what is used and what is allowed of it.
fn amounts(quota: &Value) -> Vec<(String, String, String)> {
    let status = &quota["status"];
    let hard = status["hard"].as_object().into_iter().flatten();
    hard.map(|(name, hard)| {
        let used = match shown(&status["used"][name]) {
            used if used.is_empty() => "0".to_owned(),
            used => used,
        };
        (name.clone(), used, shown(hard))
    })
    .collect()
}

fn meaning(scope: &str) -> Option<&'static str> {
    Some(match scope {
        "Terminating" => {
            "Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system."
        }
        "NotTerminating" => {
            "Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate."
        }
        "BestEffort" => {
            "Matches all pods that do not have resource requirements set. These pods have a best effort quality of service."
        }
        "NotBestEffort" => {
            "Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service."
        }
        _ => return None,
    })
}

/// Shows all quotas of a namespace.
pub(super) fn describe_all(text: &mut Text, quotas: &[Value]) {
    if quotas.is_empty() {
        text.line(0, "No resource quota.");
        return;
    }
    let mut sorted: Vec<&Value> = quotas.iter().collect();
    sorted.sort_by_key(|quota| object::name(quota).to_owned());
    text.line(0, "Resource Quotas");
    for quota in sorted {
        text.line(0, format!("  Name:\t{}", object::name(quota)));
        let scopes = texts(&quota["spec"]["scopes"]);
        if !scopes.is_empty() {
            text.line(0, format!("  Scopes:\t{}", scopes.join(", ")));
            for scope in &scopes {
                if let Some(meaning) = meaning(scope) {
                    text.line(0, format!("  * {meaning}"));
                }
            }
        }
        text.line(0, "  Resource\tUsed\tHard");
        text.line(0, "  --------\t---\t---");
        for (name, used, hard) in amounts(quota) {
            text.line(0, format!("  {name}\t{used}\t{hard}"));
        }
    }
}
