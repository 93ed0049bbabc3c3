//! Values that expressions are about.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;

use apimachinery::Quantity;
use gostd::url::Url;
use jiff::Timestamp;
use serde_json::Value as Json;

use crate::decl::{ListKind, whole};
use crate::functions::cidr::Cidr;
use crate::functions::format::Format;
use crate::functions::semver::Semver;

/// A value.
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating-point number.
    Double(f64),
    /// A text.
    String(Arc<str>),
    /// Bytes.
    Bytes(Arc<[u8]>),
    /// Nanoseconds.
    Duration(i64),
    /// A point in time.
    Timestamp(Timestamp),
    /// The name of a type.
    Type(&'static str),
    /// A list.
    List(Arc<List>),
    /// A map or an object.
    Map(Arc<BTreeMap<Key, Value>>),
    /// A value that may be missing.
    Optional(Option<Arc<Value>>),
    /// A URL.
    Url(Arc<Url>),
    /// An address.
    Ip(IpAddr),
    /// A block of addresses.
    Cidr(Cidr),
    /// An amount.
    Quantity(Quantity),
    /// A version.
    Semver(Arc<Semver>),
    /// A named format of texts.
    Format(Format),
}

/// A list, with how its items are told apart.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// The items.
    pub items: Vec<Value>,
    /// What tells them apart.
    pub kind: ListKind,
}

/// A key of a map. Integers of both kinds are one key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A text.
    String(Arc<str>),
}

impl Key {
    /// A text as a key.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Key::String(Arc::from(text))
    }

    /// The key that a value is, if it can be one.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Bool(bool) => Key::Bool(*bool),
            Value::Int(int) => Key::Int(i128::from(*int)),
            Value::Uint(uint) => Key::Int(i128::from(*uint)),
            Value::Double(double) if double.fract() == 0.0 => Key::Int(*double as i128),
            Value::String(text) => Key::String(text.clone()),
            _ => return None,
        })
    }

    pub(crate) fn value(&self) -> Value {
        match self {
            Key::Bool(bool) => Value::Bool(*bool),
            Key::Int(int) => i64::try_from(*int).map_or_else(
                |_| Value::Uint(u64::try_from(*int).unwrap_or(u64::MAX)),
                Value::Int,
            ),
            Key::String(text) => Value::String(text.clone()),
        }
    }
}

impl Value {
    /// A text.
    #[must_use]
    pub fn string(text: impl AsRef<str>) -> Self {
        Value::String(Arc::from(text.as_ref()))
    }

    pub(crate) fn list(items: Vec<Value>) -> Self {
        Value::List(Arc::new(List {
            items,
            kind: ListKind::Atomic,
        }))
    }

    pub(crate) fn some(value: Value) -> Self {
        Value::Optional(Some(Arc::new(value)))
    }

    /// A value of which no schema says what it is.
    #[must_use]
    pub fn from_json(json: &Json) -> Self {
        match json {
            Json::Null => Value::Null,
            Json::Bool(bool) => Value::Bool(*bool),
            Json::Number(number) if number.is_f64() => {
                Value::Double(number.as_f64().unwrap_or_default())
            }
            Json::Number(number) => whole(number),
            Json::String(text) => Value::string(text),
            Json::Array(items) => Value::list(items.iter().map(Value::from_json).collect()),
            Json::Object(map) => Value::Map(Arc::new(
                map.iter()
                    .map(|(key, value)| (Key::string(key), Value::from_json(value)))
                    .collect(),
            )),
        }
    }

