use serde_json::{Map, Value};

use super::directive::{self, DELETE, PATCH, REPLACE, RETAIN_KEYS};
use super::error::Error;
use super::lookup::Node;
use super::{merge_list, order};

type Fields = Map<String, Value>;

/// Whether a patch is applied to an object, or merged into another patch.
#[derive(Debug, Clone, Copy)]
pub(super) struct MergeOptions {
    /// Lists of deletions and orders are carried out instead of being kept.
    pub(super) merge_parallel_list: bool,
    /// Removals of what is not there are dropped instead of being kept.
    pub(super) ignore_unmatched_nulls: bool,
}

/// Merges a patch of an object into the object, or into an earlier patch.
pub(super) fn map(
    mut original: Fields,
    mut patch: Fields,
    node: Node,
    options: MergeOptions,
) -> Result<Fields, Error> {
    if let Some(directive) = patch.get(PATCH) {
        let directive = directive.clone();
        return whole_map(&directive, patch);
    }
    retain_keys(&mut original, &mut patch, options)?;
    order::apply(&mut original, &mut patch, node, options)?;
    for (key, value) in patch {
        let mut name = key.as_str();
        let deletes = directive::deleted_from(&key);
        let is_delete_list = deletes.is_some();
        if let Some(list) = deletes {
            if !options.merge_parallel_list {
                original.insert(key, value);
                continue;
            }
            name = list?;
        }
        if value.is_null() {
            original.remove(name);
            if options.ignore_unmatched_nulls {
                continue;
            }
        }
        match original.remove(name) {
            Some(present) if same_type(&present, &value) => {
                let merged = value_of(name, present, value, node, is_delete_list, options)?;
                original.insert(name.to_owned(), merged);
            }
            // There is nothing to delete from.
            Some(present) if is_delete_list => {
                original.insert(name.to_owned(), present);
            }
            None if is_delete_list => {}
            _ => {
                original.insert(name.to_owned(), unmatched(value, options));
            }
        }
    }
    Ok(original)
}

/// A `$patch` in an object: it is replaced by the rest of the patch, or emptied.
fn whole_map(directive: &Value, mut patch: Fields) -> Result<Fields, Error> {
    match directive.as_str() {
        Some(REPLACE) => {
            patch.remove(PATCH);
            Ok(patch)
        }
        Some(DELETE) => Ok(Fields::new()),
        _ => Err(patch_type(directive, &patch)),
    }
}

pub(super) fn patch_type(directive: &Value, patch: &Fields) -> Error {
    Error::PatchType {
        directive: crate::go_text::go_text(directive),
        map: crate::go_text::go_text(&Value::Object(patch.clone())),
    }
}

fn value_of(
    name: &str,
    present: Value,
    value: Value,
    node: Node,
    is_delete_list: bool,
    options: MergeOptions,
) -> Result<Value, Error> {
    match (present, value) {
        (Value::Object(present), Value::Object(patch)) => {
            let (below, strategy) = node.field(name)?;
            if strategy.replace {
                return Ok(Value::Object(patch));
            }
            map(present, patch, below, options).map(Value::Object)
        }
        (Value::Array(present), Value::Array(patch)) => {
            let (below, strategy) = node.list(name)?;
            let merged = match strategy.merge_key {
                Some(key) => merge_list::list(present, patch, below, key, is_delete_list, options)?,
                None if is_delete_list => {
                    merge_list::list(present, patch, below, "", true, options)?
                }
                None => patch,
            };
            Ok(Value::Array(merged))
        }
        (_, value) => Ok(value),
    }
}

/// Keeps only the keys that `$retainKeys` names, or hands the directive on to the merged patch.
fn retain_keys(
    original: &mut Fields,
    patch: &mut Fields,
    options: MergeOptions,
) -> Result<(), Error> {
    let Some(retained) = patch.remove(RETAIN_KEYS) else {
        return Ok(());
    };
    if !options.merge_parallel_list {
        return match original.get(RETAIN_KEYS) {
            Some(earlier) if *earlier != retained => Err(Error::RetainKeys),
            _ => {
                original.insert(RETAIN_KEYS.to_owned(), retained);
                Ok(())
            }
        };
    }
    let retained = retained.as_array().ok_or(Error::RetainKeys)?;
    let is_retained = |key: &str| retained.iter().any(|name| name == key);
    for (key, value) in patch.iter() {
        let says_more = directive::deleted_from(key).is_some() || directive::ordered(key).is_some();
        if !value.is_null() && !says_more && !is_retained(key) {
            return Err(Error::RetainKeys);
        }
    }
    original.retain(|key, _| is_retained(key));
    Ok(())
}

/// Whether Go would say that the decoded values have one type.
fn same_type(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.is_f64() == b.is_f64(),
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// A patch's value where nothing is to be merged with.
fn unmatched(value: Value, options: MergeOptions) -> Value {
    if options.ignore_unmatched_nulls {
        without_nulls(value)
    } else {
        value
    }
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key, without_nulls(value)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        scalar => scalar,
    }
}
