//! How pods are spread, for people.

use serde_json::Value;

use super::text::Text;
use crate::object::{items, shown};

/// Shows spread constraints in the order of their topology keys; nothing where there are none.
pub(super) fn describe(text: &mut Text, indent: &str, constraints: &Value) {
    let mut sorted: Vec<&Value> = items(constraints).iter().collect();
    if sorted.is_empty() {
        return;
    }
    sorted.sort_by_key(|constraint| shown(&constraint["topologyKey"]));
    let lines: Vec<String> = sorted.into_iter().map(line).collect();
    text.values(indent, "Topology Spread Constraints", &lines);
}

fn line(constraint: &Value) -> String {
    let selector =
        match apimachinery::selector::from_label_selector(constraint.get("labelSelector")) {
            Ok(selector) if constraint["labelSelector"].is_object() => {
                format!(" for selector {selector}")
            }
            _ => String::new(),
        };
    format!(
        "{}:{} when max skew {} is exceeded{selector}",
        shown(&constraint["topologyKey"]),
        shown(&constraint["whenUnsatisfiable"]),
        shown(&constraint["maxSkew"])
    )
}
