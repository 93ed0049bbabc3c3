//! What an applied object says, what it makes of another, and what it no longer says.

use schema::Definition;
use serde_json::{Map, Value};

use super::compare::{Kind, UNMANAGED, by_key, item_key, kind_of_field, kind_of_shape};
use super::set::Set;

/// The fields that an applied object sets.
pub(super) fn field_set(definition: Option<&'static Definition>, object: &Value) -> Set {
    let mut set = Set::default();
    for (name, value) in object.as_object().into_iter().flatten() {
        if !matches!(&**name, "apiVersion" | "kind") {
            let kind = kind_of_field(definition.and_then(|definition| definition.field(name)));
            collect(kind, value, &mut vec![format!("f:{name}")], &mut set);
        }
    }
    set
}

fn collect(kind: Kind, value: &Value, path: &mut Vec<String>, set: &mut Set) {
    match (kind, value) {
        (Kind::Struct(_) | Kind::Map(_) | Kind::Deduced, Value::Object(map)) if !map.is_empty() => {
            for (name, inner) in map {
                if path.len() == 1 && path[0] == "f:metadata" && UNMANAGED.contains(&&**name) {
                    continue;
                }
                path.push(format!("f:{name}"));
                if matches!(kind, Kind::Map(_)) {
                    set.insert(path);
                }
                collect(child(kind, name), inner, path, set);
                path.pop();
            }
        }
        (Kind::KeyedList(keys, element), Value::Array(items)) => {
            for item in items {
                path.push(item_key(keys, item));
                set.insert(path);
                collect(kind_of_shape(element), item, path, set);
                path.pop();
            }
        }
        (Kind::SetList, Value::Array(items)) => {
            for item in items {
                path.push(format!("v:{item}"));
                set.insert(path);
                path.pop();
            }
        }
        (_, Value::Object(map)) if map.is_empty() && path.len() == 1 => {}
        _ => set.insert(path),
    }
}

fn child(kind: Kind, name: &str) -> Kind {
    match kind {
        Kind::Struct(definition) => kind_of_field(definition.field(name)),
        Kind::Map(element) => kind_of_shape(element),
        Kind::Leaf | Kind::Deduced | Kind::KeyedList(..) | Kind::SetList => Kind::Deduced,
    }
}

/// The live object with what the applied one sets.
pub(super) fn merge(
    definition: Option<&'static Definition>,
    live: &Value,
    applied: &Value,
) -> Value {
    let mut merged = live.as_object().cloned().unwrap_or_default();
    for (name, value) in applied.as_object().into_iter().flatten() {
        let kind = kind_of_field(definition.and_then(|definition| definition.field(name)));
        let value = merge_value(kind, merged.get(name), value);
        merged.insert(name.clone(), value);
    }
    Value::Object(merged)
}

fn merge_value(kind: Kind, live: Option<&Value>, applied: &Value) -> Value {
    match (kind, live, applied) {
        (
            Kind::Struct(_) | Kind::Map(_) | Kind::Deduced,
            Some(Value::Object(live)),
            Value::Object(map),
        ) => {
            let mut merged = live.clone();
            for (name, value) in map {
                let value = merge_value(child(kind, name), merged.get(name), value);
                merged.insert(name.clone(), value);
            }
            Value::Object(merged)
        }
        (Kind::KeyedList(keys, element), Some(Value::Array(items)), Value::Array(_)) => {
            let ours = by_key(keys, applied);
            let theirs: Vec<String> = items.iter().map(|item| item_key(keys, item)).collect();
            let mut merged: Vec<Value> = items
                .iter()
                .zip(&theirs)
                .map(|(item, key)| match ours.get(key) {
                    Some(ours) => merge_value(kind_of_shape(element), Some(item), ours),
                    None => item.clone(),
                })
                .collect();
            let new = applied.as_array().into_iter().flatten();
            merged.extend(
                new.filter(|item| !theirs.contains(&item_key(keys, item)))
                    .cloned(),
            );
            Value::Array(merged)
        }
        (Kind::SetList, Some(Value::Array(items)), Value::Array(ours)) => {
            let mut merged = items.clone();
            merged.extend(ours.iter().filter(|item| !items.contains(item)).cloned());
            Value::Array(merged)
        }
        _ => applied.clone(),
    }
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
