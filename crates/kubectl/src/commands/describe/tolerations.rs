//! What pods tolerate, for people.

use serde_json::Value;

use crate::object::{items, shown};

/// The tolerations, a line each, in the order of their keys.
pub(super) fn shown_ones(tolerations: &Value) -> Vec<String> {
    let mut sorted: Vec<&Value> = items(tolerations).iter().collect();
    sorted.sort_by_key(|toleration| shown(&toleration["key"]));
    sorted.into_iter().map(line).collect()
}

fn line(toleration: &Value) -> String {
    let key = shown(&toleration["key"]);
    let mut text = key.clone();
    for (mark, field) in [("=", "value"), (":", "effect")] {
        if !shown(&toleration[field]).is_empty() {
            text.push_str(&format!("{mark}{}", shown(&toleration[field])));
        }
    }
    if toleration["operator"] == "Exists" && shown(&toleration["value"]).is_empty() {
        let bare = key.is_empty() && shown(&toleration["effect"]).is_empty();
        text.push_str(if bare { "op=Exists" } else { " op=Exists" });
    }
    if let Some(seconds) = toleration["tolerationSeconds"].as_i64() {
        text.push_str(&format!(" for {seconds}s"));
    }
    text
}
