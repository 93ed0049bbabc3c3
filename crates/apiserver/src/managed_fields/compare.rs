//! What a write changed and what it removed, by the schema's idea of fields, items and values.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::kind::{Kind, Topology};
use super::set::Set;
use crate::typing::Typing;

/// The difference between two states of an object.
#[derive(Debug, Default)]
pub(super) struct Difference {
    /// What is new or has another value.
    pub(super) changed: Set,
    /// What is gone.
    pub(super) removed: Set,
}

/// Fields of `metadata` that nobody manages.
pub(super) const UNMANAGED: [&str; 9] = [
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
];

/// Compares two states of an object.
pub(super) fn compare(typing: Typing<'_>, old: &Value, new: &Value) -> Difference {
    let mut walk = Walk {
        path: Vec::new(),
        embedded: Vec::new(),
        difference: Difference::default(),
    };
    let empty = Map::new();
    let (old, new) = (
        old.as_object().unwrap_or(&empty),
        new.as_object().unwrap_or(&empty),
    );
    let root = Kind::root(typing);
    for key in keys(old, new) {
        if !matches!(&**key, "apiVersion" | "kind") {
            walk.field(key, root, old.get(key), new.get(key));
        }
    }
    walk.difference
}

fn keys<'a>(
    old: &'a Map<String, Value>,
    new: &'a Map<String, Value>,
) -> impl Iterator<Item = &'a String> {
    new.keys()
        .chain(old.keys().filter(|key| !new.contains_key(*key)))
}

struct Walk {
    path: Vec<String>,
    /// For every element of the path whether nobody manages that it is there.
    embedded: Vec<bool>,
    difference: Difference,
}

impl Walk {
    fn field(&mut self, name: &str, parent: Kind<'_>, old: Option<&Value>, new: Option<&Value>) {
        if self.path == ["f:metadata"] && UNMANAGED.contains(&name) {
            return;
        }
        self.path.push(format!("f:{name}"));
        self.embedded.push(parent.embeds(name));
        self.value(parent.field(name), old, new);
        self.embedded.pop();
        self.path.pop();
    }

    /// Compares the values at the path.
    fn value(&mut self, kind: Kind<'_>, old: Option<&Value>, new: Option<&Value>) {
        let embedded = self.embedded.last() == Some(&true);
        match (old, new) {
            (Some(old), Some(new)) if old == new => return,
            (None, None) => return,
            // Only where all that leads there is there even in an empty object, being there is no change.
            (None, Some(_)) if !self.embedded.iter().all(|embedded| *embedded) => {
                self.difference.changed.insert(&self.path);
            }
            (Some(_), None) if !embedded => self.difference.removed.insert(&self.path),
            _ => {}
        }
        let null = Value::Null;
        let (before, after) = (old.unwrap_or(&null), new.unwrap_or(&null));
        let topology = match kind.topology(after) {
            Topology::Leaf if after.is_null() => kind.topology(before),
            topology => topology,
        };
        match topology {
            Topology::Fields => self.entries(kind, before, after),
            Topology::Keyed => self.keyed_items(kind, before, after),
            Topology::Set => self.set_items(before, after),
            Topology::Leaf => {
                if new.is_some() {
                    self.difference.changed.insert(&self.path);
                }
            }
        }
    }

    fn entries(&mut self, kind: Kind<'_>, old: &Value, new: &Value) {
        let empty = Map::new();
        let (old, new) = (
            old.as_object().unwrap_or(&empty),
            new.as_object().unwrap_or(&empty),
        );
        for key in keys(old, new) {
            self.field(key, kind, old.get(key), new.get(key));
        }
    }

    fn keyed_items(&mut self, kind: Kind<'_>, old: &Value, new: &Value) {
        let (old, new) = (by_key(kind, old), by_key(kind, new));
        let names: Vec<&String> = new
            .keys()
            .chain(old.keys().filter(|key| !new.contains_key(*key)))
            .collect();
        for name in names {
            self.path.push(name.clone());
            self.embedded.push(false);
            self.value(kind.item(), old.get(name).copied(), new.get(name).copied());
            self.embedded.pop();
            self.path.pop();
        }
    }

    fn set_items(&mut self, old: &Value, new: &Value) {
        let values = |list: &Value| -> BTreeSet<String> {
            let items = list.as_array().into_iter().flatten();
            items.map(|value| format!("v:{value}")).collect()
        };
        let (old, new) = (values(old), values(new));
        for element in new.difference(&old) {
            self.path.push(element.clone());
            self.difference.changed.insert(&self.path);
            self.path.pop();
        }
        for element in old.difference(&new) {
            self.path.push(element.clone());
            self.difference.removed.insert(&self.path);
            self.path.pop();
        }
    }
}

/// The items of a list by the JSON of their keys.
fn by_key<'a>(kind: Kind<'_>, list: &'a Value) -> BTreeMap<String, &'a Value> {
    let items = list.as_array().into_iter().flatten();
    items.map(|item| (kind.item_key(item), item)).collect()
}
