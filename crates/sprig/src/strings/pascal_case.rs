//! `camelcase`: words run together, each with a capital.

use gostd::unicode::{to_lower, to_upper};

use super::snake_case::is_connector;

/// Connectors at the start stay; of several in a row inside all but one stay. A capital that follows another at the start of a word
/// becomes small (`HTTPServer` → `Httpserver`).
pub(super) fn pascal_case(text: &str) -> String {
    let leading = text.len() - text.trim_start_matches(is_connector).len();
    let mut out = text[..leading].to_owned();
    let mut runes = text[leading..].chars();
    let Some(first) = runes.next() else {
        // A text of connectors alone gets its last one twice.
        out.extend(text.chars().next_back());
        return out;
    };
    // In a run of capitals that started with a capital, the others are made small.
    let mut in_capitals = first.is_uppercase();
    let mut pending = to_upper(first);
    for rune in runes {
        let mut current = rune;
        if is_connector(rune) && is_connector(pending) {
            out.push(pending);
        } else if is_connector(pending) {
            in_capitals = rune.is_uppercase();
            current = to_upper(rune);
        } else {
            if in_capitals {
                if rune.is_uppercase() {
                    current = to_lower(rune);
                } else {
                    in_capitals = false;
                }
            }
            out.push(pending);
        }
        pending = current;
    }
    out.push(pending);
    out
}
