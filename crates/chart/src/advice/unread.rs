//! Values that no template reads.

use gotmpl::{Step, Str};
use goyaml::Node;

use super::reads::Reads;
use super::{Notes, shown};

/// Notes the topmost keys that nothing reads.
pub(super) fn check(node: &Node, reads: &Reads, notes: &mut Notes) {
    walk(node, &[reads], &mut Vec::new(), notes);
}

fn walk(node: &Node, reads: &[&Reads], path: &mut Vec<Step>, notes: &mut Notes) {
    if reads.iter().any(|reads| reads.is_whole()) {
        return;
    }
    let node = node.target();
    for (key, value) in node.pairs() {
        // What a merge key brings along stands elsewhere, under keys of its own.
        let Some(name) = key.as_str().filter(|name| *name != "<<") else {
            continue;
        };
        path.push(Step::Key(Str::from(name)));
        let below = below(reads, &path[path.len() - 1]);
        if below.is_empty() {
            notes.add(key, format!("no template reads {}", shown(path)));
        } else {
            walk(value, &below, path, notes);
        }
        path.pop();
    }
    for item in node.items() {
        path.push(Step::Element);
        let below = below(reads, &Step::Element);
        if !below.is_empty() {
            walk(item, &below, path, notes);
        }
        path.pop();
    }
}

/// What is read behind a step, which a loop over all entries takes too.
pub(super) fn below<'a>(reads: &[&'a Reads], step: &Step) -> Vec<&'a Reads> {
    let mut steps = vec![step];
    if *step != Step::Element {
        steps.push(&Step::Element);
    }
    let steps = steps.into_iter();
    steps
        .flat_map(|step| reads.iter().filter_map(move |reads| reads.below(step)))
        .collect()
}
