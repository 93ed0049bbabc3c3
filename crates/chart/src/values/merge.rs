//! Merging without defaults: what comes later wins.

use gotmpl::{Map, Value};

/// Nesting that is copied; what is deeper stays shared.
const DEPTH: usize = 10_000;

/// `over` merged over `base`: maps key by key, all else replaced, nulls kept. Neither is changed.
pub(crate) fn merge(base: &Map, over: &Map) -> Map {
    let merged = base.clone();
    let merged = Map::of(merged.element(), base.borrow().clone());
    for (key, value) in over.borrow().iter() {
        let value = match (value, merged.get(key)) {
            (Value::Map(over), Some(Value::Map(base))) => Value::Map(merge(&base, over)),
            (value, _) => value.clone(),
        };
        merged.insert(key.clone(), value);
    }
    merged
}

/// A copy that shares nothing with the original.
pub(crate) fn deep_copy(map: &Map) -> Map {
    match Value::Map(map.clone()).deep_copy(DEPTH) {
        Value::Map(copy) => copy,
        _ => map.clone(),
    }
}
