//! Integers that templates print with an exponent.

use gotmpl::{Step, Str};
use goyaml::{Dialect, Node, Scalar};

use super::reads::Reads;
use super::unread::below;
use super::{Notes, shown};

/// From here on Go prints a float64 with an exponent.
const LEAST: u64 = 1_000_000;

pub(super) fn check(node: &Node, reads: &Reads, notes: &mut Notes) {
    walk(node, &[reads], &mut Vec::new(), notes);
}

fn walk(node: &Node, reads: &[&Reads], path: &mut Vec<Step>, notes: &mut Notes) {
    let node = node.target();
    if let (Some(number), Some(place)) =
        (large(node), reads.iter().find_map(|reads| reads.printed()))
    {
        let printed = gostd::strconv::format_float(number, 'g', -1);
        let text = format!(
            "{} prints as {printed} in {place}; write it in quotes, or {{{{ int64 ... }}}} there",
            shown(path)
        );
        notes.add(node, text);
    }
    for (key, value) in node.pairs() {
        let Some(name) = key.as_str() else { continue };
        path.push(Step::Key(Str::from(name)));
        walk(value, &below(reads, &path[path.len() - 1]), path, notes);
        path.pop();
    }
    for item in node.items() {
        path.push(Step::Element);
        walk(item, &below(reads, &Step::Element), path, notes);
        path.pop();
    }
}

fn large(node: &Node) -> Option<f64> {
    match node.resolve(Dialect::V2)? {
        Scalar::Int(value) if value.unsigned_abs() >= LEAST => Some(value as f64),
        Scalar::Uint(value) => Some(value as f64),
        _ => None,
    }
}
