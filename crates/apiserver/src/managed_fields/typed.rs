//! Whether an applied object is of its kind, which server-side apply checks in words of its own.

use std::collections::BTreeSet;

use schema::Shape;
use serde_json::{Map, Value};

use super::kind::{Kind, Topology};
use super::set::step;
use crate::custom;
use crate::typing::Typing;

/// What is wrong with an applied object: one fault by itself, several under a heading.
pub(crate) fn fault(typing: Typing<'_>, object: &Value) -> Option<String> {
    let mut faults = Vec::new();
    let mut walk = Walk {
        path: String::new(),
        faults: &mut faults,
    };
    walk.value(Kind::root(typing), object);
    match &faults[..] {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(format!("errors:\n  {}", several.join("\n  "))),
    }
}

struct Walk<'f> {
    path: String,
    faults: &'f mut Vec<String>,
}

impl Walk<'_> {
    fn tell(&mut self, what: &str) {
        self.faults.push(format!("{}: {what}", self.path));
    }

    fn value(&mut self, kind: Kind<'_>, value: &Value) {
        if value.is_null() {
            return;
        }
        match (expected(kind), value) {
            (Expected::Fields, Value::Object(map)) => self.fields(kind, map),
            (Expected::List(topology), Value::Array(items)) => self.items(kind, topology, items),
            (Expected::Fields, other) => self.tell(&format!("expected map, got &{{{other}}}")),
            (Expected::List(_), other) => self.tell(&format!("expected list, got &{{{other}}}")),
            (Expected::Word("string"), other) if !other.is_string() => {
                self.tell(&format!(
                    "expected string, got &value.valueUnstructured{{Value:{}}}",
                    go_syntax(other)
                ));
            }
            (Expected::Word("boolean"), other) if !other.is_boolean() => {
                self.tell(&format!("expected boolean, got &{{{other}}}"));
            }
            (Expected::Word("numeric"), other) if !other.is_number() => {
                let found = match other {
                    Value::String(_) => "string",
                    Value::Bool(_) => "bool",
                    Value::Array(_) => "[]interface {}",
                    Value::Null | Value::Number(_) | Value::Object(_) => "map[string]interface {}",
                };
                self.tell(&format!("expected numeric (int or float), got {found}"));
            }
            (Expected::Word(_) | Expected::Anything, _) => {}
        }
    }

    fn fields(&mut self, kind: Kind<'_>, map: &Map<String, Value>) {
        for (name, inner) in map {
            let length = self.path.len();
            self.path.push('.');
            self.path.push_str(name);
            if is_known(kind, name) {
                self.value(kind.field(name), inner);
            } else {
                self.tell("field not declared in schema");
            }
            self.path.truncate(length);
        }
    }

    fn items(&mut self, kind: Kind<'_>, topology: Topology, items: &[Value]) {
        let mut seen = BTreeSet::new();
        for (index, item) in items.iter().enumerate() {
            let element = match topology {
                Topology::Keyed | Topology::Set => {
                    match self.element(kind, topology, index, item) {
                        Some(element) => element,
                        None => continue,
                    }
                }
                Topology::Leaf | Topology::Fields => format!("i:{index}"),
            };
            let shown = step(&element);
            if !seen.insert(element) {
                self.tell(&format!("duplicate entries for key {shown}"));
                continue;
            }
            let length = self.path.len();
            self.path.push_str(&shown);
            self.value(kind.item(), item);
            self.path.truncate(length);
        }
    }

    /// What tells an item apart; nothing if it says none of it.
    fn element(
        &mut self,
        kind: Kind<'_>,
        topology: Topology,
        index: usize,
        item: &Value,
    ) -> Option<String> {
        if topology == Topology::Set {
            return Some(format!("v:{item}"));
        }
        if !item.is_object() {
            self.tell(&format!(
                "element {index}: associative list with keys may not have non-map elements"
            ));
            return None;
        }
        let keys = kind.keys();
        let says = |key: &&str| item.get(*key).is_some() || kind.key_default(key).is_some();
        if !keys.iter().any(says) {
            let quoted: Vec<String> = keys.iter().map(gostd::strconv::quote).collect();
            self.tell(&format!(
                "element {index}: associative list with keys has an element that omits all key fields [{}] (and doesn't have default values for any key fields)",
                quoted.join(" ")
            ));
            return None;
        }
        Some(kind.item_key(item))
    }
}

enum Expected {
    Fields,
    List(Topology),
    /// A scalar, by the word of the refusal.
    Word(&'static str),
    Anything,
}

fn expected(kind: Kind<'_>) -> Expected {
    match kind {
        Kind::Struct(_) | Kind::Map(_) | Kind::Root(_) => Expected::Fields,
        Kind::KeyedList(..) => Expected::List(Topology::Keyed),
        Kind::SetList(_) => Expected::List(Topology::Set),
        Kind::AtomicList(_) => Expected::List(Topology::Leaf),
        Kind::Scalar(Shape::String | Shape::Bytes) => Expected::Word("string"),
        Kind::Scalar(Shape::Boolean) => Expected::Word("boolean"),
        Kind::Scalar(_) => Expected::Word("numeric"),
        Kind::Leaf | Kind::Deduced => Expected::Anything,
        Kind::Custom(schema) => match (schema.kind, &schema.list_type) {
            (_, _) if schema.int_or_string => Expected::Anything,
            (Some(custom::Kind::Object), _) => Expected::Fields,
            (Some(custom::Kind::Array), custom::ListType::Atomic) => Expected::List(Topology::Leaf),
            (Some(custom::Kind::Array), custom::ListType::Set) => Expected::List(Topology::Set),
            (Some(custom::Kind::Array), custom::ListType::Map(_)) => {
                Expected::List(Topology::Keyed)
            }
            (Some(custom::Kind::String), _) => Expected::Word("string"),
            (Some(custom::Kind::Boolean), _) => Expected::Word("boolean"),
            (Some(custom::Kind::Integer | custom::Kind::Number), _) => Expected::Word("numeric"),
            (None, _) => Expected::Anything,
        },
    }
}

/// Whether a name may stand in a value of the kind.
fn is_known(kind: Kind<'_>, name: &str) -> bool {
    match kind {
        Kind::Struct(definition) => {
            definition.fields.is_empty() || definition.field(name).is_some()
        }
        Kind::Root(schema) | Kind::Custom(schema) => {
            kind.declares(name) || schema.is_open() || schema.field(name).is_some()
        }
        _ => true,
    }
}

/// A value as Go's `%#v` prints it.
fn go_syntax(value: &Value) -> String {
    match value {
        Value::Null => "interface {}(nil)".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => gostd::strconv::quote(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(go_syntax).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Value::Object(map) => {
            let pairs: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{}:{}", gostd::strconv::quote(key), go_syntax(value)))
                .collect();
            format!("map[string]interface {{}}{{{}}}", pairs.join(", "))
        }
    }
}
