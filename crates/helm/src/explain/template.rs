//! A template that failed while it was executed.

use chart::Chart;
use gotmpl::{ExecError, MissingPath};

use super::definitions;
use super::nearest::nearest;
use super::source::excerpt;

/// The innermost line at fault, the includes that led there, and what is missing.
pub(super) fn failure(error: &ExecError, chart: &Chart) -> String {
    let mut chain = vec![error];
    while let Some(cause) = chain[chain.len() - 1].cause() {
        chain.push(cause);
    }
    let mut out = String::new();
    let mut places = chain.iter().rev().filter_map(|error| error.position());
    if let Some(position) = places.next() {
        out.push_str(&excerpt(
            &position.file.to_str(),
            &position.text.to_str(),
            position.offset,
        ));
    }
    let places = places.map(|position| {
        let context = shortened(&position.context);
        format!(
            "reached from {}:{}: {context}",
            position.file, position.line
        )
    });
    for line in abridged(places.collect()) {
        out.push_str(&format!("\n  {line}"));
    }
    out.push_str(&definitions::undefined(chain[chain.len() - 1], chart).unwrap_or_default());
    if let Some(missing) = chain[chain.len() - 1].missing() {
        out.push_str(&lookup(missing));
    }
    out
}

/// The way to a failure; the middle of a long one, which goes round in circles, is only counted.
fn abridged(mut lines: Vec<String>) -> Vec<String> {
    const ENDS: usize = 5;
    if lines.len() > 3 * ENDS {
        let left_out = lines.len() - 2 * ENDS;
        let note = format!("... and so on, {left_out} more ...");
        lines.splice(ENDS..lines.len() - ENDS, [note]);
    }
    lines
}

/// The first line of a node's text, as much as fits beside a position.
fn shortened(context: &str) -> String {
    const WIDTH: usize = 80;
    let line = context.lines().next().unwrap_or_default();
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    let start: String = line.chars().take(WIDTH).collect();
    format!("{start}...")
}

/// How far a path could be followed, and what lies near to the part that is missing.
fn lookup(missing: &MissingPath) -> String {
    let path = |parts: &[gotmpl::Str]| {
        parts
            .iter()
            .map(|part| format!(".{part}"))
            .collect::<String>()
    };
    let Some(absent) = missing.path.get(missing.found) else {
        return String::new();
    };
    let whole = path(&missing.path);
    let exists = match missing.found {
        0 => "the context".to_owned(),
        found => path(&missing.path[..found]),
    };
    if missing.keys.is_empty() {
        return format!(
            "\n  looked up {whole}: {exists} has no keys, so there is no {absent} in it"
        );
    }
    let keys: Vec<String> = missing.keys.iter().map(ToString::to_string).collect();
    let near = nearest(&absent.to_str(), &keys);
    format!(
        "\n  looked up {whole}: {exists} has no {absent}; it has {}",
        near.join(", ")
    )
}