    /// The name of the value's type, as `type(x)` has it.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "null_type",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Uint(_) => "uint",
            Value::Double(_) => "double",
            Value::String(_) => "string",
            Value::Bytes(_) => "bytes",
            Value::Duration(_) => "google.protobuf.Duration",
            Value::Timestamp(_) => "google.protobuf.Timestamp",
            Value::Type(_) => "type",
            Value::List(_) => "list",
            Value::Map(_) => "map",
            Value::Optional(_) => "optional_type",
            Value::Url(_) => "kubernetes.URL",
            Value::Ip(_) => "net.IP",
            Value::Cidr(_) => "net.CIDR",
            Value::Quantity(_) => "kubernetes.Quantity",
            Value::Semver(_) => "kubernetes.Semver",
            Value::Format(_) => "kubernetes.NamedFormat",
        }
    }

    /// How many elements have to be looked at to go through it once.
    pub(crate) fn len(&self) -> usize {
        match self {
            Value::String(text) => text.chars().count(),
            Value::Bytes(bytes) => bytes.len(),
            Value::List(list) => list.items.len(),
            Value::Map(map) => map.len(),
            _ => 1,
        }
    }

    /// Whether it is what its type begins with: `0`, an empty text, an empty list.
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Value::Null => true,
            Value::Bool(bool) => !bool,
            Value::Int(int) => *int == 0,
            Value::Uint(uint) => *uint == 0,
            Value::Double(double) => *double == 0.0,
            Value::Duration(nanos) => *nanos == 0,
            Value::Optional(inner) => inner.is_none(),
            Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) => self.len() == 0,
            _ => false,
        }
    }

    /// Which is greater, for values that have an order between them.
    pub(crate) fn order(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Bool(one), Value::Bool(other)) => Some(one.cmp(other)),
            (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
            (Value::Bytes(one), Value::Bytes(other)) => Some(one.cmp(other)),
            (Value::Duration(one), Value::Duration(other)) => Some(one.cmp(other)),
            (Value::Timestamp(one), Value::Timestamp(other)) => Some(one.cmp(other)),
            (one, other) => numeric_order(one, other),
        }
    }
}

/// Compares numbers of all kinds by what they stand for.
fn numeric_order(one: &Value, other: &Value) -> Option<Ordering> {
    let whole = |value: &Value| match value {
        Value::Int(int) => Some(i128::from(*int)),
        Value::Uint(uint) => Some(i128::from(*uint)),
        _ => None,
    };
    match (one, other) {
        (Value::Double(one), Value::Double(other)) => one.partial_cmp(other),
        (Value::Double(one), other) => one.partial_cmp(&(whole(other)? as f64)),
        (one, Value::Double(other)) => (whole(one)? as f64).partial_cmp(other),
        (one, other) => Some(whole(one)?.cmp(&whole(other)?)),
    }
}

/// Equality as `==` has it: numbers by what they stand for, values of different types are different.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Type(one), Value::Type(other)) => one == other,
            (Value::List(one), Value::List(other)) => one == other,
            (Value::Map(one), Value::Map(other)) => one == other,
            (Value::Optional(one), Value::Optional(other)) => one == other,
            (Value::Url(one), Value::Url(other)) => one == other,
            (Value::Ip(one), Value::Ip(other)) => one == other,
            (Value::Cidr(one), Value::Cidr(other)) => one == other,
            (Value::Quantity(one), Value::Quantity(other)) => one.minus(*other).is_zero(),
            (Value::Semver(one), Value::Semver(other)) => one.precedence(other) == Ordering::Equal,
            (Value::Format(one), Value::Format(other)) => one == other,
            (one, other) => one.order(other) == Some(Ordering::Equal),
        }
    }
}

/// Sets and keyed lists are equal whatever the order of their items is.
impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        if self.items.len() != other.items.len() {
            return false;
        }
        match &self.kind {
            ListKind::Atomic => self.items == other.items,
            ListKind::Set | ListKind::Map(_) => {
                self.items.iter().all(|item| other.items.contains(item))
            }
        }
    }
}

impl List {
    /// The list with those of the other: in a set what is new is added, in a keyed list what is known is replaced.
    pub(crate) fn plus(&self, other: &List) -> List {
        let mut items = self.items.clone();
        for item in &other.items {
            let same = |known: &Value| match &self.kind {
                ListKind::Atomic => false,
                ListKind::Set => known == item,
                ListKind::Map(keys) => keys.iter().all(|key| known.get(key) == item.get(key)),
            };
            match items.iter().position(same) {
                Some(at) => items[at] = item.clone(),
                None => items.push(item.clone()),
            }
        }
        List {
            items,
            kind: self.kind.clone(),
        }
    }
}

impl Value {
    /// The value under a text in a map.
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(map) => map.get(&Key::string(key)),
            _ => None,
        }
    }
}
