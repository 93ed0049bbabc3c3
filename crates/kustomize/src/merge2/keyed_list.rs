//! Lists whose elements have keys.

use goyaml::{Kind, Node};

use super::directive::{self, Strategy};
use super::{SchemaNode, Walk};
use crate::error::Result;
use crate::rnode;

/// The values of the keys of an element, empty where it has none.
type Tuple = Vec<String>;

impl<'a> Walk<'a> {
    /// Merges two lists element by element: those of the patch come first, in its order, then what is left of the others.
    pub(super) fn elements(
        self,
        dest: Node,
        patch: Option<&Node>,
        schema: Option<SchemaNode<'a>>,
        keys: &[String],
    ) -> Result<Node> {
        if keys.is_empty() {
            return union(dest, patch);
        }
        let patch_items = patch.map_or(&[][..], Node::items);
        let tuples = tuples(patch_items, dest.items(), keys);
        let (effective, tuples) = effective(keys, tuples);
        let element_schema = schema.and_then(SchemaNode::elements);
        let mut originals = dest.items().to_vec();
        let mut result = Vec::new();
        for tuple in &tuples {
            let mine = find(&originals, &effective, tuple);
            // Merged with itself, a list has each element once and what is written to one side is there on the other.
            let theirs = if self.itself {
                mine.map(|place| originals[place].clone())
            } else {
                find(patch_items, &effective, tuple).map(|place| patch_items[place].clone())
            };
            let replaced = theirs
                .as_ref()
                .map_or(Ok(Strategy::Merge), directive::of_map)?
                == Strategy::Replace;
            let merged = self.node(
                mine.map(|place| originals[place].clone()),
                theirs,
                element_schema,
            )?;
            match merged.filter(|merged| !rnode::is_null(merged) && !rnode::is_empty_map(merged)) {
                None => {
                    if let Some(place) = mine.filter(|_| self.itself) {
                        directive::take_from_map(&mut originals[place])?;
                    }
                    set_element(&mut originals, &effective, tuple, None);
                }
                Some(mut merged) => {
                    for (key, value) in effective.iter().zip(tuple) {
                        if !value.is_empty() && merged.get(key).is_none() {
                            rnode::set_field(&mut merged, key, Some(rnode::untagged(value)))?;
                        }
                    }
                    // An element that is to be replaced is not written to, and comes back unchanged below: kustomize's own fault.
                    if let Some(place) = mine.filter(|_| self.itself || !replaced) {
                        originals[place] = merged.clone();
                    }
                    set_element(&mut result, &effective, tuple, Some(merged));
                }
            }
        }
        for original in originals {
            append_original(&mut result, original, &effective)?;
        }
        let mut list = dest;
        list.data = goyaml::Data::Sequence(result);
        Ok(list)
    }
}

/// Lists of scalars: the patch's elements first, each once.
fn union(dest: Node, patch: Option<&Node>) -> Result<Node> {
    let mut result: Vec<Node> = Vec::new();
    for item in patch
        .map_or(&[][..], Node::items)
        .iter()
        .chain(dest.items())
    {
        rnode::expect_kind(item, Kind::Scalar)?;
        if !rnode::is_null(item) && !result.iter().any(|known| known.as_str() == item.as_str()) {
            result.push(item.clone());
        }
    }
    let mut list = dest;
    list.data = goyaml::Data::Sequence(result);
    Ok(list)
}

