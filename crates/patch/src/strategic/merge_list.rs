use serde_json::{Map, Value};

use super::directive::{DELETE, MERGE, PATCH, REPLACE};
use super::error::Error;
use super::lookup::Node;
use super::merge::{self, MergeOptions};
use super::order::{self, key_value, partition};
use crate::go_text::go_text;

/// What a list holds: that decides how it is merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    Maps,
    Scalars,
}

/// The kind of the elements of both lists; none if both are empty.
pub(super) fn elements(a: &[Value], b: &[Value]) -> Result<Option<Elements>, Error> {
    let mut found = None;
    for value in a.iter().chain(b) {
        let this = match value {
            Value::Object(_) => Elements::Maps,
            Value::Array(_) => return Err(Error::ListOfLists),
            _ => Elements::Scalars,
        };
        if found.is_some_and(|found| found != this) {
            return Err(Error::MixedList);
        }
        found = Some(this);
    }
    Ok(found)
}

/// Merges a list of a patch into a list: by the key, or as a set of scalars.
pub(super) fn list(
    original: Vec<Value>,
    patch: Vec<Value>,
    node: Node,
    key: &str,
    is_delete_list: bool,
    options: MergeOptions,
) -> Result<Vec<Value>, Error> {
    let Some(elements) = elements(&original, &patch)? else {
        return Ok(original);
    };
    if elements == Elements::Scalars {
        if options.merge_parallel_list && is_delete_list {
            return Ok(original
                .into_iter()
                .filter(|item| !patch.contains(item))
                .collect());
        }
        let merged = deduplicated(original.iter().chain(&patch).cloned());
        let (in_patch, server_only) = partition(merged, &patch, key);
        return order::normalize(in_patch, server_only, &patch, &original, key, elements);
    }
    if key.is_empty() {
        return Err(Error::NoKeyDeclared(node.name().to_owned()));
    }
    let (original, patch) = special_elements(original, patch, key)?;
    let merged = plain_elements(original.clone(), &patch, key, node, options)?;
    let (in_patch, server_only) = partition(merged, &patch, key);
    order::normalize(in_patch, server_only, &patch, &original, key, elements)
}

/// Carries out the items with `$patch` and returns both lists without what they spoke of.
fn special_elements(
    mut original: Vec<Value>,
    patch: Vec<Value>,
    key: &str,
) -> Result<(Vec<Value>, Vec<Value>), Error> {
    let mut plain = Vec::with_capacity(patch.len());
    let mut replace = false;
    for item in patch {
        let Some(directive) = item.get(PATCH) else {
            plain.push(item);
            continue;
        };
        let fields = fields(&item)?;
        match directive.as_str() {
            Some(DELETE) => {
                let value = fields
                    .get(key)
                    .ok_or_else(|| Error::no_merge_key(fields, key))?;
                original.retain(|present| key_value(present, key) != Some(value));
            }
            Some(REPLACE) => replace = true,
            Some(MERGE) => return Err(Error::MergeList),
            _ => return Err(merge::patch_type(directive, fields)),
        }
    }
    Ok(if replace {
        (plain, Vec::new())
    } else {
        (original, plain)
    })
}

fn plain_elements(
    mut original: Vec<Value>,
    patch: &[Value],
    key: &str,
    node: Node,
    options: MergeOptions,
) -> Result<Vec<Value>, Error> {
    for item in patch {
        let fields = fields(item)?;
        let value = fields
            .get(key)
            .ok_or_else(|| Error::no_merge_key(fields, key))?;
        let found = original
            .iter_mut()
            .find(|present| key_value(present, key) == Some(value));
        match found {
            Some(Value::Object(present)) => {
                *present = merge::map(std::mem::take(present), fields.clone(), node, options)?;
            }
            _ => original.push(item.clone()),
        }
    }
    Ok(original)
}

fn fields(item: &Value) -> Result<&Map<String, Value>, Error> {
    item.as_object()
        .ok_or_else(|| Error::type_mismatch("map[string]interface {}", item))
}

/// The scalars without repetitions: those that print alike are alike.
pub(super) fn deduplicated(scalars: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut seen: Vec<(String, Value)> = Vec::new();
    for scalar in scalars {
        let text = go_text(&scalar);
        if !seen.iter().any(|(present, _)| *present == text) {
            seen.push((text, scalar));
        }
    }
    seen.into_iter().map(|(_, scalar)| scalar).collect()
}
