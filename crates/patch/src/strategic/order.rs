use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::directive::{self, DELETE, PATCH};
use super::error::Error;
use super::lookup::Node;
use super::merge::MergeOptions;
use super::merge_list::{self, Elements, elements};
use crate::go_text::go_text;

/// Carries out each `$setElementOrder` of the patch together with the list it orders, and takes both
/// out of the patch.
pub(super) fn apply(
    original: &mut Map<String, Value>,
    patch: &mut Map<String, Value>,
    node: Node,
    options: MergeOptions,
) -> Result<(), Error> {
    let directives: Vec<String> = patch
        .keys()
        .filter(|key| directive::ordered(key).is_some())
        .cloned()
        .collect();
    for key in directives {
        let Some(order) = patch.remove(&key) else {
            continue;
        };
        if !options.merge_parallel_list {
            match original.get(&key) {
                Some(earlier) if *earlier != order => return Err(Error::SetElementOrder),
                _ => original.insert(key.clone(), order.clone()),
            };
        }
        if let Some(name) = directive::ordered(&key) {
            let name = name?;
            let patch_list = patch.remove(name).map(list).transpose()?;
            let original_list = original.remove(name).map(list).transpose()?;
            let order = list(order)?;
            if let Some(merged) = ordered(name, original_list, patch_list, &order, node, options)? {
                original.insert(name.to_owned(), Value::Array(merged));
            }
        }
    }
    Ok(())
}

/// The list after the patch, in the order given; none if neither side has it.
fn ordered(
    name: &str,
    original: Option<Vec<Value>>,
    patch: Option<Vec<Value>>,
    order: &[Value],
    node: Node,
    options: MergeOptions,
) -> Result<Option<Vec<Value>>, Error> {
    let (below, strategy) = node.list(name)?;
    let key = strategy.merge_key.unwrap_or_default();
    check(patch.as_deref().unwrap_or_default(), order, key)?;
    let server_order = original.clone().unwrap_or_default();
    let kind = elements(&server_order, patch.as_deref().unwrap_or_default())?;
    let merged = match (original, patch) {
        (None, None) => return Ok(None),
        (Some(original), None) => original,
        (None, Some(patch)) => patch.into_iter().filter_map(without_directives).collect(),
        (Some(original), Some(patch)) if strategy.merge_key.is_some() => {
            merge_list::list(original, patch, below, key, false, options)?
        }
        (Some(_), Some(patch)) => patch,
    };
    let Some(kind) = kind else {
        return Ok(Some(merged));
    };
    let (in_patch, server_only) = partition(merged, order, key);
    normalize(in_patch, server_only, order, &server_order, key, kind).map(Some)
}

/// Checks that the order names the items of the patch's list in their order.
fn check(patch: &[Value], order: &[Value], key: &str) -> Result<(), Error> {
    if patch.is_empty() || order.is_empty() {
        return Ok(());
    }
    let mut items = patch
        .iter()
        .filter(|item| key.is_empty() || !deletes(item))
        .peekable();
    for wanted in order {
        if items.peek().is_some_and(|item| same(item, wanted, key)) {
            items.next();
        }
    }
    if items.peek().is_none() {
        return Ok(());
    }
    Err(Error::OrderMismatch {
        patch: go_text(&Value::Array(patch.to_vec())),
        order: go_text(&Value::Array(order.to_vec())),
    })
}

/// Sorts the items of the patch by its order and those that only the server has by theirs, and
/// merges the two: a server's item stays before the patch's item that it stood before.
pub(super) fn normalize(
    patch: Vec<Value>,
    server_only: Vec<Value>,
    patch_order: &[Value],
    server_order: &[Value],
    key: &str,
    kind: Elements,
) -> Result<Vec<Value>, Error> {
    let patch = sorted(patch, patch_order, key, kind)?;
    let server_only = sorted(server_only, server_order, key, kind)?;
    let mut merged = Vec::with_capacity(patch.len() + server_only.len());
    let mut left = server_only.into_iter().peekable();
    let mut right = patch.into_iter().peekable();
    loop {
        let take_left = match (left.peek(), right.peek()) {
            (None, None) => return Ok(merged),
            (None, Some(_)) => false,
            (Some(_), None) => true,
            (Some(left), Some(right)) => {
                let positions = (
                    index(server_order, left, key),
                    index(server_order, right, key),
                );
                matches!(positions, (Some(left), Some(right)) if left < right)
            }
        };
        merged.extend(if take_left { left.next() } else { right.next() });
    }
}

/// The items in the given order, deletions last.
pub(super) fn sorted(
    items: Vec<Value>,
    order: &[Value],
    key: &str,
    kind: Elements,
) -> Result<Vec<Value>, Error> {
    let mut deletions = Vec::new();
    let mut items = items;
    if kind == Elements::Maps {
        for item in items.iter().chain(order) {
            if let Some(fields) = item.as_object().filter(|fields| !fields.contains_key(key)) {
                return Err(Error::no_merge_key(fields, key));
            }
        }
        (deletions, items) = items.into_iter().partition(deletes);
    }
    items.sort_by(|a, b| match (index(order, a, key), index(order, b, key)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => Ordering::Equal,
    });
    items.extend(deletions);
    Ok(items)
}

/// The items that are in the list, and those that are not.
pub(super) fn partition(items: Vec<Value>, by: &[Value], key: &str) -> (Vec<Value>, Vec<Value>) {
    items
        .into_iter()
        .partition(|item| index(by, item, key).is_some())
}

/// The value of an item's merge key.
pub(super) fn key_value<'a>(item: &'a Value, key: &str) -> Option<&'a Value> {
    item.as_object()?.get(key)
}

fn index(list: &[Value], item: &Value, key: &str) -> Option<usize> {
    list.iter().position(|present| same(present, item, key))
}

fn same(a: &Value, b: &Value, key: &str) -> bool {
    if key.is_empty() {
        a == b
    } else {
        key_value(a, key).is_some() && key_value(a, key) == key_value(b, key)
    }
}

fn deletes(item: &Value) -> bool {
    item.get(PATCH).is_some_and(|directive| directive == DELETE)
}

fn list(value: Value) -> Result<Vec<Value>, Error> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(Error::type_mismatch("[]interface {}", &other)),
    }
}

/// An added value without directives; none for an item that is one.
fn without_directives(value: Value) -> Option<Value> {
    Some(match value {
        Value::Object(fields) if fields.contains_key(PATCH) => return None,
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter_map(|(key, value)| Some((key, without_directives(value)?)))
                .collect(),
        ),
        Value::Array(items) => {
            Value::Array(items.into_iter().filter_map(without_directives).collect())
        }
        scalar => scalar,
    })
}
