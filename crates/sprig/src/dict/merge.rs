//! The `merge` family, as mergo merges maps.

use gotmpl::{Map, Value};

use crate::defaults::is_empty;
use crate::function::Result;

/// Nesting beyond which a map is taken to contain itself.
const MAX_DEPTH: usize = 1000;

/// Whose value stays where both have one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Precedence {
    /// The target's, unless it is empty: false, 0, `""`, an empty list or map, nil.
    Target,
    /// The source's, be it empty or nil.
    Source,
}

/// Merges the sources into the target one after the other and gives the target. Maps on both sides are merged in their turn, in
/// place; everything else that is taken over is shared with the source.
pub(super) fn merge_all(target: Map, sources: &[Map], precedence: Precedence) -> Result<Map> {
    let target = if target.is_nil() { Map::new() } else { target };
    for source in sources {
        merge(&target, source, precedence, MAX_DEPTH)?;
    }
    Ok(target)
}

fn merge(target: &Map, source: &Map, precedence: Precedence, depth: usize) -> Result<()> {
    if depth == 0 {
        return Err("maps are nested too deeply to be merged".into());
    }
    if target.ptr_eq(source) {
        return Ok(());
    }
    for (key, value) in source.entries() {
        let old = target.get(&key);
        match (&old, &value) {
            (Some(Value::Map(old)), Value::Map(new)) if !old.is_nil() => {
                merge(old, new, precedence, depth - 1)?;
            }
            (_, Value::Nil) if precedence == Precedence::Target => {}
            _ if precedence == Precedence::Source || old.as_ref().is_none_or(is_empty) => {
                target.insert(key, value);
            }
            _ => {}
        }
    }
    Ok(())
}
