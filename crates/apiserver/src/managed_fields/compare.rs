//! What a write changed and what it removed, by the schema's idea of fields, items and values.

use std::collections::BTreeMap;

use schema::{Definition, Field, Form, ListType, Shape};
use serde_json::{Map, Value};

use super::set::Set;

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

/// Fields that Go holds as a struct and not as a pointer to one: they are there even in an empty object, so nobody
/// becomes the manager of their being there.
const EMBEDDED: [&str; 10] = [
    "metadata",
    "spec",
    "status",
    "strategy",
    "updateStrategy",
    "template",
    "jobTemplate",
    "involvedObject",
    "source",
    "names",
];

/// Compares two states of an object of the definition; without one, maps are granular and lists are not.
pub(super) fn compare(
    definition: Option<&'static Definition>,
    old: &Value,
    new: &Value,
) -> Difference {
    let mut walk = Walk {
        path: Vec::new(),
        difference: Difference::default(),
    };
    let empty = Map::new();
    let (old, new) = (
        old.as_object().unwrap_or(&empty),
        new.as_object().unwrap_or(&empty),
    );
    for key in keys(old, new) {
        if matches!(&**key, "apiVersion" | "kind") {
            continue;
        }
        let field = definition.and_then(|definition| definition.field(key));
        walk.field(key, kind_of_field(field), old.get(key), new.get(key));
    }
    walk.difference
}

/// How values at a place are compared.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Leaf,
    /// Nothing is known: maps are granular, everything else is not.
    Deduced,
    Struct(&'static Definition),
    Map(&'static Shape),
    KeyedList(&'static [&'static str], &'static Shape),
    SetList,
}

pub(super) fn kind_of_field(field: Option<&'static Field>) -> Kind {
    let Some(field) = field else {
        return Kind::Deduced;
    };
    match (field.shape, field.list_type) {
        (_, _) if field.atomic => Kind::Leaf,
        (Shape::List(element), Some(ListType::Map(keys))) => Kind::KeyedList(keys, element),
        (Shape::List(_), Some(ListType::Set)) => Kind::SetList,
        (Shape::List(_), Some(ListType::Atomic) | None) => Kind::Leaf,
        (shape, _) => kind_of_shape(&shape),
    }
}

pub(super) fn kind_of_shape(shape: &Shape) -> Kind {
    if let Shape::Map(element) = shape {
        return Kind::Map(element);
    }
    match shape.definition() {
        Some(definition) if definition.atomic => Kind::Leaf,
        Some(definition) if definition.form == Form::Any => Kind::Deduced,
        Some(definition) if definition.form == Form::Object => Kind::Struct(definition),
        Some(_) | None => Kind::Leaf,
    }
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
    difference: Difference,
}

impl Walk {
    fn field(&mut self, name: &str, kind: Kind, old: Option<&Value>, new: Option<&Value>) {
        if self.path == ["f:metadata"] && UNMANAGED.contains(&name) {
            return;
        }
        self.path.push(format!("f:{name}"));
        self.value(
            kind,
            old,
            new,
            EMBEDDED.contains(&name) || name == "containers",
        );
        self.path.pop();
    }

    /// Compares the values at the path; `embedded` says that being there is no change.
    fn value(&mut self, kind: Kind, old: Option<&Value>, new: Option<&Value>, embedded: bool) {
        match (old, new) {
            (Some(old), Some(new)) if old == new => return,
            (None, None) => return,
            (None, Some(_)) if !(embedded && self.is_in_empty_object()) => {
                self.difference.changed.insert(&self.path);
            }
            (Some(_), None) if !embedded => self.difference.removed.insert(&self.path),
            _ => {}
        }
        let empty = Value::Null;
        let (before, after) = (old.unwrap_or(&empty), new.unwrap_or(&empty));
        match kind {
            Kind::Struct(definition) => {
                self.entries(before, after, |name| kind_of_field(definition.field(name)));
            }
            Kind::Map(element) => self.entries(before, after, |_| kind_of_shape(element)),
            Kind::Deduced if before.is_object() || after.is_object() => {
                self.entries(before, after, |_| Kind::Deduced);
            }
            Kind::KeyedList(keys, element) => self.keyed_items(keys, element, before, after),
            Kind::SetList => self.set_items(before, after),
            Kind::Leaf | Kind::Deduced => {
                if new.is_some() {
                    self.difference.changed.insert(&self.path);
                }
            }
        }
    }

    /// Whether every element of the path is a field of a struct that is always there.
    fn is_in_empty_object(&self) -> bool {
        self.path.iter().all(|element| {
            let name = element.strip_prefix("f:").unwrap_or_default();
            EMBEDDED.contains(&name) || name == "containers"
        })
    }

    fn entries(&mut self, old: &Value, new: &Value, kind: impl Fn(&str) -> Kind) {
        let empty = Map::new();
        let (old, new) = (
            old.as_object().unwrap_or(&empty),
            new.as_object().unwrap_or(&empty),
        );
        for key in keys(old, new) {
            self.field(key, kind(key), old.get(key), new.get(key));
        }
    }

    fn keyed_items(&mut self, keys: &[&str], element: &'static Shape, old: &Value, new: &Value) {
        let (old, new) = (by_key(keys, old), by_key(keys, new));
        let names: Vec<&String> = new
            .keys()
            .chain(old.keys().filter(|key| !new.contains_key(*key)))
            .collect();
        for name in names {
            self.path.push(name.clone());
            self.value(
                kind_of_shape(element),
                old.get(name).copied(),
                new.get(name).copied(),
                false,
            );
            self.path.pop();
        }
    }

    fn set_items(&mut self, old: &Value, new: &Value) {
        let values = |list: &Value| -> Vec<String> {
            list.as_array()
                .into_iter()
                .flatten()
                .map(|value| format!("v:{value}"))
                .collect()
        };
        let (old, new) = (values(old), values(new));
        for element in new.iter().filter(|element| !old.contains(element)) {
            self.path.push(element.clone());
            self.difference.changed.insert(&self.path);
            self.path.pop();
        }
        for element in old.iter().filter(|element| !new.contains(element)) {
            self.path.push(element.clone());
            self.difference.removed.insert(&self.path);
            self.path.pop();
        }
    }
}

/// The items of a list by the JSON of their keys.
pub(super) fn by_key<'a>(keys: &[&str], list: &'a Value) -> BTreeMap<String, &'a Value> {
    let items = list.as_array().into_iter().flatten();
    items.map(|item| (item_key(keys, item), item)).collect()
}

/// The path element of a list's item. Of all keys only the protocol of ports has a default.
pub(super) fn item_key(keys: &[&str], item: &Value) -> String {
    let default = |key: &str| (key == "protocol").then(|| Value::from("TCP"));
    let key: Map<String, Value> = keys
        .iter()
        .filter_map(|key| {
            Some((
                (*key).to_owned(),
                item.get(key).cloned().or_else(|| default(key))?,
            ))
        })
        .collect();
    format!("k:{}", Value::Object(key))
}
