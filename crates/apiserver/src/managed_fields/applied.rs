//! What an applied object says, what it makes of another, and what it no longer says.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::compare::UNMANAGED;
use super::kind::{Kind, Topology};
use super::set::Set;
use crate::typing::Typing;

/// The fields that an applied object sets.
pub(super) fn field_set(typing: Typing<'_>, object: &Value) -> Set {
    let mut set = Set::default();
    let root = Kind::root(typing);
    for (name, value) in object.as_object().into_iter().flatten() {
        let is_said = match typing {
            Typing::BuiltIn(_) => value.as_object().is_none_or(|map| !map.is_empty()),
            Typing::Custom(_) => name != "metadata" || value != &Value::Object(Map::new()),
        };
        if !matches!(&**name, "apiVersion" | "kind") && is_said {
            field(root, name, value, &mut Vec::new(), &mut set);
        }
    }
    set
}

fn field(parent: Kind<'_>, name: &str, value: &Value, path: &mut Vec<String>, set: &mut Set) {
    if path.len() == 1 && path[0] == "f:metadata" && UNMANAGED.contains(&name) {
        return;
    }
    path.push(format!("f:{name}"));
    let is_empty = value.is_null() || value.as_object().is_some_and(Map::is_empty);
    if is_empty || !parent.declares(name) {
        set.insert(path);
    }
    collect(parent.field(name), value, path, set);
    path.pop();
}

fn collect(kind: Kind<'_>, value: &Value, path: &mut Vec<String>, set: &mut Set) {
    let items = value.as_array().into_iter().flatten();
    match kind.topology(value) {
        Topology::Fields => {
            for (name, inner) in value.as_object().into_iter().flatten() {
                field(kind, name, inner, path, set);
            }
        }
        Topology::Keyed => {
            for item in items {
                path.push(kind.item_key(item));
                set.insert(path);
                collect(kind.item(), item, path, set);
                path.pop();
            }
        }
        Topology::Set => {
            for item in items {
                path.push(format!("v:{item}"));
                set.insert(path);
                path.pop();
            }
        }
        Topology::Leaf => set.insert(path),
    }
}

/// The live object with what the applied one sets.
pub(super) fn merge(typing: Typing<'_>, live: &Value, applied: &Value) -> Value {
    merge_value(Kind::root(typing), Some(live), applied)
}

fn merge_value(kind: Kind<'_>, live: Option<&Value>, applied: &Value) -> Value {
    let Some(live) = live else {
        return applied.clone();
    };
    match (kind.topology(applied), live, applied) {
        (Topology::Fields, Value::Object(live), Value::Object(map)) => {
            let mut merged = live.clone();
            for (name, value) in map {
                let value = merge_value(kind.field(name), merged.get(name), value);
                merged.insert(name.clone(), value);
            }
            Value::Object(merged)
        }
        (Topology::Keyed | Topology::Set, Value::Array(live), Value::Array(applied)) => {
            Value::Array(merge_lists(kind, live, applied))
        }
        _ => applied.clone(),
    }
}

/// Merges two lists. What both have stands in the order of the applied one; what only one has stays beside what it
/// stood beside.
fn merge_lists(kind: Kind<'_>, live: &[Value], applied: &[Value]) -> Vec<Value> {
    let elements =
        |list: &[Value]| -> Vec<String> { list.iter().map(|item| kind.element_of(item)).collect() };
    let (theirs, ours) = (elements(live), elements(applied));
    let live_by_element: BTreeMap<&str, &Value> =
        theirs.iter().map(|element| &**element).zip(live).collect();
    let our_elements: BTreeSet<&str> = ours.iter().map(|element| &**element).collect();
    let mut shared = ours
        .iter()
        .filter(|element| live_by_element.contains_key(&***element));
    let mut next_shared = shared.next();
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    let mut merged = Vec::with_capacity(live.len().max(applied.len()));
    let (mut left, mut right) = (0, 0);
    while left < live.len() || right < applied.len() {
        if let Some(element) = theirs.get(left) {
            let is_ours = our_elements.contains(&**element);
            // An item that both have, but whose turn has not come.
            let waits = is_ours && next_shared.is_some_and(|next| next != element);
            if right < applied.len() && ours[right] != *element && waits {
                left += 1;
                continue;
            }
            if !is_ours {
                merged.push(live[left].clone());
                left += 1;
                continue;
            }
            if ours.get(right) == Some(element) || taken.contains(&**element) {
                left += 1;
            }
        }
        let Some(element) = ours.get(right) else {
            // Everything that is left of the live list was merged before.
            if left >= live.len() {
                break;
            }
            continue;
        };
        let before = live_by_element.get(&**element).copied();
        merged.push(match kind.topology(&Value::Array(Vec::new())) {
            Topology::Keyed => merge_value(kind.item(), before, &applied[right]),
            Topology::Leaf | Topology::Fields | Topology::Set => applied[right].clone(),
        });
        taken.insert(element);
        if next_shared == Some(element) {
            next_shared = shared.next();
        }
        right += 1;
    }
    merged
}

/// Takes the fields of the set out of the object.
pub(super) fn remove(value: &mut Value, set: &Set) {
    for (element, member, below) in set.iter() {
        match (element.split_once(':'), &mut *value) {
            (Some(("f", name)), Value::Object(map)) => {
                if member {
                    map.remove(name);
                } else if let Some(inner) = map.get_mut(name) {
                    remove(inner, below);
                    if is_empty(inner) {
                        map.remove(name);
                    }
                }
            }
            (Some(("k", key)), Value::Array(items)) => {
                let key: Map<String, Value> = serde_json::from_str(key).unwrap_or_default();
                let matches = |item: &Value| {
                    key.iter()
                        .all(|(name, value)| item.get(name) == Some(value))
                };
                if member {
                    items.retain(|item| !matches(item));
                } else {
                    items
                        .iter_mut()
                        .filter(|item| matches(item))
                        .for_each(|item| remove(item, below));
                }
            }
            (Some(("v", text)), Value::Array(items)) => {
                let given_up: Value = serde_json::from_str(text).unwrap_or_default();
                items.retain(|item| *item != given_up);
            }
            _ => {}
        }
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
