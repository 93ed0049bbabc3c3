//! Keys that a map has twice.

use std::collections::HashMap;

use goyaml::Node;

use super::Notes;

pub(super) fn check(node: &Node, notes: &mut Notes) {
    let mut lines = HashMap::new();
    for (key, value) in node.pairs() {
        if let Some(text) = key.as_str()
            && let Some(first) = lines.insert(text, key.position.line)
            && text != "<<"
        {
            let text = format!("the key {text} is already in line {first}; this one replaces it");
            notes.add(key, text);
        }
        check(value, notes);
    }
    for item in node.items() {
        check(item, notes);
    }
}
