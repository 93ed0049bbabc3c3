//! A template that failed while it was executed.

use gotmpl::{ExecError, MissingPath};

use super::nearest::nearest;
use super::source::excerpt;

/// The innermost line at fault, the includes that led there, and what is missing.
pub(super) fn failure(error: &ExecError) -> String {
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
    for position in places {
        out.push_str(&format!(
            "\n  reached from {}:{}: {}",
            position.file,
            position.line,
            shortened(&position.context)
        ));
    }
    if let Some(missing) = chain[chain.len() - 1].missing() {
        out.push_str(&lookup(missing));
    }
    out
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
