//! What is known of a variable: its type, and how large it can be.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::functions::time;
use crate::value::{Key, List, Value};

/// What a schema says of a value.
#[derive(Debug, PartialEq)]
pub struct Decl {
    /// The kind of value.
    pub shape: Shape,
    /// The most characters, bytes, items or entries that it can have.
    pub max_elements: u64,
}

/// The kinds of values.
#[derive(Debug, PartialEq)]
pub enum Shape {
    /// Anything.
    Dyn,
    /// A boolean.
    Bool,
    /// An integer.
    Int,
    /// A floating-point number.
    Double,
    /// A text.
    String,
    /// Bytes, written in base64.
    Bytes,
    /// A span of time, written as `1h2m`.
    Duration,
    /// A point in time or a day, written as RFC 3339 has it.
    Timestamp,
    /// A list.
    List {
        /// What its items are.
        items: Arc<Decl>,
        /// How items are told apart.
        kind: ListKind,
    },
    /// A map from texts.
    Map(Arc<Decl>),
    /// A value that may be missing.
    Optional(Arc<Decl>),
    /// An object.
    Object {
        /// The name that messages call it by.
        name: String,
        /// Its fields, by their names in JSON; those whose names cannot be escaped are absent.
        fields: BTreeMap<String, DeclField>,
    },
}

/// A field of an object.
#[derive(Debug, PartialEq)]
pub struct DeclField {
    /// Its name in expressions.
    pub escaped: String,
    /// What it holds.
    pub decl: Arc<Decl>,
}

/// How the items of a list are told apart, which decides what equal and added lists are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ListKind {
    /// By their places.
    #[default]
    Atomic,
    /// By themselves.
    Set,
    /// By these keys.
    Map(Vec<String>),
}

impl Decl {
    /// A value of which nothing is known.
    #[must_use]
    pub fn any() -> Arc<Self> {
        Arc::new(Self {
            shape: Shape::Dyn,
            max_elements: u64::MAX,
        })
    }

    /// The same where the value may be missing.
    #[must_use]
    pub fn optional(self: &Arc<Self>) -> Arc<Self> {
        Arc::new(Self {
            shape: Shape::Optional(self.clone()),
            max_elements: 1,
        })
    }

    /// The name of an object's type, empty for other shapes.
    pub(crate) fn name(&self) -> &str {
        match &self.shape {
            Shape::Object { name, .. } => name,
            _ => "",
        }
    }

    /// The field that an expression names.
    pub(crate) fn field(&self, escaped: &str) -> Option<&Arc<Decl>> {
        let Shape::Object { fields, .. } = &self.shape else {
            return None;
        };
        fields
            .values()
            .find(|field| field.escaped == escaped)
            .map(|field| &field.decl)
    }

    /// What is behind an index: items of a list, values of a map.
    pub(crate) fn element(&self) -> Option<&Arc<Decl>> {
        match &self.shape {
            Shape::List { items, .. } => Some(items),
            Shape::Map(values) => Some(values),
            _ => None,
        }
    }

    /// The value of an expression's variable for a value in JSON. What does not fit is taken as what it is.
    #[must_use]
    pub fn value(&self, json: &Json) -> Value {
        match (&self.shape, json) {
            (Shape::Double, Json::Number(number)) => {
                Value::Double(number.as_f64().unwrap_or_default())
            }
            (Shape::Int, Json::Number(number)) => whole(number),
            (Shape::Bytes, Json::String(text)) => {
                base64::Engine::decode(&base64::engine::general_purpose::STANDARD, text)
                    .map_or_else(
                        |_| Value::string(text),
                        |bytes| Value::Bytes(Arc::from(bytes)),
                    )
            }
            (Shape::Duration, Json::String(text)) => gostd::time::parse_duration(text).map_or_else(
                |_| Value::string(text),
                |duration| Value::Duration(duration.0),
            ),
            (Shape::Timestamp, Json::String(text)) => {
                time::parse(text).map_or_else(|| Value::string(text), Value::Timestamp)
            }
            (Shape::List { items, kind }, Json::Array(list)) => {
                let items = list.iter().map(|item| items.value(item)).collect();
                Value::List(Arc::new(List {
                    items,
                    kind: kind.clone(),
                }))
            }
            (Shape::Map(values), Json::Object(map)) => {
                let entry =
                    |(key, value): (&String, &Json)| (Key::string(key), values.value(value));
                Value::Map(Arc::new(map.iter().map(entry).collect()))
            }
            (Shape::Object { fields, .. }, Json::Object(map)) => {
                let entry = |(key, value): (&String, &Json)| {
                    let field = fields.get(key)?;
                    Some((Key::string(&field.escaped), field.decl.value(value)))
                };
                Value::Map(Arc::new(map.iter().filter_map(entry).collect()))
            }
            (Shape::Optional(inner), json) => Value::Optional(Some(Arc::new(inner.value(json)))),
            (_, json) => Value::from_json(json),
        }
    }
}

/// An integer; what is written as a fraction without one counts as well.
pub(crate) fn whole(number: &serde_json::Number) -> Value {
    match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(int), _, _) => Value::Int(int),
        (None, Some(uint), _) => Value::Uint(uint),
        (None, None, Some(float)) if float.fract() == 0.0 && float.abs() < 9e15 => {
            Value::Int(float as i64)
        }
        (None, None, float) => Value::Double(float.unwrap_or_default()),
    }
}

const RESERVED: [&str; 18] = [
    "true",
    "false",
    "null",
    "in",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
];

/// The name of a property in expressions: `a-b` is `a__dash__b`, `in` is `__in__`. Nothing for names that cannot be written.
#[must_use]
pub fn escape(name: &str) -> Option<Cow<'_, str>> {
    if name.is_empty() || name.starts_with(|char: char| char.is_ascii_digit()) {
        return None;
    }
    if RESERVED.contains(&name) || matches!(name, "var" | "void" | "while") {
        return Some(Cow::Owned(format!("__{name}__")));
    }
    let is_plain = |char: char| char.is_ascii_alphanumeric() || char == '_';
    if name.chars().all(is_plain) && !name.contains("__") {
        return Some(Cow::Borrowed(name));
    }
    let mut escaped = String::new();
    let mut rest = name;
    while let Some(char) = rest.chars().next() {
        let (text, length) = match char {
            '_' if rest.starts_with("__") => ("__underscores__", 2),
            '.' => ("__dot__", 1),
            '-' => ("__dash__", 1),
            '/' => ("__slash__", 1),
            char if is_plain(char) => (&rest[..1], 1),
            _ => return None,
        };
        escaped.push_str(text);
        rest = &rest[length..];
    }
    Some(Cow::Owned(escaped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_no_identifiers_are_escaped() {
        for (name, escaped) in [
            ("plain_name", Some("plain_name")),
            ("a-b.c/d", Some("a__dash__b__dot__c__slash__d")),
            ("a__b", Some("a__underscores__b")),
            ("namespace", Some("__namespace__")),
            ("$ref", None),
            ("1st", None),
        ] {
            assert_eq!(escape(name).as_deref(), escaped, "{name}");
        }
    }
}
