//! Nodes to canonical text without values in between.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::decode::{Surroundings, decode_rewritten, is_merge_key};
use crate::natural::sort_by_key;
use crate::{Data, Dialect, Emitter, Node, Scalar, Style};

/// Maps up to this size are searched for repeated keys pair by pair.
const SMALL_MAP: usize = 12;

/// Writes a node's events. `None` if it holds what takes more than looking at each node on its own: aliases, merge keys, repeated keys, keys
/// that are no strings, values that JSON cannot hold. The text so far is of no use then.
pub(super) fn write(
    node: &Node,
    dialect: Dialect,
    flow: bool,
    emitter: &mut Emitter,
) -> Option<()> {
    let flow = flow || node.style == Style::Flow;
    match &node.data {
        Data::Scalar(_) => {
            match decode_rewritten(node, dialect, Surroundings { flow, key: false }).ok()? {
                Scalar::Str(text) => emitter.string(&text),
                Scalar::Timestamp(text) => emitter.string(&text),
                Scalar::Float(value) if !value.is_finite() => return None,
                Scalar::Float(value) => emitter.scalar(&Scalar::from_json_float(value)),
                scalar => emitter.scalar(&scalar),
            }
        }
        Data::Sequence(items) => {
            emitter.begin_sequence(items.is_empty());
            if !items.is_empty() {
                items
                    .iter()
                    .try_for_each(|item| write(item, dialect, flow, emitter))?;
                emitter.end_sequence();
            }
        }
        Data::Mapping(pairs) => {
            let entries = sorted_entries(pairs, dialect, flow)?;
            emitter.begin_mapping(entries.is_empty());
            if !entries.is_empty() {
                for (key, value) in entries {
                    emitter.key(key);
                    write(value, dialect, flow, emitter)?;
                }
                emitter.end_mapping();
            }
        }
        Data::Alias(_) => return None,
    }
    Some(())
}

fn sorted_entries(
    pairs: &[(Node, Node)],
    dialect: Dialect,
    flow: bool,
) -> Option<Vec<(&str, &Node)>> {
    let mut entries = Vec::with_capacity(pairs.len());
    for (key, value) in pairs {
        let text = key.as_str()?;
        let decoded = decode_rewritten(key, dialect, Surroundings { flow, key: true }).ok()?;
        if is_merge_key(key) || !matches!(decoded, Scalar::Str(Cow::Borrowed(_))) {
            return None;
        }
        entries.push((text, value));
    }
    let repeated = if entries.len() <= SMALL_MAP {
        entries
            .iter()
            .enumerate()
            .any(|(index, (key, _))| entries[..index].iter().any(|(other, _)| other == key))
    } else {
        let mut seen = HashSet::with_capacity(entries.len());
        !entries.iter().all(|(key, _)| seen.insert(*key))
    };
    if repeated {
        return None;
    }
    sort_by_key(&mut entries, |(key, _)| key);
    Some(entries)
}
