use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::diff::{self, DiffOptions};
use super::directive::{DELETE, PATCH};
use super::error::Error;
use super::lookup::Node;
use super::merge_list::{Elements, deduplicated, elements};
use super::order::{key_value, sorted};
use crate::go_text::go_text;

/// An object of a list with the text of its key.
type Keyed<'a> = (String, &'a Map<String, Value>);

/// What a patch says of a merged list.
#[derive(Debug, Default)]
pub(super) struct ListDifference {
    /// Items added and changed; for objects the deleted ones too.
    pub(super) items: Vec<Value>,
    /// Scalars deleted.
    pub(super) deletions: Vec<Value>,
    /// The order of all items.
    pub(super) order: Vec<Value>,
}

/// The difference of two lists that are merged by the key.
pub(super) fn lists(
    original: &[Value],
    modified: &[Value],
    node: Node,
    key: &str,
    options: DiffOptions,
) -> Result<ListDifference, Error> {
    if original.is_empty() {
        let added = if options.ignore_changes {
            Vec::new()
        } else {
            modified.to_vec()
        };
        return Ok(ListDifference {
            items: added,
            ..ListDifference::default()
        });
    }
    match elements(original, modified)? {
        Some(Elements::Maps) => objects(original, modified, node, key, options),
        _ => scalars(original, modified, options),
    }
}

fn objects(
    original: &[Value],
    modified: &[Value],
    node: Node,
    key: &str,
    options: DiffOptions,
) -> Result<ListDifference, Error> {
    let (items, deletions) = changed_objects(original, modified, node, key, options)?;
    let mut items = sorted(items, modified, key, Elements::Maps)?;
    items.extend(deletions);
    let same_order = original.len() == modified.len()
        && original
            .iter()
            .zip(modified)
            .all(|(a, b)| key_value(a, key) == key_value(b, key));
    let mut order = Vec::new();
    if options.set_element_order && (!items.is_empty() || !same_order) {
        order = modified
            .iter()
            .map(|item| json!({key: key_value(item, key).cloned().unwrap_or_default()}))
            .collect();
    }
    Ok(ListDifference {
        items,
        deletions: Vec::new(),
        order,
    })
}

/// The added and changed objects, and the directives that delete the others.
fn changed_objects(
    original: &[Value],
    modified: &[Value],
    node: Node,
    key: &str,
    options: DiffOptions,
) -> Result<(Vec<Value>, Vec<Value>), Error> {
    let originals = by_key(original, key)?;
    let wanted = by_key(modified, key)?;
    let (mut changes, mut deletions) = (Vec::new(), Vec::new());
    let mut left = originals.into_iter().peekable();
    let mut right = wanted.into_iter().peekable();
    loop {
        let side = match (left.peek(), right.peek()) {
            (None, None) => return Ok((changes, deletions)),
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some((present, _)), Some((wanted, _))) => present.cmp(wanted),
        };
        let present = left.next_if(|_| side.is_le()).map(|(_, fields)| fields);
        let wanted = right.next_if(|_| side.is_ge()).map(|(_, fields)| fields);
        match (present, wanted) {
            (Some(present), Some(wanted)) => {
                let mut change = diff::maps(present, wanted, node, options)?;
                if !change.is_empty() {
                    change.insert(key.to_owned(), wanted[key].clone());
                    changes.push(Value::Object(change));
                }
            }
            (None, Some(wanted)) if !options.ignore_changes => {
                changes.push(Value::Object(wanted.clone()));
            }
            (Some(present), None) if !options.ignore_deletions => {
                deletions.push(json!({key: present[key].clone(), PATCH: DELETE}));
            }
            _ => {}
        }
    }
}

/// The objects sorted by the text of their key.
fn by_key<'a>(items: &'a [Value], key: &str) -> Result<Vec<Keyed<'a>>, Error> {
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let fields = item
            .as_object()
            .ok_or_else(|| Error::type_mismatch("map[string]interface {}", item))?;
        let value = fields
            .get(key)
            .ok_or_else(|| Error::no_merge_key(fields, key))?;
        keyed.push((go_text(value), fields));
    }
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(keyed)
}

fn scalars(
    original: &[Value],
    modified: &[Value],
    options: DiffOptions,
) -> Result<ListDifference, Error> {
    let originals = by_text(original);
    let wanted = by_text(modified);
    let (mut added, mut deleted) = (Vec::new(), Vec::new());
    let (mut left, mut right) = (0, 0);
    while left < originals.len() || right < wanted.len() {
        let side = match (originals.get(left), wanted.get(right)) {
            (Some((present, _)), Some((wanted, _))) => present.cmp(wanted),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        if side.is_lt() && !options.ignore_deletions {
            deleted.push(originals[left].1.clone());
        }
        if side.is_gt() && !options.ignore_changes {
            added.push(wanted[right].1.clone());
        }
        left += usize::from(side.is_le());
        right += usize::from(side.is_ge());
    }
    let items = sorted(added, modified, "", Elements::Scalars)?;
    let deletions = deduplicated(deleted.into_iter());
    // The real tools compare the sorted original here: a list that is not in the order of its texts
    // has its order said even if nothing differs.
    let same = originals.iter().map(|(_, value)| *value).eq(modified);
    let say_order =
        options.set_element_order && !(items.is_empty() && deletions.is_empty() && same);
    let order = if say_order {
        modified.to_vec()
    } else {
        Vec::new()
    };
    Ok(ListDifference {
        items,
        deletions,
        order,
    })
}

fn by_text(values: &[Value]) -> Vec<(String, &Value)> {
    let mut sorted: Vec<(String, &Value)> =
        values.iter().map(|value| (go_text(value), value)).collect();
    sorted.sort_by(|a, b| a.0.cmp(&b.0));
    sorted
}
