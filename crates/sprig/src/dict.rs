//! Dicts: maps with string keys. `set`, `unset` and the `merge` family change the map that they are given.

mod copy;
mod dig;
mod merge;

use gotmpl::{Map, Str, Value};

use crate::function::{Named, Result, binary, ternary, unary, unary_variadic, variadic};
use crate::text::text_of;

pub(crate) use copy::deep_copy;

pub(crate) fn functions() -> Vec<Named> {
    vec![
        ("dict", variadic(dict)),
        (
            "get",
            binary(|dict: Map, key: Str| dict.get(&key).unwrap_or_else(|| Value::from(""))),
        ),
        ("set", ternary(set)),
        ("unset", binary(unset)),
        (
            "hasKey",
            binary(|dict: Map, key: Str| dict.contains_key(&key)),
        ),
        (
            "keys",
            variadic(|dicts: Vec<Map>| Value::strings(dicts.iter().flat_map(Map::keys))),
        ),
        ("values", unary(|dict: Map| Value::list(dict.values()))),
        (
            "pick",
            unary_variadic(|dict: Map, keys: Vec<Str>| {
                keys.into_iter()
                    .filter_map(|key| dict.get(&key).map(|value| (key, value)))
                    .collect::<Map>()
            }),
        ),
        (
            "omit",
            unary_variadic(|dict: Map, keys: Vec<Str>| {
                dict.entries()
                    .into_iter()
                    .filter(|(key, _)| !keys.contains(key))
                    .collect::<Map>()
            }),
        ),
        (
            "pluck",
            unary_variadic(|key: Str, dicts: Vec<Map>| {
                Value::list(dicts.iter().filter_map(|dict| dict.get(&key)).collect())
            }),
        ),
        ("dig", variadic(|path: Vec<Value>| dig::dig(&path))),
        (
            "merge",
            unary_variadic(|target: Map, sources: Vec<Map>| {
                merge::merge_all(target, &sources, merge::Precedence::Target)
            }),
        ),
        (
            "mustMerge",
            unary_variadic(|target: Map, sources: Vec<Map>| {
                merge::merge_all(target, &sources, merge::Precedence::Target)
            }),
        ),
        (
            "mergeOverwrite",
            unary_variadic(|target: Map, sources: Vec<Map>| {
                merge::merge_all(target, &sources, merge::Precedence::Source)
            }),
        ),
        (
            "mustMergeOverwrite",
            unary_variadic(|target: Map, sources: Vec<Map>| {
                merge::merge_all(target, &sources, merge::Precedence::Source)
            }),
        ),
    ]
}

/// Keys and values in turn; the value of a last key without one is empty.
fn dict(arguments: Vec<Value>) -> Result<Map> {
    let map = Map::new();
    for pair in arguments.chunks(2) {
        map.insert(
            text_of(&pair[0])?,
            pair.get(1).cloned().unwrap_or_else(|| Value::from("")),
        );
    }
    Ok(map)
}

fn set(dict: Map, key: Str, value: Value) -> Result<Map> {
    if dict.is_nil() {
        return Err("assignment to entry in nil map".into());
    }
    dict.insert(key, value);
    Ok(dict)
}

fn unset(dict: Map, key: Str) -> Map {
    dict.remove(&key);
    dict
}