/// The keys of all elements, the patch's first, each tuple once.
fn tuples(patch: &[Node], dest: &[Node], keys: &[String]) -> Vec<Tuple> {
    let mut tuples: Vec<Tuple> = Vec::new();
    for element in patch.iter().chain(dest) {
        let value = |key: &String| {
            element
                .get(key)
                .filter(|value| !rnode::is_empty(value))
                .and_then(Node::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let tuple: Tuple = keys.iter().map(value).collect();
        if !tuples.contains(&tuple) {
            tuples.push(tuple);
        }
    }
    if keys.len() > 1 {
        fill_in(&mut tuples);
    }
    tuples
}

/// Makes one of tuples that say the same as far as both say anything, and agree in one part, be it in saying nothing.
fn fill_in(tuples: &mut Vec<Tuple>) {
    for i in 0..tuples.len() {
        // kustomize goes on comparing with what the tuple was, not with what it has just become.
        let tuple = tuples[i].clone();
        for j in 0..tuples.len() {
            if let Some(filled) = filled(&tuple, &tuples[j]) {
                tuples[i].clone_from(&filled);
                tuples[j] = filled;
            }
        }
    }
    let mut seen: Vec<Tuple> = Vec::new();
    tuples.retain(|tuple| {
        let new = !seen.contains(tuple);
        if new {
            seen.push(tuple.clone());
        }
        new
    });
}

fn filled(a: &Tuple, b: &Tuple) -> Option<Tuple> {
    let mut common = false;
    let parts = a
        .iter()
        .zip(b)
        .map(|(x, y)| match (x.as_str(), y.as_str()) {
            (x, y) if x == y => {
                common = true;
                Some(x.to_owned())
            }
            ("", y) => Some(y.to_owned()),
            (x, "") => Some(x.to_owned()),
            _ => None,
        });
    let tuple: Option<Tuple> = parts.collect();
    tuple.filter(|_| common)
}

/// Leaves out the keys that no tuple has a value for, unless that is all of them.
fn effective(keys: &[String], tuples: Vec<Tuple>) -> (Vec<String>, Vec<Tuple>) {
    let used: Vec<bool> = (0..keys.len())
        .map(|index| tuples.iter().any(|tuple| !tuple[index].is_empty()))
        .collect();
    if !used.contains(&true) {
        return (keys.to_vec(), tuples);
    }
    let pick = |values: &[String]| -> Vec<String> {
        values
            .iter()
            .zip(&used)
            .filter(|(_, used)| **used)
            .map(|(value, _)| value.clone())
            .collect()
    };
    (pick(keys), tuples.iter().map(|tuple| pick(tuple)).collect())
}

/// The first element that has the values of the tuple, of which the empty ones do not count unless that is all of them.
fn find(elements: &[Node], keys: &[String], tuple: &[String]) -> Option<usize> {
    let all_empty = tuple.iter().all(String::is_empty);
    let matches = |element: &Node| {
        keys.iter().zip(tuple).all(|(key, value)| {
            !all_empty && value.is_empty()
                || element.get(key).is_some_and(|field| text(field) == value)
        })
    };
    elements.iter().position(matches)
}

/// The text of a value; nothing for a collection.
fn text(value: &Node) -> &str {
    value.as_str().unwrap_or_default()
}

/// Puts an element in the place of those with the same keys, or at the end; without an element they are removed. With fewer values than keys
/// the last comparison stands for those that are missing; with none, everything goes.
fn set_element(list: &mut Vec<Node>, keys: &[String], values: &[String], element: Option<Node>) {
    let by_map = keys.first().is_some_and(|key| !key.is_empty())
        && values.first().is_some_and(|value| !value.is_empty());
    let matches = |item: &Node| {
        !values.is_empty()
            && keys.iter().zip(values).all(|(key, value)| {
                item.get(key)
                    .is_some_and(|field| value.is_empty() || field.as_str() == Some(value))
            })
    };
    let mut found = false;
    let mut kept = Vec::with_capacity(list.len() + 1);
    for item in list.drain(..) {
        if rnode::is_null(&item) || rnode::is_empty_map(&item) {
            continue;
        }
        if item.kind() != Kind::Mapping && by_map {
            kept.push(item);
        } else if matches(&item) {
            found = true;
            kept.extend(element.clone());
        } else if !values.is_empty() {
            kept.push(item);
        }
    }
    *list = kept;
    if !found {
        list.extend(element);
    }
}

fn append_original(result: &mut Vec<Node>, original: Node, keys: &[String]) -> Result<()> {
    rnode::expect_kind(&original, Kind::Mapping)?;
    let mut values = Vec::new();
    for key in keys {
        match original.get(key) {
            Some(value) => values.push(text(value).to_owned()),
            None => result.push(original.clone()),
        }
    }
    if keys.len() > 1 {
        set_element(result, keys, &values, None);
    }
    set_element(result, keys, &values, Some(original));
    Ok(())
}
