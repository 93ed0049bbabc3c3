use serde_json::{Map, Value};

use super::diff_list;
use super::directive::{self, PATCH, RETAIN_KEYS};
use super::error::Error;
use super::lookup::Node;

type Fields = Map<String, Value>;

/// Which differences a patch is to say.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DiffOptions {
    /// Say the order of merged lists.
    pub(super) set_element_order: bool,
    /// Leave deletions out.
    pub(super) ignore_deletions: bool,
    /// Leave changes and additions out.
    pub(super) ignore_changes: bool,
    /// Name the keys to keep.
    pub(super) retain_keys: bool,
}

/// The patch that makes `modified` of `original`.
pub(super) fn maps(
    original: &Fields,
    modified: &Fields,
    node: Node,
    options: DiffOptions,
) -> Result<Fields, Error> {
    let mut patch = Fields::new();
    for (key, value) in modified {
        match original.get(key) {
            None => change(&mut patch, key, value, options),
            Some(present) if key == PATCH => marker(&mut patch, present, value)?,
            Some(present) => field(&mut patch, key, present, value, node, options)?,
        }
    }
    if !options.ignore_deletions {
        for key in original.keys().filter(|key| !modified.contains_key(*key)) {
            patch.insert(key.clone(), Value::Null);
        }
    }
    let retained: Vec<Value> = modified
        .iter()
        .filter(|(_, value)| options.retain_keys && !value.is_null())
        .map(|(key, _)| Value::from(key.as_str()))
        .collect();
    let has_more = original.keys().any(|key| !modified.contains_key(key));
    if !retained.is_empty() && (!patch.is_empty() || has_more) {
        patch.insert(RETAIN_KEYS.to_owned(), Value::Array(retained));
    }
    Ok(patch)
}

fn change(patch: &mut Fields, key: &str, value: &Value, options: DiffOptions) {
    if !options.ignore_changes {
        patch.insert(key.to_owned(), value.clone());
    }
}

/// `$patch` in both objects: they must agree.
fn marker(patch: &mut Fields, original: &Value, modified: &Value) -> Result<(), Error> {
    if original != modified {
        return Err(Error::PatchType {
            directive: crate::go_text::go_text(modified),
            map: crate::go_text::go_text(original),
        });
    }
    patch.insert(PATCH.to_owned(), modified.clone());
    Ok(())
}

fn field(
    patch: &mut Fields,
    key: &str,
    original: &Value,
    modified: &Value,
    node: Node,
    options: DiffOptions,
) -> Result<(), Error> {
    match (original, modified) {
        (Value::Object(present), Value::Object(wanted)) => {
            let (below, strategy) = match node.field(key) {
                Ok(found) => found,
                Err(_) if original == modified => return Ok(()),
                Err(error) => return Err(error),
            };
            if strategy.replace {
                change(patch, key, modified, options);
                return Ok(());
            }
            let options = DiffOptions {
                retain_keys: strategy.retain_keys,
                ..options
            };
            let inner = maps(present, wanted, below, options)?;
            if !inner.is_empty() {
                patch.insert(key.to_owned(), Value::Object(inner));
            }
            Ok(())
        }
        (Value::Array(present), Value::Array(wanted)) => {
            list(patch, key, (present, wanted), node, options)
        }
        _ => {
            if original != modified {
                change(patch, key, modified, options);
            }
            Ok(())
        }
    }
}

fn list(
    patch: &mut Fields,
    key: &str,
    (original, modified): (&[Value], &[Value]),
    node: Node,
    options: DiffOptions,
) -> Result<(), Error> {
    let (below, strategy) = match node.list(key) {
        Ok(found) => found,
        Err(_) if original == modified => return Ok(()),
        Err(error) => return Err(error),
    };
    let Some(merge_key) = strategy.merge_key else {
        if original != modified {
            change(patch, key, &Value::Array(modified.to_vec()), options);
        }
        return Ok(());
    };
    let options = DiffOptions {
        retain_keys: strategy.retain_keys,
        ..options
    };
    let difference = diff_list::lists(original, modified, below, merge_key, options)?;
    let parts = [
        (key.to_owned(), difference.items),
        (directive::delete_from(key), difference.deletions),
        (directive::order_of(key), difference.order),
    ];
    for (key, items) in parts {
        if !items.is_empty() {
            patch.insert(key, Value::Array(items));
        }
    }
    Ok(())
}
